/** The engine: the same Python that a server runs, in a web worker. */
import type { PyodideAPI } from 'pyodide'
import type { PyAwaitable, PyProxy } from 'pyodide/ffi'
import * as kernel from './kernel.ts'
import { type Engine, obtained } from './stored_engine.ts'
import type { Progress, Said, Wish } from './messages.ts'
import { started } from './start.ts'
import * as store from './store.ts'
import { Values } from './values.ts'

/** The bridge of `knobel.browser.bridge`. */
interface Device extends PyProxy {
  answer(method: string, path: string, body?: string): PyAwaitable
  news(table: string, after: number): Promise<string>
  forget(table: string): void
}

interface Follower {
  id: number
  /** The last event that was sent. */
  after: number
  /** The number of changes since the current fetch of news began. */
  wanted: number
}

/** Other windows of this browser, which may play at the same tables. */
const others = new BroadcastChannel('knobel-tables')
const followers = new Map<string, Map<number, Follower>>()

let engine: Promise<Engine> | null = null
let device: Promise<Device> | null = null

addEventListener('message', ({ data }: MessageEvent<Wish>) => {
  if (data.type === 'fetch') void fetched(data.engine, data.home).catch(() => undefined)
  else if (data.type === 'start') device ??= ready(data.engine, data.home)
  else if (data.type === 'ask') void answer(data)
  else if (data.type === 'follow') follow(data)
  else leave(data.id)
})

others.addEventListener('message', ({ data }: MessageEvent<string>) => {
  void device?.then((it) => {
    it.forget(data)
    changed(data, false)
  })
})

function say(said: Said, moved: Transferable[] = []): void {
  postMessage(said, { transfer: moved })
}

function tell(progress: Progress): void {
  say({ type: 'progress', progress })
}

/** Fetch all files of the engine. */
function fetched(address: string, home: string): Promise<Engine> {
  engine ??= obtained(address, home, (done, whole) => tell({ state: 'loading', done, whole })).then(
    (found) => {
      tell({ state: 'here' })
      return found
    },
    (error: unknown) => {
      engine = null
      throw error
    },
  )
  return engine
}

async function ready(address: string, home: string): Promise<Device> {
  try {
    const files = await fetched(address, home)
    tell({ state: 'starting' })
    const made = await deviceOf(await started(files), files, home)
    tell({ state: 'ready' })
    return made
  } catch (error) {
    tell({ state: 'broken', why: String(error) })
    throw error
  }
}

async function deviceOf(python: PyodideAPI, { index }: Engine, home: string): Promise<Device> {
  const browser = python.pyimport('knobel.browser.bridge') as PyProxy & {
    start(kept: typeof store, told: typeof around, key: string, home: string): Device
  }
  const values = new Values(python, index.values, home)
  const around = {
    changed: (table: string) => changed(table),
    fetched: (game: string, folder: string) => brought(values, game, folder),
    reviewed,
    kernel: { ...kernel },
  }
  const key = await store.ownKey()
  return browser.start({ ...store }, around, key, home.replace(/^\w+:\/\/|\/$/g, ''))
}

/** Fetch the values of a game, with progress messages. */
async function brought(values: Values, game: string, folder: string): Promise<boolean> {
  if (values.has(game)) return true
  tell({ state: 'values' })
  const here = await values.fetch(game, folder)
  tell({ state: 'ready' })
  return here
}

/** The least milliseconds between two progress messages of a review: drawing them takes time, too. */
const QUIET = 500
let toldAt = -QUIET

/** Report the progress of a review. */
function reviewed(done: number, whole: number): void {
  if (done === whole) tell({ state: 'ready' })
  else if (performance.now() - toldAt >= QUIET) {
    toldAt = performance.now()
    tell({ state: 'reviewing', done, whole })
  }
}

async function answer({ id, method, path, body }: Extract<Wish, { type: 'ask' }>): Promise<void> {
  try {
    const it = await device
    if (!it) throw new Error('the engine was not started')
    const made = (await it.answer(method, path, body ?? undefined)) as PyProxy & { get(at: number): unknown }
    const [status, kind, bytes] = [made.get(0) as number, made.get(1) as string, made.get(2) as PyProxy]
    const whole = bytes.toJs() as Uint8Array<ArrayBuffer>
    bytes.destroy()
    made.destroy()
    say({ type: 'answer', id, status, kind, body: whole }, [whole.buffer])
  } catch (error) {
    const broken = { error: { code: 'broken', message: String(error), details: null } }
    const whole = new TextEncoder().encode(JSON.stringify(broken))
    say({ type: 'answer', id, status: 500, kind: 'application/json', body: whole }, [whole.buffer])
  }
}

function follow({ id, table, after }: Extract<Wish, { type: 'follow' }>): void {
  const there = followers.get(table) ?? new Map<number, Follower>()
  followers.set(table, there)
  const follower = { id, after, wanted: 0 }
  there.set(id, follower)
  void inform(table, follower)
}

function leave(id: number): void {
  for (const there of followers.values()) there.delete(id)
}

/** Handle a change of a table: made here, so that other windows are notified, or in another window. */
function changed(table: string, here = true): void {
  if (here) others.postMessage(table)
  for (const follower of followers.get(table)?.values() ?? []) void inform(table, follower)
}

/** Send a page the events it does not know yet. */
async function inform(table: string, follower: Follower): Promise<void> {
  follower.wanted += 1
  if (follower.wanted > 1) return
  for (let served = 0; served !== follower.wanted;) {
    served = follower.wanted
    const events = await newsOf(table, follower.after)
    for (const [type, data] of events) {
      if (type === 'row' || type === 'reset') follower.after = (data as { seq: number }).seq
    }
    say({ type: 'told', id: follower.id, events })
  }
  follower.wanted = 0
}

/** The events of a table; `refused` if it is gone. */
async function newsOf(table: string, after: number): Promise<[string, unknown][]> {
  try {
    const it = await device
    return JSON.parse((await it?.news(table, after)) ?? '[]') as [string, unknown][]
  } catch {
    return [['refused', null]]
  }
}
