import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A worker that answers every request with what was asked. */
class Echo {
  onmessage: ((event: { data: unknown }) => void) | null = null

  postMessage(wish: { type: string; id: number; method: string; path: string; body: string | null }): void {
    if (wish.type === 'follow') this.#say({ type: 'told', id: wish.id, events: [['row', { seq: 7 }]] })
    if (wish.type !== 'ask') return
    const body = new TextEncoder().encode(JSON.stringify([wish.method, wish.path, wish.body]))
    this.#say({ type: 'answer', id: wish.id, status: wish.path === '/me' ? 204 : 200, kind: 'application/json', body })
  }

  #say(data: unknown): void {
    queueMicrotask(() => this.onmessage?.({ data }))
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('Worker', Echo)
})

afterEach(() => {
  for (const said of document.querySelectorAll('meta[name^="knobel-"]')) said.remove()
  // Whoever comes next has a server again.
  vi.resetModules()
  vi.unstubAllGlobals()
})

/** The page says something of itself. */
function says(name: string, content: string): void {
  const said = document.createElement('meta')
  said.name = `knobel-${name}`
  said.content = content
  document.head.append(said)
}

/** The page has an engine, and no server. */
function alone(): void {
  says('engine', 'engine/abc.json')
  says('alone', 'yes')
}

test('with a server, requests go to it', async () => {
  const asked = vi.fn(() => Promise.resolve(Response.json({ tables: [] })))
  vi.stubGlobal('fetch', asked)
  const { api } = await import('~/api/client.ts')
  await api.myTables()
  expect(asked).toHaveBeenCalledWith('/api/me/tables?limit=50', expect.anything())
})

test('without one, the same requests go to the engine of this device, and nothing over the network', async () => {
  alone()
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const { api } = await import('~/api/client.ts')
  expect(await api.join('abc', { seat: 1 })).toEqual(['POST', '/tables/abc/join', '{"seat":1}'])
  expect(await api.view('abc')).toEqual(['GET', '/tables/abc', null])
  await api.forget()
  expect(await api.reach()).toBe(true)
  expect(asked).not.toHaveBeenCalled()
})

test('words and games are files beside the page, so that it is drawn before the engine runs', async () => {
  alone()
  const asked = vi.fn((address: string) => Promise.resolve(Response.json({ address })))
  vi.stubGlobal('fetch', asked)
  const { api } = await import('~/api/client.ts')
  await api.texts('de')
  await api.games('en')
  await api.rules('some-game', 'de')
  const names = asked.mock.calls.map(([address]) => new URL(address).pathname)
  expect(names).toEqual(['/told/texts.de.json', '/told/games.en.json', '/told/rules.some-game.de.json'])
})

test('a table of this device is followed by what its engine tells', async () => {
  alone()
  const { openStream } = await import('~/api/transport.ts')
  const heard: unknown[] = []
  const stream = openStream('abc', 3, (told) => heard.push(told))
  await vi.waitFor(() => expect(heard).toEqual([{ state: 'live' }, { type: 'row', data: { seq: 7 } }]))
  stream.close()
})
