/** The requests of the HTTP API, one function each. */
import type { Hint, Objective, Review, Study } from './types.ts'
import type { Position } from '~/explore/position.ts'
import type { Language } from '~/app/i18n.svelte.ts'
import { miss, notice } from '~/app/offline.svelte.ts'
import { ask, reach } from './transport.ts'
import type {
  AskScore,
  BestPossible,
  Leaderboard,
  Challenge,
  CircleMade,
  CompareChallenge,
  Compared,
  DecisiveMoment,
  Distributions,
  Explored,
  FallenFaces,
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

/** The server refused a request; the message says what would be right. */
export class Refused extends Error {
  override name = 'Refused'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = null,
    /** The seconds to wait before a retry, from `Retry-After`. */
    readonly wait: number | null = null,
  ) {
    super(message)
  }

  /** Whether the error is temporary, so that the same request may be sent again. */
  get passing(): boolean {
    return this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** The server could not be reached; it is unknown whether the request arrived. */
export class Unreachable extends Error {
  override name = 'Unreachable'

  /** Whether the request timed out: the connection may be dead, and others with it. */
  get hung(): boolean {
    return this.cause instanceof DOMException && this.cause.name === 'AbortError'
  }
}

/** Whether an error is temporary, so that a retry makes sense. */
export function passes(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof Refused && error.passing)
}

type Body = Record<string, unknown>

/** The timeout of a request in milliseconds, after which the connection is taken for dead. */
const PATIENCE = 10_000
/** The timeout of jobs in milliseconds: longer than the server itself allows. */
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
    // The connection broke in the middle of the response.
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
  // The response is not from our server, but from a proxy.
  return new Refused(response.status, 'unknown', response.statusText, null, wait)
}

/** A request body for one seat, or for all of one's own. */
const forSeat = (seat?: number) => (seat === undefined ? {} : { seat })

const at = (table: string, rest = '') => `/tables/${encodeURIComponent(table)}${rest}`

/** The query parameter of the objective, unless it is the default. */
function judgedBy(objective: Objective | undefined): string {
  return objective ? `&objective=${objective}` : ''
}

export const api = {
  games: (language: string) => request<Games>('GET', `/games?language=${language}`),
  texts: (language: string) => request<Record<string, string>>('GET', `/texts/${language}`),
  /** One's own tables, newest first; `before` is the time of the last one already listed. */
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
  /** The view of a table with an invitation, before joining. */
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
  /** The last moves that wrote something. */
  fallen: (table: string) => request<FallenFaces>('GET', at(table, '/dice')),
  told: (table: string) => request<MovesMade>('GET', at(table, '/told')),
  /** What a seat may enter without dice now. */
  entering: (table: string, seat: number) => request<Pad>('GET', at(table, `/enter?seat=${seat}`)),
  /** What an entry may be corrected to; it is given as `7`, or by a cell as `0 full_house`. */
  correctable: (table: string, of: string) =>
    request<Correctable>('GET', at(table, `/correct?of=${encodeURIComponent(of)}`)),
  /** The consequences that a correction would have; nothing is changed. */
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
  /** The moment that decided a game, for a seat or for all. */
  decisive: (table: string, seat?: number) =>
    request<DecisiveMoment>('GET', at(table, seat === undefined ? '/decisive' : `/decisive?seat=${seat}`), undefined, {
      patience: THINKING,
    }),
  /** The best that a seat could have made of its dice, searched for this many seconds. */
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
  /** The result of the game of a day. */
  resultOfDay: (table: string, language: string) =>
    request<ResultOfDay>('GET', at(table, `/today?language=${language}`), undefined, { patience: THINKING }),
  /** The ticket that lets others play the dice of one's own seat. */
  challenge: (table: string) => request<GivenTicket>('POST', at(table, '/challenge'), {}),
  challengeAt: (table: string, ticket: string, language: string) =>
    request<Challenge>('POST', `/challenges/${encodeURIComponent(table)}`, { ticket, language }),
  takeUp: (table: string, ticket: string, name: string | null) =>
    request<Opened>('POST', `/challenges/${encodeURIComponent(table)}/play`, { ticket, name }),
  compare: (table: string, wish: CompareChallenge) =>
    request<Compared>('POST', `/challenges/${encodeURIComponent(table)}/compare`, wish, { patience: THINKING }),
  /** The results of a day: for everybody, or for the circle with this ticket. */
  board: (day: string, circle: string) => request<Leaderboard>('POST', '/boards', { day, circle }),
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
  /** Whether the server answers; dead connections are closed by it. */
  reach,
}

export type Api = typeof api

/** A random idempotency key, so that a command is carried out once however often it is sent. */
export function newKey(): string {
  // crypto.randomUUID is not available on plain HTTP, as in home networks.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
