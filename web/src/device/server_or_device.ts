/** API requests of the served app where some tables are on this device, or where the server is unreachable. */
import type { Told } from '~/api/stream_hub.ts'
import type { Stream } from '~/api/streams.ts'
import type { MyTable } from '~/api/types.ts'
import { askDevice, follow } from './device.ts'
import { engineIsStored } from './stored_engine.ts'
import { allHeads } from './store.ts'
import { isOnDevice, addDeviceTable } from './table_locations.ts'

/** The milliseconds after which the server counts as unreachable, where the device can stand in. */
const PATIENCE = 4000
const TABLE = /^\/tables\/([a-z2-7]{16})(?=[/?]|$)/
/** Requests that a device can answer in place of a server: opening tables, and those about no table. */
const STANDS_IN = /^(?:POST \/(?:tables|import|explore|study|score)$|GET \/(?:rules|games|texts)[/?])/
/** Requests that open a table. */
const OPENS = /^POST \/(?:tables|import|tables\/[a-z2-7]{16}\/rematch)$/

type Wish = RequestInit & { body?: BodyInit | null }

/** Send a request to the server or the device, whichever has the table. */
export async function askServerOrDevice(path: string, wish: Wish): Promise<Response> {
  const table = TABLE.exec(path)?.[1]
  if (table && (await isOnDevice(table))) return here(path, wish)
  if (path.startsWith('/me/tables?')) return bothLists(path, wish)
  if (path === '/me/export') return bothExports(wish)
  if (path === '/me' && wish.method === 'DELETE') await askDevice(path, wish)
  try {
    const standsIn = STANDS_IN.test(`${wish.method ?? 'GET'} ${path}`) && (await engineIsStored())
    return await fetch(`/api${path}`, standsIn ? { ...wish, signal: impatient(wish) } : wish)
  } catch (error) {
    return askDeviceInstead(path, wish, error)
  }
}

function impatient({ signal }: Wish): AbortSignal {
  const late = AbortSignal.timeout(PATIENCE)
  return signal ? AbortSignal.any([signal, late]) : late
}

/** Let the device answer if it can, after the server was unreachable. */
export async function askDeviceInstead(path: string, wish: Wish, missed: unknown): Promise<Response> {
  const what = `${wish.method ?? 'GET'} ${path}`
  if (!STANDS_IN.test(what) || callsFriends(what, wish) || !(await engineIsStored())) throw missed
  return here(path, wish)
}

/** Whether a request opens a table for friends by link, which needs a server. */
function callsFriends(what: string, { body }: Wish): boolean {
  if (what !== 'POST /tables' || typeof body !== 'string') return false
  return (JSON.parse(body) as { seats: { kind: string }[] }).seats.some(({ kind }) => kind === 'link')
}

/** Send a request to the device, and note a table that it opens. */
async function here(path: string, wish: Wish): Promise<Response> {
  const answer = await askDevice(path, wish)
  answer.headers.set('Knobel-Here', 'yes')
  if (answer.ok && OPENS.test(`${wish.method ?? 'GET'} ${path}`)) {
    addDeviceTable(((await answer.clone().json()) as { table: string }).table)
  }
  return answer
}

/** The tables of the server and of this device, in one list. */
async function bothLists(path: string, wish: Wish): Promise<Response> {
  const asked = new URLSearchParams(path.split('?')[1])
  const before = Number(asked.get('before') ?? Infinity)
  const heads = (await allHeads()).filter(({ updated }) => updated < before)
  const mine = heads.map(({ summary }) => ({ ...(summary as MyTable), here: true }))
  const there = await fetch(`/api${path}`, wish).catch(() => null)
  // Without a key, the server refuses the list.
  const others = there?.ok ? ((await there.json()) as { tables: MyTable[] }).tables : []
  const tables = [...mine, ...others].sort((one, other) => other.updated - one.updated)
  const kept = !there || there.headers.has('Knobel-Kept')
  return Response.json(
    { tables: tables.slice(0, Number(asked.get('limit') ?? 50)) },
    { headers: kept ? { 'Knobel-Kept': 'yes' } : {} },
  )
}

/** The exports of the server and of this device, in one file. */
async function bothExports(wish: Wish): Promise<Response> {
  type Export = Record<string, unknown> & { tables: unknown[] }
  const there = await fetch('/api/me/export', wish).catch(() => null)
  const kept = (await (await askDevice('/me/export', wish)).json()) as Export
  const told = there?.ok ? ((await there.json()) as Export) : kept
  return Response.json({ ...told, tables: told === kept ? kept.tables : [...told.tables, ...kept.tables] })
}

/** The stream of a table on this device. */
export function deviceStream(table: string, after: number, hear: (told: Told) => void): Stream {
  const close = follow(table, after, hear)
  // There is no connection that could break.
  return { close, doubt: () => undefined }
}
