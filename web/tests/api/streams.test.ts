import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: { data: string; lastEventId: string }) => void

class Source {
  static CONNECTING = 0
  static OPEN = 1
  static CLOSED = 2
  static all: Source[] = []
  readyState = Source.CONNECTING
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  #listeners: [string, Listener][] = []

  constructor(readonly address: string) {
    Source.all.push(this)
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push([type, listener])
  }

  close(): void {
    this.readyState = Source.CLOSED
  }

  open(): void {
    this.readyState = Source.OPEN
    this.onopen?.()
  }

  tell(type: string, number = 0): void {
    const event = { data: `${type} ${number}`, lastEventId: String(number) }
    for (const [wanted, listener] of this.#listeners) if (wanted === type) listener(event)
  }
}

const living = () => Source.all.filter(({ readyState }) => readyState !== Source.CLOSED)

/** A worker that tabs share, in the tabs' own thread. */
async function shareWorker(): Promise<void> {
  const { connect } = await import('~/api/stream_worker.ts')
  class Worker {
    onerror: (() => void) | null = null
    readonly port: MessagePort

    constructor() {
      const ends: Port[] = [new Port(), new Port()]
      const [here, there] = ends as [Port, Port]
      here.other = there
      there.other = here
      this.port = here as unknown as MessagePort
      connect(there as unknown as MessagePort)
    }
  }
  vi.stubGlobal('SharedWorker', Worker)
}

class Port {
  other!: Port
  onmessage: ((event: { data: unknown }) => void) | null = null
  postMessage(data: unknown): void {
    setTimeout(() => this.other.onmessage?.({ data }))
  }
  addEventListener(): void {
    // Nobody dies here.
  }
  close(): void {
    this.onmessage = null
  }
}

async function tabs(): Promise<typeof import('~/api/streams.ts')> {
  return await import('~/api/streams.ts')
}

/** Let all messages arrive. */
const settle = () => vi.advanceTimersByTimeAsync(1)

const SILENCE = 20_000
const at = (table: string) => (after: number) => `/api/tables/${table}/events?after=${after}`

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  Source.all = []
  vi.stubGlobal('EventSource', Source)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a browser without a worker to share has a stream for each', async () => {
  const { openStream } = await tabs()
  openStream(at('a'), 5, SILENCE)
  openStream(at('a'), 6, SILENCE)
  expect(Source.all.map(({ address }) => address)).toEqual([at('a')(5), at('a')(6)])
})

test('a worker that cannot be started is done without', async () => {
  vi.stubGlobal(
    'SharedWorker',
    vi.fn(() => {
      throw new Error('not here')
    }),
  )
  const { openStream } = await tabs()
  openStream(at('a'), 5, SILENCE)
  expect(Source.all).toHaveLength(1)
})

test('tabs at one table share a stream, which ends with the last of them', async () => {
  await shareWorker()
  const { openStream } = await tabs()
  const heard: string[] = []
  const streams = Array.from({ length: 7 }, (_, tab) => {
    const stream = openStream(at('a'), 5, SILENCE)
    stream.onopen = () => heard.push(`${tab} open`)
    stream.addEventListener('row', ({ data }) => heard.push(`${tab} ${data}`))
    return stream
  })
  await settle()
  expect(Source.all).toHaveLength(1)
  Source.all[0]?.open()
  await settle()
  expect(streams.every(({ readyState }) => readyState === Source.OPEN)).toBe(true)
  expect(heard.splice(0)).toHaveLength(7)
  Source.all[0]?.tell('row', 6)
  await settle()
  expect(heard.splice(0)).toEqual(streams.map((_, tab) => `${tab} row 6`))
  streams[3]?.close()
  await settle()
  Source.all[0]?.tell('row', 7)
  await settle()
  expect(heard).toHaveLength(6)
  for (const stream of streams) stream.close()
  await settle()
  expect(living()).toEqual([])
})

test('who comes later hears at once what it has missed', async () => {
  await shareWorker()
  const { openStream } = await tabs()
  openStream(at('a'), 5, SILENCE)
  await settle()
  Source.all[0]?.open()
  Source.all[0]?.tell('row', 8)
  const heard: string[] = []
  for (const after of [7, 8]) {
    const late = openStream(at('a'), after, SILENCE)
    late.addEventListener('row', ({ data }) => heard.push(`${after}: ${data}`))
    await settle()
    expect(late.readyState).toBe(Source.OPEN)
  }
  expect(heard).toEqual(['7: row 8'])
  expect(Source.all).toHaveLength(1)
})

test('another table has its own, and a server that says bye is asked anew', async () => {
  await shareWorker()
  const { openStream } = await tabs()
  const byes: number[] = []
  for (const tab of [0, 1]) openStream(at('a'), 5, SILENCE).addEventListener('bye', () => byes.push(tab))
  openStream(at('b'), 5, SILENCE)
  await settle()
  expect(living()).toHaveLength(2)
  Source.all[0]?.tell('bye')
  await settle()
  expect(byes).toEqual([0, 1])
  expect(living()).toHaveLength(1)
  openStream(at('a'), 9, SILENCE)
  openStream(at('a'), 9, SILENCE)
  await settle()
  expect(living().map(({ address }) => address)).toEqual([at('b')(5), at('a')(9)])
})

test('a stream that has told nothing for long is replaced for all when somebody comes again', async () => {
  await shareWorker()
  const { openStream } = await tabs()
  const heard: string[] = []
  openStream(at('a'), 5, SILENCE).addEventListener('row', ({ data }) => heard.push(data))
  await vi.advanceTimersByTimeAsync(60_000)
  openStream(at('a'), 5, SILENCE)
  await settle()
  expect(living()).toHaveLength(1)
  living()[0]?.tell('row', 6)
  await settle()
  expect(heard).toEqual(['row 6'])
})

test('an answer that is no stream is told to all', async () => {
  await shareWorker()
  const { openStream } = await tabs()
  const states: number[] = []
  for (let tab = 0; tab < 2; tab++) {
    const stream = openStream(at('a'), 5, SILENCE)
    stream.onerror = () => states.push(stream.readyState)
  }
  await settle()
  Source.all[0]?.close()
  Source.all[0]?.onerror?.()
  await settle()
  expect(states).toEqual([Source.CLOSED, Source.CLOSED])
})
