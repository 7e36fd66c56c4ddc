/**
 * The streams of all tabs of a browser, in a worker that they share.
 *
 * A browser has six connections to a server that speaks HTTP/1.1, and every stream takes one for ever. So each table is
 * followed once, and what happens there is passed on to every tab that shows it.
 */

/** What a tab wants to follow. */
export interface Wish {
  /** The same for all who follow the same. */
  follow: string
  /** Where to begin, for the first who does. */
  address: string
  /** The last event that the tab knows. */
  after: number
  /** A stream that has told nothing for so many milliseconds is taken for dead; who comes then gets a new one. */
  silence: number
}

/** What a tab is told: an event, or how the stream is. */
export type Told = { type: string; data: string } | { state: number }

const TYPES = ['row', 'view', 'change', 'online', 'reset', 'ping', 'bye']

interface Followed {
  source: EventSource
  ports: Set<MessagePort>
  heard: number
  /** The last event, with its number. */
  last: { number: number; told: Told } | null
}

const all = new Map<string, Followed>()

/** Serve a tab. */
export function connect(port: MessagePort): void {
  let follow = ''
  // A tab says so when it goes, unless it dies; not every browser tells of that.
  port.addEventListener('close', () => leave(follow, port))
  port.onmessage = ({ data }: MessageEvent<Wish | 'close'>) => {
    if (data === 'close') {
      leave(follow, port)
      port.close()
    } else {
      follow = data.follow
      join(data, port)
    }
  }
}

function join({ follow, address, after, silence }: Wish, port: MessagePort): void {
  const there = all.get(follow)
  if (there && Date.now() - there.heard < silence) {
    there.ports.add(port)
    if (there.source.readyState === EventSource.OPEN) port.postMessage({ state: EventSource.OPEN } satisfies Told)
    // What was told before this tab came, after it had looked.
    if (there.last && there.last.number > after) port.postMessage(there.last.told)
    return
  }
  there?.source.close()
  all.set(follow, open(follow, address, new Set([...(there?.ports ?? []), port])))
}

function open(follow: string, address: string, ports: Set<MessagePort>): Followed {
  const source = new EventSource(address)
  const followed: Followed = { source, ports, heard: Date.now(), last: null }
  const tell = (told: Told) => {
    followed.heard = Date.now()
    for (const port of ports) port.postMessage(told)
  }
  source.onopen = () => tell({ state: EventSource.OPEN })
  source.onerror = () => {
    tell({ state: source.readyState })
    if (source.readyState === EventSource.CLOSED) end(follow, followed)
  }
  for (const type of TYPES) {
    source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
      if (type === 'row') followed.last = { number: Number(lastEventId), told: { type, data } }
      tell({ type, data })
      if (type === 'bye') end(follow, followed)
    })
  }
  return followed
}

function leave(follow: string, port: MessagePort): void {
  const there = all.get(follow)
  there?.ports.delete(port)
  if (there?.ports.size === 0) end(follow, there)
}

/** Whoever wants to follow it further comes again. */
function end(follow: string, followed: Followed): void {
  followed.source.close()
  if (all.get(follow) === followed) all.delete(follow)
}

if ('onconnect' in globalThis) {
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports
    if (port) connect(port)
  })
}
