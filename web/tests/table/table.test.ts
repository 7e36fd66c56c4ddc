import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, type Api, Refused, Unreachable } from '~/api/client.ts'
import type { State, Told } from '~/api/stream_hub.ts'
import type { Change, Command, Done, View } from '~/api/types.ts'
import { miss, notice } from '~/app/offline.svelte.ts'
import { commit, pinOf } from '~/check/pins.ts'
import { Table } from '~/table/table.svelte.ts'
import { example } from '../examples.ts'

/** What a table follows; a test says what it tells. */
class Stream {
  static last: Stream
  closed = false
  doubts = 0

  constructor(
    readonly table: string,
    readonly after: number,
    readonly hear: (told: Told) => void,
  ) {
    Stream.last = this
  }

  close(): void {
    this.closed = true
  }

  doubt(): void {
    this.doubts += 1
  }

  be(state: State): void {
    this.hear({ state })
  }

  send(type: string, data: unknown): void {
    this.hear({ type, data })
  }

  tell(seq: number): void {
    this.send('row', { seq, kind: 'entry' })
  }
}

const follow = (table: string, after: number, hear: (told: Told) => void) => new Stream(table, after, hear)

const at = (seq: number): View => ({ ...example('classic', 'middle'), seq })
let now = 0
let looks = 0
let commands: Command[] = []
let answers: (() => Promise<Done>)[] = []

const fake: Api = {
  ...api,
  reach: () => Promise.resolve(true),
  view: () => {
    looks += 1
    return Promise.resolve(at(now))
  },
  command: (_, command) => {
    commands.push(command)
    const next = answers.shift()
    return next ? next() : Promise.resolve({ seq: now, view: at(now), change: null })
  },
}

beforeEach(() => {
  notice(new Response())
  vi.useFakeTimers()
  now = 5
  looks = 0
  commands = []
  answers = []
})

afterEach(() => {
  vi.useRealTimers()
})

async function opened(): Promise<Table> {
  const table = new Table('abc', fake, follow)
  await table.open()
  return table
}

test('what was told before is shown as such, before the stream has noticed anything', async () => {
  miss()
  const table = await opened()
  expect(table.connection).toBe('lost')
  Stream.last.be('live')
  expect(table.connection).toBe('live')
})

test('it follows the events after what it has seen, and says how the connection is', async () => {
  const table = await opened()
  expect([Stream.last.table, Stream.last.after]).toEqual(['abc', 5])
  expect(table.connection).toBe('connecting')
  for (const state of ['live', 'lost', 'connecting', 'live'] as const) {
    Stream.last.be(state)
    expect(table.connection).toBe(state)
  }
  table.close()
  expect(Stream.last.closed).toBe(true)
})

test('what happens is heard once, also if it is told again', async () => {
  const table = await opened()
  const heard: number[] = []
  table.hear(({ seq }) => heard.push(seq))
  for (const seq of [6, 7, 6, 7, 8]) Stream.last.tell(seq)
  expect(heard).toEqual([6, 7, 8])
})

test('a tab that comes late looks at what it has missed', async () => {
  const table = await opened()
  now = 8
  Stream.last.hear({ latest: 8 })
  await vi.advanceTimersByTimeAsync(100)
  expect(table.view?.seq).toBe(8)
})

test('a table that cannot be followed any more says why, and is not followed', async () => {
  let gone = false
  const view = () => (gone ? Promise.reject(new Refused(404, 'no_table', 'not there')) : Promise.resolve(at(5)))
  const table = new Table('abc', { ...fake, view }, follow)
  await table.open()
  const first = Stream.last
  // It was so for a moment only.
  first.send('refused', { error: { code: 'denied' } })
  await vi.advanceTimersByTimeAsync(1000)
  const second = Stream.last
  expect([first.closed, second === first]).toEqual([true, false])
  gone = true
  second.send('refused', { error: { code: 'no_table' } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(table.error?.code).toBe('no_table')
  expect([second.closed, Stream.last === second]).toEqual([true, true])
})

test('events that come together cause one look', async () => {
  const table = await opened()
  now = 9
  for (const seq of [6, 7, 8, 9]) Stream.last.tell(seq)
  await vi.advanceTimersByTimeAsync(100)
  expect(looks).toBe(2)
  expect(table.view?.seq).toBe(9)
})

test('an event it knows already causes none', async () => {
  await opened()
  Stream.last.tell(5)
  await vi.advanceTimersByTimeAsync(100)
  expect(looks).toBe(1)
})

test('a command whose answer is lost is sent again under the same key', async () => {
  const table = await opened()
  const lost = () => Promise.reject(new Unreachable())
  answers = [lost, lost]
  now = 7
  const sent = table.send('keep 1 4', 0)
  await vi.advanceTimersByTimeAsync(5000)
  await sent
  expect(commands).toHaveLength(3)
  expect(new Set(commands.map(({ key }) => key)).size).toBe(1)
  expect(commands[0]).toMatchObject({ move: 'keep 1 4', seen: 5, seat: 0 })
  expect(table.view?.seq).toBe(7)
  expect(table.sending).toBe(false)
})

test('two commands have two keys and go one after the other', async () => {
  const table = await opened()
  await Promise.all([table.send('place a1 a2', 0), table.send('place a1 a2', 1)])
  expect(new Set(commands.map(({ key }) => key)).size).toBe(2)
})

test('a stale command is not sent again, but the table is looked at anew', async () => {
  const table = await opened()
  answers = [() => Promise.reject(new Refused(409, 'stale', 'look again'))]
  now = 8
  await expect(table.send('write chance')).rejects.toMatchObject({ code: 'stale' })
  expect(commands).toHaveLength(1)
  expect(table.view?.seq).toBe(8)
})

test('an older view never replaces a newer one', async () => {
  const table = await opened()
  table.take(at(3))
  expect(table.view?.seq).toBe(5)
})

test('a command that hangs says so, and no longer when it is through', async () => {
  const table = await opened()
  let arrive: (() => void) | undefined
  answers = [() => new Promise((resolve) => (arrive = () => resolve({ seq: 6, view: at(6), change: null })))]
  const sent = table.send('write chance')
  await vi.advanceTimersByTimeAsync(2900)
  expect(table.slow).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(table.slow).toBe(true)
  arrive?.()
  await sent
  expect(table.slow).toBe(false)
  expect(table.view?.seq).toBe(6)
})

test('when a request comes through again the stream over the broken connection is doubted', async () => {
  const table = await opened()
  const stream = Stream.last
  stream.be('live')
  answers = [() => Promise.reject(new Unreachable())]
  const sent = table.send('write chance')
  await vi.advanceTimersByTimeAsync(1000)
  await sent
  expect(stream.doubts).toBe(1)
  dispatchEvent(new Event('online'))
  expect(stream.doubts).toBe(2)
})

test('a stream from the future begins anew with what the server knows', async () => {
  const table = await opened()
  Stream.last.send('reset', at(3))
  expect(table.view?.seq).toBe(3)
  Stream.last.tell(4)
  now = 4
  await vi.advanceTimersByTimeAsync(100)
  expect(table.view?.seq).toBe(4)
})

test('who is online, and how many watch, is told beside the view', async () => {
  const table = await opened()
  const before = table.view
  Stream.last.send('online', {
    seats: [
      { online: true, offline_since: null },
      { online: false, offline_since: 7 },
    ],
    watchers: 2,
  })
  expect(table.view?.seats.map(({ online, offline_since }) => [online, offline_since])).toEqual([
    [true, null],
    [false, 7],
  ])
  expect(table.view).toEqual({ ...before, seats: table.view?.seats, watchers: 2 })
})

test('a table is asked for until the server can tell of it', async () => {
  const busy = () => Promise.reject(new Refused(503, 'busy', 'come again', null, 1))
  let tries = 0
  const table = new Table('abc', { ...fake, view: () => (++tries < 20 ? busy() : Promise.resolve(at(5))) }, follow)
  const opening = table.open()
  await vi.advanceTimersByTimeAsync(1000)
  expect(table.error).toBe(null)
  await vi.advanceTimersByTimeAsync(60_000)
  await opening
  expect(table.view?.seq).toBe(5)
  expect(table.error).toBe(null)
})

test('what this device committed to is opened as soon as all have committed, before the table is shown', async () => {
  const seal = 'ab'.repeat(32)
  const { commitment = null } = commit('fresh', seal)
  const seats = at(5).seats.map((seat, number) => ({ ...seat, commitment: number ? null : commitment, nonce: null }))
  const waits: View = { ...at(5), table: 'fresh', seal, seats, started: false, opening: { seats: [0], until: 0 } }
  const sent: string[] = []
  const table = new Table(
    'fresh',
    {
      ...fake,
      view: () => Promise.resolve(waits),
      openNonce: (_, nonce) => {
        sent.push(nonce)
        return Promise.resolve({ seq: 6, view: { ...waits, seq: 6, started: true, opening: null }, change: null })
      },
    },
    follow,
  )
  await table.open()
  expect(sent).toEqual([pinOf('fresh')?.nonce])
  expect(pinOf('fresh')?.opened).toBe(true)
  expect(table.view?.started).toBe(true)
})

test('for another seal than the one it kept a device opens nothing', async () => {
  const { commitment = null } = commit('other', 'ab'.repeat(32))
  const seats = at(5).seats.map((seat, number) => ({ ...seat, commitment: number ? null : commitment, nonce: null }))
  const opening = { seats: [0], until: 0 }
  const swapped: View = { ...at(5), table: 'other', seal: 'cd'.repeat(32), seats, started: false, opening }
  const openNonce = vi.fn()
  const table = new Table('other', { ...fake, view: () => Promise.resolve(swapped), openNonce }, follow)
  await table.open()
  expect(openNonce).not.toHaveBeenCalled()
  expect(table.view?.started).toBe(false)
})

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a page that nobody sees follows nothing, and looks again when it is seen', async () => {
  const table = await opened()
  const first = Stream.last
  show('hidden')
  expect(first.closed).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Stream.last).toBe(first)
  now = 8
  show('visible')
  await vi.advanceTimersByTimeAsync(100)
  expect(table.view?.seq).toBe(8)
  expect(Stream.last).not.toBe(first)
  expect(Stream.last.closed).toBe(false)
  table.close()
})

test('who was replaced because they were gone plays again as soon as they look', async () => {
  const back: (number | undefined)[] = []
  const table = new Table(
    'abc',
    {
      ...fake,
      back: (_, seat) => {
        back.push(seat)
        return Promise.resolve({ seq: 6 })
      },
    },
    follow,
  )
  const seats = at(5).seats.map((seat, number) => ({ ...seat, left: number === 0 ? ('absent' as const) : null }))
  table.take({ ...at(5), you: [0], seats })
  await vi.advanceTimersByTimeAsync(100)
  expect([back, table.returned]).toEqual([[0], 1])
})

const change = (since: number, seq: number): Change => {
  const { you, watching, seats, undoable, moves, ask, links, knocks, watchers } = at(seq)
  const own = { you, watching, seats, undoable, moves, ask, links, knocks, watchers }
  return { since, seq, changes: [{ at: ['seq'], to: seq }], own, now: seq }
}

test('a change of the view it has is taken without a look', async () => {
  const table = await opened()
  Stream.last.tell(6)
  Stream.last.send('change', change(5, 6))
  await vi.advanceTimersByTimeAsync(100)
  expect(looks).toBe(1)
  expect(table.view).toEqual({ ...at(6), now: 6 })
})

test('a change of another view leads to a look', async () => {
  const table = await opened()
  now = 8
  Stream.last.tell(8)
  Stream.last.send('change', change(7, 8))
  expect(table.view?.seq).toBe(5)
  await vi.advanceTimersByTimeAsync(100)
  expect(looks).toBe(2)
  expect(table.view?.seq).toBe(8)
})

test('a command is answered with what has changed, or else the table is looked at', async () => {
  const table = await opened()
  answers = [() => Promise.resolve({ seq: 6, view: null, change: change(5, 6) })]
  await table.send('write chance')
  expect(commands[0]).toMatchObject({ seen: 5, view: true, changes: true })
  expect([table.view?.seq, looks]).toEqual([6, 1])
  now = 9
  answers = [() => Promise.resolve({ seq: 8, view: null, change: change(7, 9) })]
  await table.send('write chance')
  expect([table.view?.seq, looks]).toEqual([9, 2])
  // What is older than the view is no reason to look.
  answers = [() => Promise.resolve({ seq: 8, view: null, change: change(7, 9) })]
  await table.send('write chance')
  expect([table.view?.seq, looks]).toEqual([9, 2])
})
