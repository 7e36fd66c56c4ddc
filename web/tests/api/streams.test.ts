import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Told, Wish } from '~/api/stream_hub.ts'
import { fakeSources, last, living } from './sources.ts'

/** A worker that tabs share; it hears nothing before it has started. */
class Shared {
  static all: Shared[] = []
  onerror: (() => void) | null = null
  readonly wishes: Wish[] = []
  readonly port = {
    onmessage: null as ((event: { data: Told }) => void) | null,
    postMessage: (wish: Wish) => void this.wishes.push(wish),
    addEventListener: () => undefined,
    close: () => undefined,
  }

  constructor() {
    Shared.all.push(this)
  }

  tell(told: Told): void {
    this.port.onmessage?.({ data: told })
  }
}

function worker(): Shared {
  const shared = Shared.all.at(-1)
  if (!shared) throw new Error('no worker was asked for')
  return shared
}

const tabs = () => import('~/api/streams.ts')
const settle = () => vi.advanceTimersByTimeAsync(50)
const deaf = () => undefined

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  fakeSources()
  Shared.all = []
  vi.stubGlobal('SharedWorker', Shared)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a tab asks the worker that all share, and holds no stream itself', async () => {
  const { openStream } = await tabs()
  const heard: Told[] = []
  const stream = openStream('a', 5, (told) => heard.push(told))
  worker().tell({ hub: true })
  worker().tell({ state: 'live' })
  worker().tell({ type: 'row', data: { seq: 6 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).toEqual([{ state: 'live' }, { type: 'row', data: { seq: 6 } }])
  stream.doubt()
  stream.close()
  expect(worker().wishes).toEqual([{ table: 'a', after: 5 }, 'doubt', 'close'])
  expect(living()).toEqual([])
})

test('a browser without a worker to share has a stream of its own', async () => {
  vi.stubGlobal('SharedWorker', undefined)
  // @ts-expect-error: it is there in all browsers that TypeScript knows.
  delete globalThis.SharedWorker
  const { openStream } = await tabs()
  const heard: Told[] = []
  const stream = openStream('a', 5, (told) => heard.push(told))
  await settle()
  expect(living()).toEqual(['a:5'])
  last().open()
  last().row('a', 6)
  await settle()
  expect(heard).toEqual([{ state: 'live' }, { type: 'row', data: { seq: 6 } }])
  stream.close()
  await settle()
  expect(living()).toEqual([])
})

test('a worker that cannot be started is done without', async () => {
  vi.stubGlobal('SharedWorker', function () {
    throw new Error('not here')
  })
  const { openStream } = await tabs()
  openStream('a', 5, deaf)
  await settle()
  expect(living()).toEqual(['a:5'])
})

test('a worker that breaks is done without', async () => {
  const { openStream } = await tabs()
  openStream('a', 5, deaf)
  worker().onerror?.()
  await settle()
  expect(living()).toEqual(['a:5'])
})

test('a worker that does not come is not waited for, and serves when it does', async () => {
  const { openStream } = await tabs()
  const heard: Told[] = []
  openStream('a', 5, (told) => heard.push(told))
  await vi.advanceTimersByTimeAsync(4900)
  expect(living()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(living()).toEqual(['a:5'])
  last().open()
  await settle()
  expect(heard).toEqual([{ state: 'live' }])
  // The next one does not wait at all.
  openStream('b', 3, deaf)
  await settle()
  expect(living()).toEqual(['a:5,b:3'])
  for (const shared of Shared.all) shared.tell({ hub: true })
  await settle()
  expect(living()).toEqual([])
  worker().tell({ state: 'live' })
  openStream('c', 1, deaf)
  await settle()
  expect(living()).toEqual([])
})
