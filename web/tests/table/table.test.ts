import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, type Api, Refused, Unreachable } from '~/api/client.ts'
import type { Command, View } from '~/api/types.ts'
import { Table } from '~/table/table.svelte.ts'
import { example } from '../examples.ts'

class Stream extends EventTarget {
  static CLOSED = 2
  static last: Stream
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor(readonly address: string) {
    super()
    Stream.last = this
  }

  close(): void {
    this.readyState = Stream.CLOSED
  }

  tell(seq: number): void {
    this.dispatchEvent(new MessageEvent('row', { data: JSON.stringify({ seq, kind: 'entry' }) }))
  }
}

const at = (seq: number): View => ({ ...example('classic', 'middle'), seq })
let now = 0
let looks = 0
let commands: Command[] = []
let answers: (() => Promise<{ seq: number; view: View | null }>)[] = []

const fake: Api = {
  ...api,
  view: () => {
    looks += 1
    return Promise.resolve(at(now))
  },
  command: (_, command) => {
    commands.push(command)
    const next = answers.shift()
    return next ? next() : Promise.resolve({ seq: now, view: at(now) })
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  now = 5
  looks = 0
  commands = []
  answers = []
})

afterEach(() => {
  vi.useRealTimers()
})

async function opened(): Promise<Table> {
  const table = new Table('abc', fake)
  await table.open()
  return table
}

test('it follows the events after what it has seen', async () => {
  const table = await opened()
  expect(Stream.last.address).toBe('/api/tables/abc/events?view=true&after=5')
  expect(table.connection).toBe('connecting')
  Stream.last.onopen?.()
  expect(table.connection).toBe('live')
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

test('after the server says goodbye it listens again by itself', async () => {
  await opened()
  const first = Stream.last
  first.dispatchEvent(new Event('bye'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(Stream.last).not.toBe(first)
})

test('once closed it does not come back', async () => {
  const table = await opened()
  const first = Stream.last
  first.dispatchEvent(new Event('bye'))
  table.close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(Stream.last).toBe(first)
})

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a page that nobody sees follows nothing, and looks again when it is seen', async () => {
  const table = await opened()
  const first = Stream.last
  show('hidden')
  expect(first.readyState).toBe(Stream.CLOSED)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Stream.last).toBe(first)
  now = 8
  show('visible')
  await vi.advanceTimersByTimeAsync(100)
  expect(table.view?.seq).toBe(8)
  expect(Stream.last).not.toBe(first)
  expect(Stream.last.readyState).not.toBe(Stream.CLOSED)
  table.close()
})
