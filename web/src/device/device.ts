/** The engine of this device, as pages use it: a web worker that is started on demand. */
import type { Told } from '~/api/stream_hub.ts'
import { absolute, ENGINE, HOME } from '~/app/edition.ts'
import { remove } from './stored_engine.ts'
import { forgetMemory } from './memory.ts'
import { need, note } from './progress.svelte.ts'
import { allHeads } from './store.ts'
import type { Said, Wish } from './messages.ts'

type Answer = Extract<Said, { type: 'answer' }>

let worker: Worker | null = null
let running = false
let last = 0
const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
const following = new Map<number, (events: [string, unknown][]) => void>()

function hire(): void {
  if (worker) return
  worker = new Worker(new URL('./engine.ts', import.meta.url), { type: 'module', name: 'knobel-engine' })
  worker.onmessage = ({ data }: MessageEvent<Said>) => hear(data)
  worker.onerror = () => fail('the engine did not start')
}

/** Fetch the engine, for playing offline. */
export function fetchEngine(): void {
  hire()
  say({ type: 'fetch', engine: ENGINE ?? '', home: HOME })
}

/** Start the engine before it is needed. */
export function startEngine(): void {
  hire()
  if (running) return
  running = true
  say({ type: 'start', engine: ENGINE ?? '', home: HOME })
}

/** Remove the engine from this device; tables stay. */
export async function dismissEngine(): Promise<void> {
  worker?.terminate()
  worker = null
  running = false
  note(null)
  await remove()
}

/** Start the engine, because somebody waits for it. */
function engine(): void {
  startEngine()
  need()
}

function say(wish: Wish): void {
  worker?.postMessage(wish)
}

function hear(said: Said): void {
  if (said.type === 'answer') {
    waiting.get(said.id)?.resolve(said)
    waiting.delete(said.id)
  } else if (said.type === 'told') {
    following.get(said.id)?.(said.events)
  } else {
    note(said.progress)
    if (said.progress.state === 'broken') fail(said.progress.why)
  }
}

/** Handle a crash of the worker; the next request starts another. */
function fail(why: string): void {
  worker?.terminate()
  worker = null
  running = false
  void forgetMemory()
  for (const { reject } of waiting.values()) reject(new Error(why))
  waiting.clear()
  note({ state: 'broken', why })
}

/** Static files for requests with the same response for everybody. */
const WRITTEN: [RegExp, string][] = [
  [/^\/texts\/(\w+)$/, 'texts.$1'],
  [/^\/games\?language=(\w+)$/, 'games.$1'],
  [/^\/rules\/([\w-]+)\?language=(\w+)$/, 'rules.$1.$2'],
  [/^\/distributions\/([\w-]+)$/, 'distributions.$1'],
]

/** Answer an API request. */
export async function askDevice(path: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  const file = method === 'GET' ? WRITTEN.find(([pattern]) => pattern.test(path)) : undefined
  if (file) return fetch(absolute(`told/${path.replace(...file)}.json`))
  if (path.startsWith('/me/tables?')) return myTables(new URLSearchParams(path.split('?')[1]))
  if (method !== 'GET' && 'storage' in navigator) void navigator.storage.persist().catch(() => undefined)
  const answer = await new Promise<Answer>((resolve, reject) => {
    engine()
    last += 1
    waiting.set(last, { resolve, reject })
    say({ type: 'ask', id: last, method, path, body: typeof body === 'string' ? body : null })
  })
  const bare = answer.status === 204
  return new Response(bare ? null : answer.body, { status: answer.status, headers: { 'Content-Type': answer.kind } })
}

/** The list of one's own tables from storage, which needs no engine. */
async function myTables(wish: URLSearchParams): Promise<Response> {
  const before = Number(wish.get('before') ?? Infinity)
  const found = (await allHeads()).filter(({ updated }) => updated < before)
  return Response.json({ tables: found.slice(0, Number(wish.get('limit'))).map(({ summary }) => summary) })
}

/** Follow a table of this device after an event; returns a function that stops it. */
export function follow(table: string, after: number, hear: (told: Told) => void): () => void {
  engine()
  last += 1
  const id = last
  following.set(id, (events) => {
    hear({ state: 'live' })
    for (const [type, data] of events) hear({ type, data })
  })
  say({ type: 'follow', id, table, after })
  return () => {
    following.delete(id)
    say({ type: 'leave', id })
  }
}
