/** The hub of all tabs of a browser, in a worker that they share. */
import { Hub } from './stream_hub.ts'

const hub = new Hub()

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port) hub.connect(port)
})
