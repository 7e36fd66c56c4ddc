/** The hub of all tabs of a browser, in a shared worker. */
import { Hub } from './stream_hub.ts'

const hub = new Hub()

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port) hub.connect(port)
})
