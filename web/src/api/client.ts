/** The requests of the HTTP API, one function each. */
import type { Hint, Objective, Review, Study } from './types.ts'
import type { Position } from '~/explore/position.ts'
import type { Language } from '~/app/i18n.svelte.ts'
import { miss, notice } from '~/app/offline.svelte.ts'
import { ask, reach } from './transport.ts'
import type {
  AskScore,
  BestPossible,
  Board,
  Challenge,
  CircleMade,
  CompareChallenge,
  Compared,
  DecisiveMoment,
  Distributions,
  Explored,
  GamesOfDay,
  Handed,
  HandIn,
  OpenDay,
  PuzzleAsked,
  PuzzleList,
  ResultOfDay,
  Score,
} from './shapes.ts'
import type {
  Command,
  Consequences,
  Correctable,
  Done,
  Games,
  GivenTicket,
  Happened,
  Joined,
  JoinWish,
  Knocked,
  MovesMade,
  MyTables,
  NextTable,
  Opened,
  Pad,
  PrintedPad,
  RulesPage,
  TableWish,
  View,
} from './types.ts'

/** The server refused; its message says what would be right. */
export class Refused extends Error {
  override name = 'Refused'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = null,
    /** How many seconds to wait before trying again, if the server said so. */
    readonly wait: number | null = null,
  ) {
    super(message)
  }

  /** The same request may be sent again as it is. */
  get passing(): boolean {
    return this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** The server could not be reached; nobody knows whether the request arrived. */
export class Unreachable extends Error {
  override name = 'Unreachable'

  /** Nothing came in time: the connection may be dead, and others with it. */
  get hung(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'AbortError'
  }
}

/** Whether the same request may bring an answer later. */
export function passes(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof Refused && error.passing)
}

type Body = Record<string, unknown>

/** Milliseconds for an answer; then the connection is taken for dead, though nobody has closed it. */
const PATIENCE = 10_000
/** The server gives thinking a minute, and says so when that is over. */
const THINKING = 70_000

async function request<T>(
  method: string,
  path: string,
  body?: object,
  { ticket, patience = PATIENCE }: { ticket?: string; patience?: number } = {},
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), patience)
  try {
    const response = await send(late.signal, method, path, body, ticket)
    notice(response)
    if (!response.ok) throw await refusal(response)
    return (response.status === 204 ? undefined : await answer(response)) as T
  } finally {
    clearTimeout(timer)
  }
}

async function send(
  signal: AbortSignal,
  method: string,
  path: string,
  body?: object,
  ticket?: string,
): Promise<Response> {
  try {
    return await ask(path, {
      method,
      signal,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(ticket ? { Authorization: `Bearer ${ticket}` } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    })
  } catch (cause) {
    miss()
    throw new Unreachable('the server cannot be reached', { cause })
  }
}

async function answer(response: Response): Promise<unknown> {
  const json = response.headers.get('Content-Type')?.includes('json')
  try {
    return await (json ? response.json() : response.text())
  } catch (cause) {
    // The connection broke in the middle of the answer.
    throw new Unreachable('the answer did not arrive', { cause })
  }
}

async function refusal(response: Response): Promise<Refused> {
  const after = Number(response.headers.get('Retry-After'))
  const wait = after > 0 ? after : null
  const told = (await answer(response).catch(() => null)) as { error?: Body } | null
  const { code, message, details } = told?.error ?? {}
  if (typeof code === 'string' && typeof message === 'string') {
    return new Refused(response.status, code, message, details ?? null, wait)
  }
  // Not our server but a proxy before it.
  return new Refused(response.status, 'unknown', response.statusText, null, wait)
}

/** A body for one seat, or for all own ones. */
const forSeat = (seat?: number) => (seat === undefined ? {} : { seat })

const at = (table: string, rest = '') => `/tables/${encodeURIComponent(table)}${rest}`

/** What the coach shall judge by, if not by the usual. */
function judgedBy(objective: Objective | undefined): string {
  return objective ? `&objective=${objective}` : ''
}

export const api = {
  games: (language: string) => request<Games>('GET', `/games?language=${language}`),
  texts: (language: string) => request<Record<string, string>>('GET', `/texts/${language}`),
  /** The newest tables, or those that something last happened at before then. */
  myTables: (limit = 50, before?: number) =>
    request<MyTables>('GET', `/me/tables?limit=${limit}${before === undefined ? '' : `&before=${before}`}`),
  open: (wish: TableWish) => request<Opened>('POST', '/tables', wish),
  view: (table: string) => request<View>('GET', at(table)),
  join: (table: string, wish: JoinWish) => request<Joined>('POST', at(table, '/join'), wish),
  mine: (table: string) => request<Joined>('GET', at(table, '/mine')),
  knock: (table: string, ticket: string, seat: number) =>
    request<Knocked>('POST', at(table, '/knock'), { ticket, seat }),
  share: (table: string, shown: boolean) => request<Happened>('POST', at(table, '/share'), { public: shown }),
  admit: (table: string, mark: string, admit: boolean) =>
    request<Happened>('POST', at(table, '/admit'), { mark, admit }),
  openNonce: (table: string, nonce: string) => request<Done>('POST', at(table, '/open'), { nonce, view: true }),
  start: (table: string) => request<Happened>('POST', at(table, '/start'), {}),
  command: (table: string, command: Command) => request<Done>('POST', at(table, '/commands'), command),
  answer: (table: string, agree: boolean, seat?: number) =>
    request<Happened>('POST', at(table, '/answer'), { agree, ...forSeat(seat) }),
  /** Look at a table with an invitation, before sitting down. */
  peek: (table: string, ticket: string) => request<View>('GET', at(table), undefined, { ticket }),
  leave: (table: string, seat?: number) => request<Happened>('POST', at(table, '/leave'), forSeat(seat)),
  back: (table: string, seat?: number) => request<Happened>('POST', at(table, '/back'), forSeat(seat)),
  renew: (table: string) => request<Happened>('POST', at(table, '/renew'), {}),
  ticket: (table: string, seat: number) => request<GivenTicket>('POST', at(table, '/tickets'), { seat }),
  bot: (table: string, seat: number, level: string) => request<Happened>('POST', at(table, '/bot'), { seat, level }),
  face: (table: string, face: string, seat?: number) =>
    request<Happened>('POST', at(table, '/face'), { face, ...forSeat(seat) }),
  emote: (table: string, emote: string, seat: number) =>
    request<Happened>('POST', at(table, '/emotes'), { emote, seat }),
  /** What was done last, as far as it wrote something. */
  told: (table: string) => request<MovesMade>('GET', at(table, '/told')),
  /** What a seat may enter without dice now. */
  entering: (table: string, seat: number) => request<Pad>('GET', at(table, `/enter?seat=${seat}`)),
  /** What may stand in place of an entry, given as `7`, or by a cell as `0 full_house`. */
  correctable: (table: string, of: string) =>
    request<Correctable>('GET', at(table, `/correct?of=${encodeURIComponent(of)}`)),
  /** What a correction would change; nothing is changed. */
  tryCorrection: (table: string, move: string) => request<Consequences>('POST', at(table, '/correct'), { move }),
  record: (table: string) => request<string>('GET', at(table, '/record')),
  hints: (table: string, seat: number, language: string, objective?: Objective) =>
    request<{ hints: Hint[] }>(
      'GET',
      at(table, `/hint?seat=${seat}&language=${language}${judgedBy(objective)}`),
      undefined,
      { patience: THINKING },
    ),
  review: (table: string, language: string, objective?: Objective) =>
    request<Review>('GET', at(table, `/review?language=${language}${judgedBy(objective)}`), undefined, {
      patience: THINKING,
    }),
  /** The moment that decided a game, of a seat or of all. */
  decisive: (table: string, seat?: number) =>
    request<DecisiveMoment>('GET', at(table, seat === undefined ? '/decisive' : `/decisive?seat=${seat}`), undefined, {
      patience: THINKING,
    }),
  /** The best that a seat could have made of the dice that fell, searched for so many seconds. */
  best: (table: string, seat: number, seconds: number, language: string) =>
    request<BestPossible>('GET', at(table, `/best?seat=${seat}&seconds=${seconds}&language=${language}`), undefined, {
      patience: THINKING,
    }),
  study: (record: string, language: string, wish: { hint?: boolean; review?: boolean; objective?: Objective } = {}) =>
    request<Study>('POST', '/study', { record, language, ...wish }, { patience: THINKING }),
  explore: (position: Position, language: Language) =>
    request<Explored>('POST', '/explore', { ...position, language }, { patience: THINKING }),
  distributions: (game: string) => request<Distributions>('GET', `/distributions/${encodeURIComponent(game)}`),
  /** The games of a day, given like `2026-11-17`. */
  gamesOfDay: (day: string, language: string) =>
    request<GamesOfDay>('GET', `/today/${encodeURIComponent(day)}?language=${language}`),
  openDay: (wish: OpenDay) => request<Opened>('POST', '/today', wish),
  /** What became of the game of a day. */
  resultOfDay: (table: string, language: string) =>
    request<ResultOfDay>('GET', at(table, `/today?language=${language}`), undefined, { patience: THINKING }),
  /** The ticket that lets others play the dice of the own seat. */
  challenge: (table: string) => request<GivenTicket>('POST', at(table, '/challenge'), {}),
  challengeAt: (table: string, ticket: string, language: string) =>
    request<Challenge>('POST', `/challenges/${encodeURIComponent(table)}`, { ticket, language }),
  takeUp: (table: string, ticket: string, name: string | null) =>
    request<Opened>('POST', `/challenges/${encodeURIComponent(table)}/play`, { ticket, name }),
  compare: (table: string, wish: CompareChallenge) =>
    request<Compared>('POST', `/challenges/${encodeURIComponent(table)}/compare`, wish, { patience: THINKING }),
  /** The results of a day: everybody's, or those of the circle that a ticket opens. */
  board: (day: string, circle: string) => request<Board>('POST', '/boards', { day, circle }),
  makeCircle: (name: string, key: string) => request<CircleMade>('POST', '/boards/circles', { name, key }),
  handIn: (wish: HandIn) => request<Handed>('POST', '/boards/results', wish, { patience: THINKING }),
  puzzles: (game: string) => request<PuzzleList>('GET', `/puzzles/${encodeURIComponent(game)}`),
  puzzle: (game: string, number: string, language: string) =>
    request<PuzzleAsked>(
      'GET',
      `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(number)}?language=${language}`,
    ),
  importRecord: (record: string) => request<Opened>('POST', '/import', { record }, { patience: THINKING }),
  rules: (game: string, language: string) =>
    request<RulesPage>('GET', `/rules/${encodeURIComponent(game)}?language=${language}`),
  pad: (game: string, wish: URLSearchParams) =>
    request<PrintedPad>('GET', `/games/${encodeURIComponent(game)}/pad?${wish}`),
  sheets: (table: string, wish: URLSearchParams) => request<PrintedPad>('GET', at(table, `/pad?${wish}`)),
  score: (wish: Required<AskScore>) => request<Score>('POST', '/score', wish),
  forget: () => request<undefined>('DELETE', '/me'),
  qr: (text: string) => request<string>('POST', '/qr', { text }),
  rematch: (table: string) => request<NextTable>('POST', at(table, '/rematch'), {}),
  /** Whether the server answers; connections that died without a word are closed by it. */
  reach,
}

export type Api = typeof api

/** A random name for a command, so that it is done once however often it is sent. */
export function newKey(): string {
  // crypto.randomUUID is missing on plain http, where people play at home.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
