/** Requests of the served app where some tables live on this device, or where its server is out of reach. */
import type { Told } from '~/api/stream_hub.ts'
import type { Stream } from '~/api/streams.ts'
import type { MyTable } from '~/api/types.ts'
import { askDevice, follow } from './device.ts'
import { isKept } from './kept_engine.ts'
import { allHeads } from './store.ts'
import { livesHere, moveIn } from './whereabouts.ts'

/** Milliseconds after which a server that says nothing is out of reach, where the device can stand in. */
const PATIENCE = 4000
const TABLE = /^\/tables\/([a-z2-7]{16})(?=[/?]|$)/
/** What a device can do in place of a server: open tables, and what needs none. */
const STANDS_IN = /^(?:POST \/(?:tables|import|explore|study|score)$|GET \/(?:rules|games|texts)[/?])/
/** What opens a table. */
const OPENS = /^POST \/(?:tables|import|tables\/[a-z2-7]{16}\/rematch)$/

type Wish = RequestInit & { body?: BodyInit | null }

/** Answer a request by whom it concerns. */
export async function askEither(path: string, wish: Wish): Promise<Response> {
  const table = TABLE.exec(path)?.[1]
  if (table && (await livesHere(table))) return here(path, wish)
  if (path.startsWith('/me/tables?')) return bothLists(path, wish)
  if (path === '/me/export') return bothExports(wish)
  if (path === '/me' && wish.method === 'DELETE') await askDevice(path, wish)
  try {
    const standsIn = STANDS_IN.test(`${wish.method ?? 'GET'} ${path}`) && (await isKept())
    return await fetch(`/api${path}`, standsIn ? { ...wish, signal: impatient(wish) } : wish)
  } catch (error) {
    return askInstead(path, wish, error)
  }
}

function impatient({ signal }: Wish): AbortSignal {
  const late = AbortSignal.timeout(PATIENCE)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** The server was missed: let the device answer if it can. */
export async function askInstead(path: string, wish: Wish, missed: unknown): Promise<Response> {
  const what = `${wish.method ?? 'GET'} ${path}`
  if (!STANDS_IN.test(what) || callsFriends(what, wish) || !(await isKept())) throw missed
  return here(path, wish)
}

/** Friends come by link, and links lead to a server. */
function callsFriends(what: string, { body }: Wish): boolean {
  if (what !== 'POST /tables' || typeof body !== 'string') return false
  return (JSON.parse(body) as { seats: { kind: string }[] }).seats.some(({ kind }) => kind === 'link')
}

/** Ask the device; a table that it opens lives here. */
async function here(path: string, wish: Wish): Promise<Response> {
  const answer = await askDevice(path, wish)
  answer.headers.set('Knobel-Here', 'yes')
  if (answer.ok && OPENS.test(`${wish.method ?? 'GET'} ${path}`)) {
    moveIn(((await answer.clone().json()) as { table: string }).table)
  }
  return answer
}

/** The tables of the server and those of this device, in one order. */
async function bothLists(path: string, wish: Wish): Promise<Response> {
  const asked = new URLSearchParams(path.split('?')[1])
  const before = Number(asked.get('before') ?? Infinity)
  const heads = (await allHeads()).filter(({ updated }) => updated < before)
  const mine = heads.map(({ summary }) => ({ ...(summary as MyTable), here: true }))
  const there = await fetch(`/api${path}`, wish).catch(() => null)
  // Whoever has never played with the server is nobody to it.
  const others = there?.ok ? ((await there.json()) as { tables: MyTable[] }).tables : []
  const tables = [...mine, ...others].sort((one, other) => other.updated - one.updated)
  const kept = !there || there.headers.has('Knobel-Kept')
  return Response.json(
    { tables: tables.slice(0, Number(asked.get('limit') ?? 50)) },
    { headers: kept ? { 'Knobel-Kept': 'yes' } : {} },
  )
}

/** Everything that the server knows, and everything that is here, in one file. */
async function bothExports(wish: Wish): Promise<Response> {
  type Export = Record<string, unknown> & { tables: unknown[] }
  const there = await fetch('/api/me/export', wish).catch(() => null)
  const kept = (await (await askDevice('/me/export', wish)).json()) as Export
  const told = there?.ok ? ((await there.json()) as Export) : kept
  return Response.json({ ...told, tables: told === kept ? kept.tables : [...told.tables, ...kept.tables] })
}

/** A stream of a table that lives here. */
export function deviceStream(table: string, after: number, hear: (told: Told) => void): Stream {
  const close = follow(table, after, hear)
  // Nothing lies between a page and its own device.
  return { close, doubt: () => undefined }
}
