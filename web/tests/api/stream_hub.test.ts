import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Hub, type Port, type Told, type Wish } from '~/api/stream_hub.ts'
import { fakeSources, followed, last, living, Source } from './sources.ts'

/** A tab, as the hub sees it. */
class Tab {
  readonly told: Told[] = []
  #end: (() => void) | undefined
  readonly #port: Port = {
    onmessage: null,
    postMessage: (told: Told) => this.told.push(told),
    addEventListener: (_: string, listener: unknown) => (this.#end = listener as () => void),
    close: () => undefined,
  }

  constructor(hub: Hub, table: string, after = 5) {
    hub.connect(this.#port)
    this.say({ table, after })
  }

  say(wish: Wish): void {
    this.#port.onmessage?.call(this.#port as MessagePort, new MessageEvent('message', { data: wish }))
  }

  die(): void {
    this.#end?.()
  }

  /** What it heard since it was last asked. */
  get heard(): string[] {
    return this.told.splice(0).map((told) => {
      if ('state' in told) return told.state
      if ('latest' in told) return `latest ${told.latest}`
      if ('type' in told) return `${told.type} ${(told.data as { seq?: number }).seq}`
      return 'hub'
    })
  }
}

let reached: boolean[] = []
let asked = 0
let hub: Hub

beforeEach(() => {
  vi.useFakeTimers()
  fakeSources()
  reached = []
  asked = 0
  hub = new Hub()
  vi.stubGlobal('fetch', () => {
    asked += 1
    // Six are asked at once.
    const answers = reached[Math.floor((asked - 1) / 6)] ?? true
    return answers ? Promise.resolve(new Response()) : Promise.reject(new TypeError('gone'))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(50)

test('tabs at eight tables share one stream, and each hears of its own', async () => {
  const tabs = 'abcdefgh'.split('').map((table, at) => new Tab(hub, table, at))
  await settle()
  expect(living()).toEqual(['a:0,b:1,c:2,d:3,e:4,f:5,g:6,h:7'])
  last().open()
  expect(tabs.map(({ heard }) => heard)).toEqual(tabs.map(() => ['hub', 'live']))
  last().row('c', 3)
  expect(tabs.map(({ heard }) => heard)).toEqual(tabs.map((_, at) => (at === 2 ? ['row 3'] : [])))
})

test('a table that comes or goes renews the stream where all others are', async () => {
  const one = new Tab(hub, 'a')
  expect(living()).toEqual(['a:5'])
  last().open()
  last().row('a', 7)
  const two = new Tab(hub, 'b', 2)
  // Tabs that come together cause one new stream.
  new Tab(hub, 'c', 3)
  expect(living()).toEqual(['a:5'])
  last().row('a', 8)
  await settle()
  expect(living()).toEqual(['a:8,b:2,c:3'])
  expect(Source.all).toHaveLength(2)
  last().open()
  expect(one.heard).toEqual(['hub', 'live', 'row 7', 'row 8', 'live'])
  two.say('close')
  await settle()
  expect(living()).toEqual(['a:8,c:3'])
})

test('tabs at one table share what is told, and it is left with the last of them, however that ends', async () => {
  const tabs = [new Tab(hub, 'a'), new Tab(hub, 'a'), new Tab(hub, 'a')]
  await settle()
  last().open()
  last().row('a', 6)
  expect(tabs.map(({ heard }) => heard.at(-1))).toEqual(['row 6', 'row 6', 'row 6'])
  tabs[0]?.say('close')
  tabs[1]?.die()
  await settle()
  expect(living()).toEqual(['a:5'])
  tabs[2]?.die()
  expect(living()).toEqual([])
  expect(Source.all).toHaveLength(1)
})

test('who comes later hears what it has missed, and how the stream is', async () => {
  new Tab(hub, 'a')
  last().open()
  last().row('a', 8)
  expect(new Tab(hub, 'a', 7).heard).toEqual(['hub', 'live', 'latest 8'])
  expect(new Tab(hub, 'a', 8).heard).toEqual(['hub', 'live'])
  await settle()
  expect(Source.all).toHaveLength(1)
})

test('a table that is refused is followed no further, and the others are', async () => {
  const gone = new Tab(hub, 'a')
  const stays = new Tab(hub, 'b')
  await settle()
  last().open()
  last().send('refused', { table: 'a', data: { error: { code: 'no_table' } } })
  expect(gone.heard.at(-1)).toBe('refused undefined')
  last().row('b', 6)
  expect(stays.heard.at(-1)).toBe('row 6')
  await settle()
  expect(Source.all).toHaveLength(2)
  // Whoever wants it in spite of that is heard.
  gone.say({ table: 'a', after: 5 })
  await settle()
  expect(living()).toEqual(['b:6,a:5'])
})

test('what begins anew is resumed where it then is', async () => {
  new Tab(hub, 'a', 90)
  last().open()
  last().send('reset', { table: 'a', data: { seq: 3 } })
  new Tab(hub, 'b')
  await settle()
  expect(living()).toEqual(['a:3,b:5'])
})

test('after the server says goodbye it is asked again where the stream was', async () => {
  const tab = new Tab(hub, 'a')
  last().open()
  last().row('a', 6)
  last().send('bye', {})
  expect(living()).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(living()).toEqual(['a:6'])
  last().open()
  expect(tab.heard).toEqual(['hub', 'live', 'row 6', 'connecting', 'live'])
  expect(asked).toBe(0)
})

test('a stream that breaks, or an answer that is none, is asked for again, later each time', async () => {
  const tab = new Tab(hub, 'a')
  last().onerror?.()
  await vi.advanceTimersByTimeAsync(400)
  last().onerror?.()
  await vi.advanceTimersByTimeAsync(400)
  expect(Source.all).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(600)
  expect(Source.all).toHaveLength(3)
  expect(tab.heard).toEqual(['hub', 'lost', 'lost'])
})

test('a stream that gives no sign is taken for dead, and opened again when the server is reached', async () => {
  const tab = new Tab(hub, 'a')
  const first = last()
  first.open()
  first.send('ping', { every: 2 })
  await vi.advanceTimersByTimeAsync(3900)
  first.send('ping', { every: 2 })
  await vi.advanceTimersByTimeAsync(3900)
  expect(first.closed).toBe(false)
  reached = [false, false, true]
  await vi.advanceTimersByTimeAsync(200)
  expect(first.closed).toBe(true)
  expect(living()).toEqual([])
  expect(tab.heard.at(-1)).toBe('lost')
  await vi.advanceTimersByTimeAsync(3000)
  expect(asked).toBe(18)
  expect(living()).toEqual(['a:5'])
})

test('who comes while the server is missed is told so at once, at a new table and at one that others follow', async () => {
  reached = Array<boolean>(100).fill(false)
  new Tab(hub, 'a')
  last().open()
  last().send('ping', { every: 2 })
  await vi.advanceTimersByTimeAsync(4100)
  const late = [new Tab(hub, 'a'), new Tab(hub, 'b')]
  expect(late.map(({ heard }) => heard)).toEqual([
    ['hub', 'lost'],
    ['hub', 'lost'],
  ])
})

test('a stream that never opens is given up, and the next has more time', async () => {
  new Tab(hub, 'a')
  await vi.advanceTimersByTimeAsync(5100)
  expect(Source.all).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(9000)
  expect(Source.all).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1100)
  expect(Source.all).toHaveLength(3)
})

test('a tab that doubts that the stream lives gets a new one', async () => {
  const tab = new Tab(hub, 'a')
  last().open()
  last().row('a', 6)
  tab.say('doubt')
  tab.say('doubt')
  await settle()
  expect(Source.all).toHaveLength(2)
  expect(living()).toEqual(['a:6'])
})

test('while nobody follows, nothing is tried again', async () => {
  const tab = new Tab(hub, 'a')
  last().open()
  last().onerror?.()
  tab.say('close')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.all).toHaveLength(1)
  new Tab(hub, 'a', 9)
  expect(living()).toEqual(['a:9'])
})

test('of more tables than a stream follows those that came last are live', async () => {
  const tabs = Array.from({ length: 52 }, (_, at) => new Tab(hub, `t${at}`))
  await settle()
  expect(followed(last().address)?.split(',')).toHaveLength(50)
  last().open()
  expect(tabs.map(({ heard }) => heard.at(-1)).slice(0, 3)).toEqual(['lost', 'lost', 'live'])
})
