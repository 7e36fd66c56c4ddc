/** The memory of an engine that has just started, kept so that the next start is quick. It fits exactly this engine and browser. */
import { type Engine, kept } from './kept_engine.ts'

const BROWSER = 'Knobel-Browser'

const at = ({ name }: Engine) => `${name}?memory`

/** The memory of this engine, if it is kept. */
export async function remembered(engine: Engine): Promise<ArrayBuffer | null> {
  const found = await (await kept())?.match(at(engine))
  if (!found?.body || found.headers.get(BROWSER) !== navigator.userAgent) return null
  return found.arrayBuffer()
}

/** Keep it for the next start; whoever has no room for it starts as slowly as now. */
export async function remember(engine: Engine, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  const headers = { [BROWSER]: navigator.userAgent, 'Content-Type': 'application/octet-stream' }
  const whole = new Response(memory, { headers })
  await (await kept())?.put(at(engine), whole).catch(() => undefined)
}

/** Keep no memory at all, for it may be what breaks the start. */
export async function forgetMemory(): Promise<void> {
  const cache = await kept()
  for (const { url } of (await cache?.keys()) ?? []) if (url.endsWith('?memory')) await cache?.delete(url)
}
