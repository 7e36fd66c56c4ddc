/** The shapes of the HTTP API. Written by tools/shapes.py; types.ts has the names the app uses. */

/** An answer to somebody who knocks. */
export interface AnswerKnock {
  /** Who knocks, by the mark in the view. */
  mark: string
  admit: boolean
}

/** A link of this server to draw as a QR code. */
export interface AskQr {
  text: string
}

/** Dice to score, by position; or a grid, row by row, with `.` for an empty cell. */
export interface AskScore {
  game: string
  options?: Record<string, string | boolean | number>
  dice: string[]
  language: 'de' | 'en'
}

/** A request of a seat to undo back to an entry. */
export interface AskView {
  seat: number
  number: number
  agreed: number[]
  /** The seats that still have to agree. */
  undecided: number[]
  /** How many entries of each seat would be taken back. */
  gone: number[]
}

/** Who sits at a seat: somebody on this device, somebody who joins by a link, or a bot. */
export interface AskedSeat {
  kind: 'here' | 'link' | 'bot'
  name?: string | null
  level?: string | null
}

/** An event of one of several tables: the `data` of an event of their stream. */
export interface AtTable {
  table: string
  /** As in the stream of this table alone. */
  data: Event | View | Change | Online | Refusal
}

/** The best that a seat could have made of the dice that fell. */
export interface BestPossible {
  seat: number
  /** The score that it reached. */
  reached: number
  /** The score of the best sheet found. */
  points: number
  /** The score that no sheet can exceed. */
  bound: number
  /** The sheet found is proven to be the best. */
  proven: boolean
  /** All this in a sentence. */
  words: string
  scene: Scene
}

/** The score of dice in a box, or whether they meet a task. */
export interface BoxWorth {
  key: string
  name: string
  worth: boolean | number
}

/** A named place of a sheet. */
export interface Cell {
  key: string
  label: Text
  /** The part of the sheet it belongs to; cells of a part follow each other. */
  part: string
  /** Its content: points, a sum, a symbol, the field of a marker; null while it is open. */
  value: number | string | null
  /** Whether it was given up: it counts, for nothing. */
  struck: boolean
  /** How many fields or points it takes to finish, where that applies. */
  size: number | null
  /** The points it earned, where they differ from its value. */
  points: number | null
  /** The extra coin steps that this seat would get for finishing it next: those of a race. */
  bonus: number | null
  /** Its content if the seat that decides used it now. */
  preview: number | string | null
  /** Why it is worth nothing now, cannot be used, or earned what it did. */
  reason: Text | null
  /** A description of what it asks for. */
  help: Text | null
  /** The move that uses it now. */
  move: string | null
}

/** A challenge: the dice of a game that is over, for others to play. */
export interface Challenge {
  /** The table of the game. */
  table: string
  game: string
  /** Its options in words. */
  terms: string[]
  /** The name of the player whose dice these are. */
  name: string
  score: number | null
  /** Who else sat at the table. */
  rivals: string[]
  /** Whether the player who asks sat there. */
  own: boolean
  results: ChallengeResult[]
}

/** The result of somebody who played the dice of a challenge. */
export interface ChallengeResult {
  table: string
  name: string
  /** Null while the game goes on. */
  score: number | null
  /** Whether it is the game of the player who asks. */
  you: boolean
}

/** The chance of an open box or task in this turn, if only that is played for. */
export interface Chance {
  key: string
  label: string
  chance: number
  points: number | null
}

/** The difference between the View with the number `since` and that with the number `seq`; it fits no other view. */
export interface Change {
  /** The number of an event. */
  since: number
  /** The number of an event. */
  seq: number
  /** The changes, applied one after another. */
  changes: (Replaced | Refreshed | Spliced)[]
  own: Own
  /** Milliseconds since 1970. */
  now: number
}

/** A cell of a sheet whose content a correction changed. */
export interface ChangedCell {
  seat: number
  cell: string
  label: Text
  was: number | string | null
  now: number | string | null
}

/** The faces of a throw that was corrected. */
export interface ChangedDice {
  was: string[]
  now: string[]
}

/** A total that a correction changed. */
export interface ChangedTotal {
  seat: number
  was: number
  now: number
}

/** A move that a seat may make now; moves that hold dice are described by the tray instead. */
export interface Choice {
  seat: number
  move: string
  label: Text
  /** The points, or stars, it adds at once. */
  worth: number | null
  /** Why it adds nothing. */
  reason: Text | null
  /** Its other effects. */
  effects: Text[]
  /** The cells it uses. */
  cells: string[]
  /** The dice it uses, by position, where it matters which. */
  dice: number[]
  /** The values of the cells that it changes, where they are more than the one it is written into. */
  after: Record<string, number | string>
}

/** The picture on the token of a seat. */
export interface ChooseFace {
  seat?: number | null
  /** An animal, or an empty text for the initial. */
  face: string
}

/** A circle, and the ticket that lets others in. */
export interface CircleMade {
  ticket: string
  name: string
}

/** The accent colour of a game, on light and dark backgrounds. */
export interface Colour {
  light: string
  dark: string
  /** The fill below white letters on dark backgrounds; null: the colour on dark. */
  fill: string | null
}

/** A request to compare a game with the dice of a challenge with the first one. */
export interface CompareChallenge {
  /** The ticket of the challenge; empty for whoever made it or took it up. */
  ticket?: string
  /** The table that plays the same dice. */
  other: string
}

/** Two games of a seat with the same dice. */
export interface Compared {
  /** The seat whose dice both played. */
  seat: number
  /** Both tables in the end. */
  scenes: Scene[]
  names: string[]
  objective: string
  spread: number
  one: Side
  other: Side
  /** null if all decisions were the same. */
  parting: Parting | null
  turns: TurnPair[]
}

/** The consequences that a correction would have. */
export interface Consequences {
  cells: ChangedCell[]
  totals: ChangedTotal[]
  /** Whether it changes nothing because the sheet already says so. */
  same: boolean
  /** Whether everything that was entered later stays. */
  whole: boolean
  /** Whether it is put back in another order, because it is another player's turn. */
  reordered: boolean
  /** What no longer fits and has to be entered again. */
  again: EnteredAgain | null
  /** What the table would wait for afterwards. */
  waits: Text | null
  /** How many entries would wait to be put back, that one included. */
  waiting: number
  /** How many entries would no longer be needed. */
  dropped: number
}

/** An entry that may be corrected, with the throws of its turn and everything that could be entered instead. */
export interface Correctable {
  /** Its number: `correct NUMBER …`. */
  number: number
  /** What was done; null for a throw. */
  label: Text | null
  throws: TypedThrow[]
  /** `correct NUMBER enter PLACE: VALUE`; null where no turn ended. */
  pad: Pad | null
}

/** A correction that was made: by whom, for which seat, and what changed. */
export interface CorrectionView {
  cells: ChangedCell[]
  totals: ChangedTotal[]
  /** The number of an event. */
  seq: number
  by: number
  seat: number
  /** The throw, if it was one that somebody had seen. */
  dice: ChangedDice | null
}

/** A decision of a seat. */
export interface Decided {
  label: Text
  /** The dice that it held, counted from 1; null if it was not a move that holds dice. */
  held: number[] | null
  /** The loss against the best decision. */
  loss: number
}

/** A decisive moment: either dice or a decision, never both. */
export interface Decisive {
  seat: number
  kind: 'luck' | 'bad_luck' | 'loss'
  turn: number
  /** How much the dice of the turn, or the decision alone, changed the result. */
  size: number
  words: Text
}

/** The moment that decided a game; null if none stands out. */
export interface DecisiveMoment {
  moment: Decisive | null
}

/** Statistics of the server's dice, with chi-square tests; own dice and imported ones are not counted. */
export interface DiceReport {
  /** Milliseconds since 1970. */
  made: number
  tables: number
  /** The number of tables whose log cannot be replayed. */
  unread: number
  throws: number
  dice: number
  verdict: 'few' | 'fair' | 'unusual' | 'loaded'
  /** An upper bound of how likely fair dice are to be at least this uneven in any of the tests. */
  chance: number | null
  words: Text
  trials: Trial[]
}

/** A die of a game. */
export interface DieInfo {
  name: string
  /** What is typed for each face. */
  faces: string[]
  /** What is drawn of each face. */
  signs: string[]
  /** The colour of each face, if they differ. */
  colours: string[] | null
}

/** The distribution of final scores of some players. */
export interface Distribution {
  game: string
  /** `perfect`, or the level of a bot. */
  who: string
  seats: number
  options: Record<string, string>
  exact: boolean
  /** How many games were played; null if exact. */
  games: number | null
  mean: number
  error: number
  deviation: number
  /** The score that the first chance belongs to. */
  first: number
  chances: number[]
  /** The best chance of at least 0, 1, 2, … points. */
  reach: number[]
}

/** All distributions of a game, the best players first. */
export interface Distributions {
  distributions: Distribution[]
}

/** The number of the log entry of a command, and the table after it, if that was asked for. */
export interface Done {
  /** The number of an event. */
  seq: number
  view: View | null
  /** Instead of a view, what has changed since `seen`, if that was asked for and is known. */
  change: Change | null
}

/** The event that would have to be entered again: a move in words, or dice. */
export interface EnteredAgain {
  seat: number
  label: Text | null
  faces: string[] | null
}

/** A standing entry of the record as values: a throw, or a move. */
export interface EntryView {
  number: number
  /** Who threw or moved. */
  seat: number
  /** The move, as commands have it; null for a throw. */
  move: string | null
  /** The dice that the move holds, counted from 1; null for a throw and for any other move. */
  held: number[] | null
  /** The dice that fell, counted from 1; null for a move. */
  dice: number[] | null
  /** What they show, in the same order; null for a move. */
  faces: string[] | null
  /** Whether nobody saw these dice: only a score was entered, and they explain it. */
  witnessed: boolean
  /** Who entered it; where dice are typed, anybody may do it for the others. */
  by: number
}

/** Something that happened at a table: the `data` of an event of the stream. */
export interface Event {
  /** The number of an event. */
  seq: number
  kind: 'entry' | 'import' | 'name' | 'join' | 'bot' | 'open' | 'start' | 'leave' | 'back' | 'correct' | 'ask' | 'agree' | 'refuse' | 'rematch' | 'past' | 'emote' | 'knock' | 'admit' | 'decline' | 'face' | 'share' | 'dare' | 'dared'
  text: string
  seat: number | null
  /** Milliseconds since 1970. */
  at: number
}

/** A position to explore; the first sheet is that of the player whose turn it is. */
export interface Explore {
  game: string
  options?: Record<string, string | boolean | number>
  /** The content of the places, by their keys. */
  sheets: (Record<string, number | string>)[]
  /** Faces by position; null for a die in the cup. */
  dice?: (string | null)[]
  /** How many throws of the turn have been made. */
  throws?: number
  reach?: number | null
  language: 'de' | 'en'
}

/** A position and its analysis. */
export interface Explored {
  names: string[]
  scene: Scene
  /** All places that can be set up on a sheet. */
  places: Place[]
  /** How many throws a turn may have. */
  throws: number
  /** The expected result of the player on turn; turns are negative, so that more is always better. */
  value: number
  /** The value in words. */
  amount: string
  objective: string
  /** The objective in words. */
  aim: string
  exact: boolean
  /** The rating of every choice; null if dice are thrown next. */
  hint: Hint | null
  odds: Chance[]
}

/** Everything that is stored about a key. */
export interface Export {
  tables: ExportedTable[]
  results: ExportedResult[]
  circles: ExportedCircle[]
}

/** A circle that somebody has made. */
export interface ExportedCircle {
  circle_id: string
  name: string
}

/** A result as it is stored. */
export interface ExportedResult {
  /** The name; empty for a player without one. */
  name: string
  face: string
  score: number
  /** The unit of luck and decisions. */
  objective: string | null
  luck: number | null
  decisions: number | null
  /** How far a turn moves the result. */
  spread: number | null
  /** Whether it was played elsewhere and imported as a record. */
  brought: boolean
  /** The circle that sees it; empty for the board of everybody. */
  circle_id: string
  day: string
  game: string
  /** Milliseconds since 1970. */
  at: number
}

/** A table with its record; null before it has one. */
export interface ExportedTable {
  table: string
  game: string
  options: Record<string, string>
  names: string[]
  /** The level of the bot at each seat; null where none plays. */
  bots: (string | null)[]
  mine: number[]
  started: boolean
  over: boolean
  /** Whether the player who asks has left the table, with all their seats. */
  away: boolean
  /** The seats that have to throw or decide. */
  turn: number[]
  /** The seats that nobody has taken yet. */
  missing: number[]
  /** Whether the table waits for the player who asks. */
  waiting: boolean
  scores: number[]
  places: number[] | null
  dice: string
  /** The day whose game this is, like `2026-11-17`; null for other games. */
  day: string | null
  /** Seconds for a decision, if there is a clock. */
  clock: number | null
  imported: 'holds' | 'fails' | 'unproved' | null
  /** Milliseconds since 1970. */
  updated: number
  next: string | null
  record: string | null
}

/** How often each face of one kind of dice fell. */
export interface FacesOfKind {
  faces: string[]
  /** For each seat, how often each of the faces fell. */
  counts: number[][]
}

/** How often each face fell at a table, for each kind of dice. */
export interface FallenFaces {
  dice: FacesOfKind[]
}

/** A number of a review with its name, in words. */
export interface Figure {
  key: 'start' | 'luck' | 'others' | 'decisions' | 'result' | 'error_rate'
  name: string
  amount: string
}

/** A request for a bot at a seat. */
export interface FillSeat {
  /** A seat, counted from 0. */
  seat: number
  /** How strong the bot is; `GET /api/games` lists the levels. */
  level: string
}

/** One of the player's own seats; it may be left out if there is only one. */
export interface ForSeat {
  seat?: number | null
}

/** A game, for opening a table. */
export interface GameInfo {
  key: string
  title: string
  tagline: string
  source: string
  seats: number[]
  options: OptionInfo[]
  dice: DieInfo[]
  /** The options and dice for typed dice, where they differ from ours. */
  typed: TypedInfo | null
  /** About how many minutes a game for two takes. */
  minutes: number
  colour: Colour
  /** Whether what one player does affects the others. */
  coupled: boolean
  /** Whether several seats may decide at once. */
  simultaneous: boolean
  /** Whether there are hints and reviews. */
  coach: boolean
  /** Whether positions can be set up by hand. */
  explorer: boolean
  /** Whether the explorer can calculate the chance of reaching a score. */
  reach: boolean
}

/** One game of a day. */
export interface GameOfDay {
  game: string
  featured: boolean
  /** The levels of the bots at the seats after the first. */
  rivals: string[]
  /** The options that differ from the usual game. */
  options: Record<string, string>
  /** The same options in words. */
  terms: string[]
  /** The seal of its dice, which anybody can calculate. */
  seal: string
  /** The number of the puzzle that the day has of this game. */
  puzzle: number | null
}

/** The games of a day, the featured one first. */
export interface GamesOfDay {
  day: string
  /** The first day that has games. */
  first: string
  /** Whether there are boards to hand results in to. */
  boards: boolean
  games: GameOfDay[]
}

/** A ticket that lets another device in, once. */
export interface GivenTicket {
  ticket: string
}

/** A result to hand in to boards: of a table, or of a record that was played elsewhere. */
export interface HandIn {
  table?: string | null
  record?: string | null
  /** The name that is shown. */
  name?: string
  /** An animal, or an empty text for the initial. */
  face?: string
  /** Whether everybody on this server may see it. */
  everybody?: boolean
  circles?: string[]
}

/** A result that was handed in to boards. */
export interface Handed {
  day: string
  game: string
  score: number
}

/** The number of the log entry that a request led to. */
export interface Happened {
  /** The number of an event. */
  seq: number
}

/** The choices of a seat now, best first. */
export interface Hint {
  game: string
  names: string[]
  seat: number
  objective: string
  /** All objectives by which the choices may be judged, the default first. */
  objectives: string[]
  spread: number
  exact: boolean
  dice: string[]
  /** Every different choice, best first. */
  choices: Rated[]
  /** What to do, as a request. */
  action: string
  /** What the best choice is for, how likely that is, and what the next best would cost. */
  words: string[]
  /** What the best choice may become, each by what it adds to a turn that brings nothing; the largest first. */
  aims: Term[]
  /** What the best choice is worth more than the next best one, the largest first; they add up to the difference. */
  terms: Term[]
  /** What the judge assumes, where it was made for other dice or rules. */
  caveats: string[]
}

/** A hint for each seat that has to decide. */
export interface Hints {
  hints: Hint[]
}

/** The record of a game that was played elsewhere. */
export interface ImportRecord {
  /** A record, as it was exported. */
  record: string
  key?: string | null
  /** The seats of the player who imports it. */
  mine?: number[]
}

/** A request to join a table: with a ticket, unless a seat already belongs to the key. */
export interface JoinTable {
  /** An invitation, a ticket to watch, or one for a seat. */
  ticket?: string
  name?: string | null
  seat?: number | null
  commitment?: string | null
  /** Take no seat, only watch; an invitation is enough for that. */
  watch?: boolean
}

/** The seats that now belong to this key; none for somebody who only watches. */
export interface JoinedTable {
  seats: number[]
  watching: boolean
}

export type JsonValue = unknown

/** A request to be let back in by somebody who has lost their key. */
export interface KnockAtTable {
  /** The invitation of the table. */
  ticket: string
  /** A seat, counted from 0. */
  seat: number
}

/** Somebody who asks to be let back in to a seat. */
export interface KnockView {
  mark: string
  seat: number
}

/** The state of a request to be let back in; once `admitted`, they join. */
export interface Knocked {
  answer: 'waiting' | 'admitted' | 'declined'
}

/** The results of a day. */
export interface Leaderboard {
  day: string
  /** The name of the circle; null for everybody's board. */
  circle: string | null
  games: LeaderboardOfGame[]
}

/** The best results of a game. */
export interface LeaderboardOfGame {
  game: string
  results: LeaderboardPlace[]
}

/** A result on a board. */
export interface LeaderboardPlace {
  /** The name; empty for a player without one. */
  name: string
  face: string
  score: number
  /** The unit of luck and decisions. */
  objective: string | null
  luck: number | null
  decisions: number | null
  /** How far a turn moves the result. */
  spread: number | null
  /** Whether it was played elsewhere and imported as a record. */
  brought: boolean
  place: number
  /** Whether the player who asks has handed it in. */
  you: boolean
}

/** A level of bots. */
export interface LevelInfo {
  key: string
  name: string
}

/** All games, and other lists that tables need. */
export interface Library {
  games: GameInfo[]
  levels: LevelInfo[]
  emotes: string[]
  version: string
}

/** The tickets to pass on in links. */
export interface Links {
  invite: string
  watch: string
}

/** A request of somebody who opened the link of a challenge. */
export interface LookAtChallenge {
  /** The ticket of the challenge; empty for whoever made it or took it up. */
  ticket?: string
  language?: 'de' | 'en'
}

/** A request for the results of a day. */
export interface LookAtLeaderboard {
  /** A day like `2026-11-17`. */
  day: string
  /** The ticket of a circle; empty for everybody's board. */
  circle?: string
}

/** A request for a new circle. */
export interface MakeCircle {
  /** The name that is shown. */
  name: string
  /** An idempotency key: a command sent again with the same key takes effect once. */
  key: string
}

/** A change of a seat's expected result: by its throw, its decision, or another seat. */
export interface Moment {
  /** The number of the entry in the record. */
  entry: number
  kind: 'throw' | 'decision' | 'other'
  /** The number of the seat's own turn it belongs to, from 1. */
  turn: number
  /** What happened, in words. */
  label: string
  /** The dice on the table: those that a decision is about, or that a throw resulted in. */
  dice: string[]
  before: number
  /** The expected result of the seat, before and after. */
  after: number
  /** What dice, or the others, changed; a decision has none. */
  luck: number
  /** The loss of the decision against the best one: its price, wherever it is named. */
  loss: number
  /** By how much the judge's estimate was revised at a decision, which is not its price. */
  revised: number
  /** The verdict of the decision; null if there was nothing to choose. */
  verdict: string | null
  exact: boolean
  best: Rated | null
  /** The best choices, best first; the one taken is among them or worse than all. */
  alternatives: Rated[]
  reasons: string[]
  /** The same dice, for drawing. */
  lying: TrayDie[]
  /** The dice that the decision held, counted from 1; null if it was not a move that holds dice. */
  held: number[] | null
}

/** A move that stands, with the label of the choice. */
export interface MoveMade {
  /** The number of its entry. */
  number: number
  seat: number
  label: Text
  /** What else it did. */
  effects: Text[]
}

/** The last moves at a table, oldest first, without those that only held dice. */
export interface MovesMade {
  moves: MoveMade[]
}

/** The tables of a key, newest first. */
export interface MyTables {
  tables: TableSummary[]
}

/** The table at which the game is played again. */
export interface NextTable {
  table: string
}

/** An empty object. */
export type Nothing = Record<string, never>

/** Who is online, seat by seat: the `data` of an event of the stream. */
export interface Online {
  seats: SeatOnline[]
  /** How many streams of spectators there are. */
  watchers: number
}

/** A table to open for the game of a day, and the names of its seats. */
export interface OpenDay {
  /** A day like `2026-11-17`. */
  day: string
  game: string
  names?: string[]
  /** Whether the coach may be asked; the game is practice then. */
  coach?: boolean
  key?: string | null
}

/** The nonce that a device has committed to; it is revealed when all seats are taken. */
export interface OpenNonce {
  /** 16 random bytes that go into the dice. */
  nonce: string
  /** Whether to answer with the table after the command. */
  view?: boolean
}

/** A table to open. */
export interface OpenTable {
  game: string
  options?: Record<string, string | boolean | number>
  seats: AskedSeat[]
  dice?: 'checked' | 'own'
  undo?: 'free' | 'ask' | 'off'
  coach?: boolean
  clock?: number | null
  key?: string | null
}

/** A table that was opened, with the tickets to pass on. */
export interface OpenedTable {
  table: string
  seats: number[]
  invite: string
  watch: string
  seal: string | null
}

/** The state of a table whose seats are all taken, but whose nonces are not all opened. */
export interface OpeningView {
  /** The seats whose nonces are not revealed yet. */
  seats: number[]
  /** When the game may be started without them. */
  until: number
}

/** An option of a game, chosen when a table is opened; no choices means free text. */
export interface OptionInfo {
  key: string
  help: string
  default: string
  choices: string[]
  /** The choices in words. */
  words: string[]
}

/** The fields of a view that differ between clients, or change without an event; always all of them. */
export interface Own {
  you: number[]
  watching: boolean
  seats: SeatView[]
  undoable: Undoable
  moves: Record<string, string[]>
  ask: AskView | null
  links: Links | null
  /** Who asks to be let back in; only sent to those who sit here. */
  knocks: KnockView[]
  /** How many streams of spectators there are. */
  watchers: number
}

/** What a seat whose turn begins may enter without dice; no places at any other time. */
export interface Pad {
  seat: number
  places: PadPlace[]
  /** What may be marked in addition: `enter PLACE: VALUE with MARK`. */
  marks: PadMark[]
}

/** A mark that may be set, in the notation of commands and in words. */
export interface PadMark {
  value: string
  label: Text
  /** The cell of the sheet that is touched for it. */
  cell: string
}

/** A place of the sheet with everything that dice can enter there now. */
export interface PadPlace {
  key: string
  label: Text
  /** The cells of the sheet that it is, in the order they are written. */
  cells: string[]
  values: PadValue[]
}

/** A value that may be entered, in the notation of commands and in words. */
export interface PadValue {
  value: string
  label: Text
  /** The number that is written, if it is one. */
  number: number | null
  /** The faces that are written, if they are. */
  faces: string[]
}

/** The first decision in which the two games differ: same dice, same sheet, another choice. */
export interface Parting {
  turn: number
  lying: TrayDie[]
  one: Decided
  other: Decided
}

/** An earlier game of a series, with the scores by present seat. */
export interface PastGame {
  table: string
  scores: number[]
}

/** A heartbeat: the `data` of an event of the stream. */
export interface Ping {
  /** The longest time without data, in seconds. */
  every: number
}

/** A place of a sheet that can be set up. */
export interface Place {
  key: string
  label: string
  part: string
  /** All possible contents. */
  choices: (number | string)[]
  /** The content by default; null if it is open. */
  default: number | string | null
}

/** A request for a table to play a challenge. */
export interface PlayChallenge {
  /** The ticket of the challenge; empty for whoever made it or took it up. */
  ticket: string
  name?: string | null
}

/** A pad to print. */
export interface PrintedPad {
  title: string
  seats: number
  /** How many games it is for. */
  rounds: number
  /** The paper size by its CSS name. */
  size: string
  landscape: boolean
  /** Every page, as SVG. */
  pages: string[]
}

/** A puzzle, with its solution; `POST /api/study` rates the answers. */
export interface PuzzleAsked {
  game: string
  number: number
  /** The number of the next puzzle. */
  following: number
  difficulty: 'easy' | 'medium' | 'hard'
  /** What it is about; it gives away a little of the answer. */
  theme: 'winning' | 'chips' | 'dodge' | 'race' | 'shape' | 'bonus' | 'letting_go' | 'stopped_early' | 'went_on' | 'which_dice' | 'which_place'
  /** A record that ends in the position. */
  record: string
  /** The seat that decides. */
  seat: number
  objective: string
  /** The best move. */
  best: string
  /** The obvious move. */
  natural: string
  /** How much the obvious move loses against the best. */
  loss: number
  /** How much the second best choice loses against the best. */
  margin: number
  /** The obvious move in words. */
  label: string
  /** Why the best move is better than the obvious one. */
  reasons: string[]
}

/** All puzzles of a game. */
export interface PuzzleList {
  game: string
  puzzles: PuzzleListed[]
}

/** A puzzle in the list of its game. */
export interface PuzzleListed {
  number: number
  difficulty: 'easy' | 'medium' | 'hard'
  theme: 'winning' | 'chips' | 'dodge' | 'race' | 'shape' | 'bonus' | 'letting_go' | 'stopped_early' | 'went_on' | 'which_dice' | 'which_place'
}

/** A choice with its expected result. */
export interface Rated {
  move: string
  label: string
  value: number
  /** The dice that it holds, counted from 1; null if it is not a move that holds dice. */
  held: number[] | null
}

/** What went wrong, as a code and a sentence. */
export interface Reason {
  /** The kind of the error, for programs. */
  code: string
  /** What was wrong and what would be right, for people. */
  message: string
  details: Record<string, JsonValue> | null
}

/** A change that replaces some fields of an object in a view. */
export interface Refreshed {
  /** The path to it: names of fields, and indexes in lists from 0. */
  at: (string | number)[]
  fields: Record<string, JsonValue>
}

/** The error response of every request that was refused or failed. */
export interface Refusal {
  error: Reason
}

/** A change that replaces the value at a place of a view. */
export interface Replaced {
  /** The path to it: names of fields, and indexes in lists from 0. */
  at: (string | number)[]
  to: JsonValue
}

/** The result of the game of a day. */
export interface ResultOfDay {
  day: string
  game: string
  /** Whether no throw was taken back. */
  counts: boolean
  scores: number[]
  place: number
  /** The score of the best bot at the same seat with the same dice; null if the game has no judge. */
  owl: number | null
  objective: string | null
  luck: number | null
  decisions: number | null
  /** The percentage of games of others that this beats. */
  beats: Record<string, number>
  /** The best possible result, where dice do not depend on decisions. */
  possible: number | null
  proven: boolean | null
  title: string
  /** The result in short lines that reveal none of the throws. */
  words: string[]
}

/** The review of a game as it finally stands, by a judge. */
export interface Review {
  game: string
  /** Everybody at the table, by seat. */
  names: string[]
  /** What a result is, as in `Judge.objective`; the results of `turns` are negative, so that more is always better. */
  objective: string
  /** All objectives by which the game may be judged, the default first. */
  objectives: string[]
  over: boolean
  /** The spread of a turn: the yardstick of verdicts. */
  spread: number
  seats: SeatReview[]
  /** The points of everybody at the table as they stand. */
  scores: number[]
  /** The place of everybody, from 1; empty before the end. */
  places: number[]
  /** What the judge assumes, where it was made for other dice or rules. */
  caveats: string[]
  /** Whether the best possible result with the dice that fell can be computed. */
  hindsight: boolean
  /** The objective, what the figures mean, how exact the values are, and the caveats. */
  notes: string[]
}

/** Dice (or a grid) of a rules page, with their scores. */
export interface RulesExample {
  options: Record<string, string>
  dice: string[]
  worths: BoxWorth[]
}

/** The rules of a game. */
export interface RulesPage {
  game: string
  language: 'de' | 'en'
  /** The page with the scores of its examples. */
  markdown: string
  /** The same page with a fence called `score` for each example. */
  plain: string
  /** The examples, in the order of the fences. */
  examples: RulesExample[]
}

/** A table at one moment. */
export interface Scene {
  game: string
  options: Record<string, string>
  waiting: 'throw' | 'decide' | 'over'
  /** The seats that the game waits for. */
  seats: number[]
  prompt: Text
  tray: Tray
  sheets: Sheet[]
  choices: Choice[]
  /** The place of every seat, once the game is over. */
  places: number[]
  /** Further remarks, such as a solo player's title. */
  notes: Text[]
}

/** The scores of dice. */
export interface Score {
  game: string
  worths: BoxWorth[]
}

/** Whether somebody at a seat follows the table now. */
export interface SeatOnline {
  /** Somebody at this seat follows the table; null where no person sits. */
  online: boolean | null
  /** Since when nobody follows it; null while somebody does, or if that is not known. */
  offline_since: number | null
}

/** The balance of one seat: start + luck + others - losses = result. */
export interface SeatReview {
  seat: number
  start: number
  /** The luck of the seat's own throws. */
  luck: number
  /** The effect of the others' throws and decisions; 0 where only one's own sheet counts. */
  others: number
  losses: number
  /** The final result, or the expected one where the record ends. */
  result: number
  /** The mean loss of a decision that was not forced, in hundredths of a turn's spread. */
  error_rate: number
  /** Whether every rating of a decision was exact. */
  exact: boolean
  moments: Moment[]
  /** The entries of the decisions with the largest losses, the worst first; none without a loss. */
  costliest: number[]
  /** The game in a sentence or two. */
  headline: string
  /** The balance, part by part, and the error rate. */
  figures: Figure[]
  /** What has to be said of the figures. */
  notes: string[]
  /** The turn whose dice, or the decision that, changed the result most. */
  decisive: string | null
}

/** A seat, and who sits there. */
export interface SeatView {
  /** Somebody at this seat follows the table; null where no person sits. */
  online: boolean | null
  /** Since when nobody follows it; null while somebody does, or if that is not known. */
  offline_since: number | null
  name: string | null
  taken: boolean
  /** The commitment of its device, if there is one. */
  commitment: string | null
  /** The nonce, once it is revealed. */
  nonce: string | null
  person: boolean
  /** Whether whoever sat here is not playing now, by the log. */
  away: boolean
  /** Why: they left (`up`), or others let a bot play because they were `late` or `absent`. A player who was absent plays again by coming `back`. */
  left: 'up' | 'late' | 'absent' | null
  bot: string | null
  /** The animal that the player has chosen. */
  face: string | null
  kept: boolean
}

/** An answer to a seat that asks to undo. */
export interface SendAnswer {
  seat?: number | null
  agree: boolean
}

/** A move in the notation of records, `roll`, `- 2 5 5 1 3` for typed dice, `enter …`, `undo N` or `correct N …`. */
export interface SendCommand {
  move: string
  /** The number of an event. */
  seen: number
  /** An idempotency key: a command sent again with the same key takes effect once. */
  key: string
  seat?: number | null
  /** Whether to answer with the table after the command. */
  view?: boolean
  /** How fast bots play after it. */
  pace?: 'quick' | 'normal' | 'slow'
  /** With `view`: answer only with what has changed since `seen`, if that is known. */
  changes?: boolean
}

/** An emote for the others at the table; `GET /api/games` lists them. */
export interface SendEmote {
  seat?: number | null
  emote: string
}

/** Whether everybody who has the link may see the finished game. */
export interface ShareGame {
  public: boolean
}

/** The sheet of one seat. */
export interface Sheet {
  seat: number
  cells: Cell[]
  total: number
  unit: Text
  /** The total that ends the game, if there is one. */
  goal: number | null
}

/** One of the two games: the score, luck and losses of its seat. */
export interface Side {
  name: string
  score: number
  luck: number
  losses: number
  error_rate: number
}

/** A change that removes elements of a list in a view and inserts others in their place. */
export interface Spliced {
  /** The path to it: names of fields, and indexes in lists from 0. */
  at: (string | number)[]
  /** The index, counted from 0. */
  first: number
  /** How many elements are removed. */
  drop: number
  add: JsonValue[]
}

/** The position where a record ends. */
export interface Studied {
  names: string[]
  scene: Scene
  waiting: 'throw' | 'decide' | 'over'
  cup: number[]
  moves: Record<string, string[]>
  entries: [number, string][]
  hints: Hint[] | null
  review: Review | null
}

/** A record whose final position is to be studied. */
export interface Study {
  /** A record, as it was exported. */
  record: string
  language: 'de' | 'en'
  objective?: string | null
  hint?: boolean
  review?: boolean
}

/** A table in somebody's list. */
export interface TableSummary {
  table: string
  game: string
  options: Record<string, string>
  names: string[]
  /** The level of the bot at each seat; null where none plays. */
  bots: (string | null)[]
  mine: number[]
  started: boolean
  over: boolean
  /** Whether the player who asks has left the table, with all their seats. */
  away: boolean
  /** The seats that have to throw or decide. */
  turn: number[]
  /** The seats that nobody has taken yet. */
  missing: number[]
  /** Whether the table waits for the player who asks. */
  waiting: boolean
  scores: number[]
  places: number[] | null
  dice: string
  /** The day whose game this is, like `2026-11-17`; null for other games. */
  day: string | null
  /** Seconds for a decision, if there is a clock. */
  clock: number | null
  imported: 'holds' | 'fails' | 'unproved' | null
  /** Milliseconds since 1970. */
  updated: number
  next: string | null
}

/** An entry that was undone. */
export interface TakenBackView {
  number: number
  /** Who threw or moved. */
  seat: number
  /** The move, as commands have it; null for a throw. */
  move: string | null
  /** The dice that the move holds, counted from 1; null for a throw and for any other move. */
  held: number[] | null
  /** The dice that fell, counted from 1; null for a move. */
  dice: number[] | null
  /** What they show, in the same order; null for a move. */
  faces: string[] | null
  /** Whether nobody saw these dice: only a score was entered, and they explain it. */
  witnessed: boolean
  /** Who entered it; where dice are typed, anybody may do it for the others. */
  by: number
  /** The number of the entry that took it back. */
  until: number
}

/** A part of what a choice is worth more than another one, or than a turn that brings nothing. */
export interface Term {
  key: string
  label: string
  /** What it adds to the difference; negative if it speaks for the other choice. */
  amount: number
  chance: number
  /** Its chance with the choice, and with the other one. */
  less: number
  gain: number | null
  /** The mean of what is written with the choice, and with the other one. */
  lower: number | null
  /** The part of the amount that is due to the different chances; the rest is due to what it brings. */
  often: number
  /** Whether it is no end of the turn but comes with one, such as a chip that is spent. */
  effect: boolean
}

/** A sentence or label before translation; `GET /api/texts/{language}` has its template. */
export interface Text {
  key: string
  values: Record<string, number | string | Text>
}

/** The dice on the table. */
export interface Tray {
  dice: TrayDie[]
  throws: number
  /** How many throws the turn may have. */
  most: number
  /** The text for holding dice and throwing the others again, if that is possible with `keep` and positions. */
  keep: Text | null
}

/** A die of the tray. */
export interface TrayDie {
  /** Counted from 1, as in `keep 1 4`. */
  position: number
  /** The kind of die. */
  die: string
  /** The face it shows; null while it is in the cup. */
  face: string | null
  colour: string | null
}

/** A chi-square test of some dice of one kind. */
export interface Trial {
  die: string
  faces: string[]
  /** What these dice have in common; `after` has a row for every face that the die showed before. */
  split: 'all' | 'game' | 'position' | 'cup' | 'by' | 'after'
  /** Which game, position, cup (`all`, `some`) or thrower (`bot`, `person`). */
  value: string
  dice: number
  /** How often every face fell. */
  counts: number[][]
  chi_square: number
  freedom: number
  /** The p-value: how likely fair dice are to be at least this uneven; null if there are too few to tell. */
  chance: number | null
}

/** A correction in the notation of commands: `correct 7 - 2 5 5 1 3` or `correct 8 enter full_house: 25`. */
export interface TryCorrection {
  move: string
}

/** A turn in both games: how each ended it, and the loss of all decisions of the turn. */
export interface TurnPair {
  turn: number
  one: Decided | null
  other: Decided | null
}

/** The options and dice of a game for dice that people type in, where they differ. */
export interface TypedInfo {
  /** The options that such tables have by default. */
  options: Record<string, string>
  dice: DieInfo[]
}

/** A throw of a turn. */
export interface TypedThrow {
  number: number
  /** The dice that fell, counted from 1. */
  dice: number[]
  faces: string[]
  witnessed: boolean
}

/** The numbers of the entries that this client may undo with `undo N`, oldest first. */
export interface Undoable {
  /** Entries that can be undone without asking anybody. */
  free: number[]
  /** Entries that can be undone if everybody else agrees. */
  ask: number[]
}

/** A table as it stands, for somebody who sits there or watches. */
export interface View {
  table: string
  game: string
  options: Record<string, string>
  undo: 'free' | 'ask' | 'off'
  dice: string
  seal: string | null
  /** The day whose game this is, like `2026-11-17`; null for other games. */
  day: string | null
  /** The table whose dice are played again here. */
  challenge: string | null
  imported: 'holds' | 'fails' | 'unproved' | null
  /** Whether the game is over and everybody who knows the name of the table may see it. */
  public: boolean
  coach: boolean
  clock: number | null
  deadline: number | null
  /** Milliseconds since 1970. */
  now: number
  /** The number of an event. */
  seq: number
  you: number[]
  watching: boolean
  seats: SeatView[]
  started: boolean
  over: boolean
  scene: Scene
  entries: [number, string][]
  /** The entries that stand, as values, oldest first: all of them where dice are typed or the game is over, else the last 20. */
  history: EntryView[]
  /** Entries that no longer stand, as values, once the game is over. */
  taken_back: TakenBackView[]
  /** The last corrections, the newest last. */
  corrections: CorrectionView[]
  /** How many entries will be put back once something is entered again. */
  put_back: number
  /** The number of the entry of the last throw; 0 before the first. */
  last_throw: number
  /** The dice, counted from 1, that were held in the last throw, or are held for the next; none in a new turn. */
  held: number[]
  undoable: Undoable
  moves: Record<string, string[]>
  opening: OpeningView | null
  ask: AskView | null
  /** Who asks to be let back in; only sent to those who sit here. */
  knocks: KnockView[]
  /** How many streams of spectators there are. */
  watchers: number
  next: string | null
  past: PastGame[]
  links: Links | null
}

/** The response of a health check that passed. */
export interface Well {
  status: 'ok'
}
