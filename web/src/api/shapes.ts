/** The shapes of the HTTP API. Written by tools/shapes.py; types.ts has the names the app uses. */

/** An answer to somebody who knocks. */
export interface AnswerKnock {
  /** Who knocks, as the view calls them. */
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
  /** Who has still to agree. */
  undecided: number[]
  /** How many entries of each seat would be taken back. */
  gone: number[]
}

/** Who shall sit at a seat: somebody on this device, somebody who comes by a link, or a bot. */
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
  /** Whose dice these are. */
  name: string
  score: number | null
  /** Who else sat at the table. */
  rivals: string[]
  /** The player who asks sat there. */
  own: boolean
  results: ChallengeResult[]
}

/** The result of somebody who played the dice of a challenge. */
export interface ChallengeResult {
  table: string
  name: string
  /** Null while the game goes on. */
  score: number | null
  /** It is the game of whoever asks. */
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
  /** Applied one after another. */
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
  /** An animal, or nothing for the initial. */
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
  /** The ticket of the challenge; empty for one who has made it or taken it up. */
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
  /** It changes nothing: the sheet says so already. */
  same: boolean
  /** Everything that was entered later stays. */
  whole: boolean
  /** It is put back in another order, because it is another's turn. */
  reordered: boolean
  /** What no longer fits and has to be entered again. */
  again: EnteredAgain | null
  /** What the table would wait for then. */
  waits: Text | null
  /** How many entries would wait to be put back, that one included. */
  waiting: number
  /** How many entries would not be needed any more. */
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
  /** If it was a throw that somebody had seen. */
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

/** A decisive moment. */
export interface Decisive {
  seat: number
  kind: 'luck' | 'bad_luck' | 'loss'
  turn: number
  what: Text
  amount: Text
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
  /** Nobody saw these dice: only a score was entered, which they explain. */
  witnessed: boolean
  /** Who entered it; where dice are typed, anybody does it for the others. */
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
  /** What stands in the places, by their keys. */
  sheets: (Record<string, number | string>)[]
  /** Faces; null is in the cup. */
  dice?: (string | null)[]
  /** How many throws have fallen in the turn. */
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
  /** Empty for one without a name. */
  name: string
  face: string
  score: number
  /** What luck and decisions are counted in. */
  objective: string | null
  luck: number | null
  decisions: number | null
  /** How far a turn moves the result. */
  spread: number | null
  /** It was played elsewhere and imported as a record. */
  brought: boolean
  /** The circle that sees it; empty for everybody. */
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
  /** The player who asks has left the table, with all their seats. */
  away: boolean
  /** The seats that have to throw or decide. */
  turn: number[]
  /** The seats that nobody has taken yet. */
  missing: number[]
  /** The table waits for whoever asks. */
  waiting: boolean
  scores: number[]
  places: number[] | null
  dice: string
  /** The day whose game this is, like `2026-11-17`; null if it is of none. */
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

/** A request for a bot at a seat. */
export interface FillSeat {
  /** A seat, counted from 0. */
  seat: number
  /** How strong a bot plays; `GET /api/games` tells. */
  level: string
}

/** One of one's own seats; it may be left out if there is only one. */
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
  /** Dice that people type in, where these differ from ours. */
  typed: TypedInfo | null
  /** About how long a game for two takes. */
  minutes: number
  colour: Colour
  /** What one player does makes a difference to the others. */
  coupled: boolean
  /** Several seats may decide at once. */
  simultaneous: boolean
  /** There are hints and reviews. */
  coach: boolean
  /** Positions can be set up by hand. */
  explorer: boolean
  /** The explorer can work out the chance of reaching a score. */
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
  /** The seal of its dice, which anybody can work out. */
  seal: string
  /** The number of the puzzle that the day has of this game. */
  puzzle: number | null
}

/** The games of a day, the featured one first. */
export interface GamesOfDay {
  day: string
  /** The first day that has games. */
  first: string
  /** There are boards of results to hand them in to. */
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
  /** A name for people to read. */
  name?: string
  /** An animal, or nothing for the initial. */
  face?: string
  /** All who come to this server may see it. */
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
  /** The aim of the best choice, and how likely it succeeds. */
  words: string[]
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
  /** The seats that were one's own. */
  mine?: number[]
}

/** A request to join a table: with a ticket, unless a seat already belongs to the key. */
export interface JoinTable {
  /** An invitation, a ticket to watch, or one for a seat. */
  ticket?: string
  name?: string | null
  seat?: number | null
  commitment?: string | null
  /** Take no seat: an invitation lets one watch as well. */
  watch?: boolean
}

/** The seats that now belong to this key; none for somebody who only watches. */
export interface JoinedTable {
  seats: number[]
  watching: boolean
}

export type JsonValue = unknown

/** A request of somebody who lost their key to be let back in. */
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
  /** Empty for one without a name. */
  name: string
  face: string
  score: number
  /** What luck and decisions are counted in. */
  objective: string | null
  luck: number | null
  decisions: number | null
  /** How far a turn moves the result. */
  spread: number | null
  /** It was played elsewhere and imported as a record. */
  brought: boolean
  place: number
  /** Whoever asks has handed it in. */
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
  /** The ticket of the challenge; empty for one who has made it or taken it up. */
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
  /** A name for people to read. */
  name: string
  /** A name of the sender's choice; the same again is done once. */
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
  /** After minus before, unless it was a decision. */
  luck: number
  /** The loss of the decision against the best one. */
  loss: number
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
  /** How many streams of people who only watch there are. */
  watchers: number
}

/** A table to open for the game of a day, and the names of its seats. */
export interface OpenDay {
  /** A day like `2026-11-17`. */
  day: string
  game: string
  names?: string[]
  /** The coach may be asked, as for practice. */
  coach?: boolean
  key?: string | null
}

/** The nonce that a device has committed to; a commitment is opened when all seats are taken. */
export interface OpenNonce {
  /** 16 random bytes that go into the dice. */
  nonce: string
  /** Answer with the table as it stands then. */
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
  /** Whose nonces are not opened yet. */
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
  /** Who asks to be let back in; told to those who sit here. */
  knocks: KnockView[]
  /** How many streams of people who only watch there are. */
  watchers: number
}

/** What a seat whose turn begins may enter without dice; no places at any other time. */
export interface Pad {
  seat: number
  places: PadPlace[]
  /** What may be marked besides: `enter PLACE: VALUE with MARK`. */
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
  /** How many seconds the stream is quiet at most. */
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
  /** The ticket of the challenge; empty for one who has made it or taken it up. */
  ticket: string
  name?: string | null
}

/** A pad to print. */
export interface PrintedPad {
  title: string
  seats: number
  /** For how many games it is. */
  rounds: number
  /** The paper, as CSS calls it. */
  size: string
  landscape: boolean
  /** Every page, as SVG. */
  pages: string[]
}

/** A puzzle, with its solution; `POST /api/study` rates the answers. */
export interface PuzzleAsked {
  game: string
  number: number
  /** The number of the puzzle to go on with. */
  following: number
  difficulty: 'easy' | 'medium' | 'hard'
  /** A record that ends in the position. */
  record: string
  /** Whose decision is asked for. */
  seat: number
  objective: string
  /** The answer. */
  best: string
  /** The move that comes to mind first. */
  natural: string
  /** How much the natural move loses against the best. */
  loss: number
  /** How much the second best choice loses against the best. */
  margin: number
  /** The natural move in words. */
  label: string
  /** Why the best move is better than the natural one. */
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
  /** The way there: names of fields, and places in lists from 0. */
  at: (string | number)[]
  fields: Record<string, JsonValue>
}

/** The error response of every request that was refused or failed. */
export interface Refusal {
  error: Reason
}

/** A change that replaces the value at a place of a view. */
export interface Replaced {
  /** The way there: names of fields, and places in lists from 0. */
  at: (string | number)[]
  to: JsonValue
}

/** The result of the game of a day. */
export interface ResultOfDay {
  day: string
  game: string
  /** Nothing was taken back that had shown dice. */
  counts: boolean
  scores: number[]
  place: number
  /** What the best bot has at the same seat with the same dice; null if nobody judges the game. */
  owl: number | null
  objective: string | null
  luck: number | null
  decisions: number | null
  /** How many of a hundred games of others this beats. */
  beats: Record<string, number>
  /** What was possible, where dice do not depend on decisions. */
  possible: number | null
  proven: boolean | null
  title: string
  /** The result in short lines that reveal no throw. */
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
  /** What the judge assumes, where it was made for other dice or rules. */
  caveats: string[]
  /** Whether the best possible result with the dice that fell can be computed. */
  hindsight: boolean
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
  /** The page with its examples worked out. */
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
  accuracy: number
  /** Whether every rating of a decision was exact. */
  exact: boolean
  moments: Moment[]
  /** The entries of the decisions with the largest losses, the worst first; none without a loss. */
  costliest: number[]
}

/** A seat, and who sits there. */
export interface SeatView {
  /** Somebody at this seat follows the table; null where no person sits. */
  online: boolean | null
  /** Since when nobody follows it; null while somebody does, or if that is not known. */
  offline_since: number | null
  name: string | null
  taken: boolean
  /** What its device committed to, if it did. */
  commitment: string | null
  /** The nonce, once that commitment is opened. */
  nonce: string | null
  person: boolean
  /** Whoever sat here does not play now; this stands in the log. */
  away: boolean
  /** Why: they got `up`, or others let a bot play because they were `late`, or `absent`. Who was absent plays again by coming `back`. */
  left: 'up' | 'late' | 'absent' | null
  bot: string | null
  /** The animal that whoever sits there has chosen. */
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
  /** A name of the sender's choice; the same again is done once. */
  key: string
  seat?: number | null
  /** Answer with the table as it stands then. */
  view?: boolean
  /** How fast bots play on. */
  pace?: 'quick' | 'normal' | 'slow'
  /** With `view`, answer with what has changed since `seen` if that is known. */
  changes?: boolean
}

/** An emote for the others at the table; `GET /api/games` lists them. */
export interface SendEmote {
  seat?: number | null
  emote: string
}

/** Whether everybody who has the link may see a game that is over. */
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
  accuracy: number
}

/** A change that removes elements of a list in a view and inserts others in their place. */
export interface Spliced {
  /** The way there: names of fields, and places in lists from 0. */
  at: (string | number)[]
  /** Where, counted from 0. */
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
  /** The player who asks has left the table, with all their seats. */
  away: boolean
  /** The seats that have to throw or decide. */
  turn: number[]
  /** The seats that nobody has taken yet. */
  missing: number[]
  /** The table waits for whoever asks. */
  waiting: boolean
  scores: number[]
  places: number[] | null
  dice: string
  /** The day whose game this is, like `2026-11-17`; null if it is of none. */
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
  /** Nobody saw these dice: only a score was entered, which they explain. */
  witnessed: boolean
  /** Who entered it; where dice are typed, anybody does it for the others. */
  by: number
  /** The number of the entry that took it back. */
  until: number
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
  /** The options that such tables have unless they say otherwise. */
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
  /** Those that are undone without asking anybody. */
  free: number[]
  /** Those that are undone if everybody else agrees. */
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
  /** The day whose game this is, like `2026-11-17`; null if it is of none. */
  day: string | null
  /** The table whose dice fall here again. */
  challenge: string | null
  imported: 'holds' | 'fails' | 'unproved' | null
  /** The game is over, and all who know the name of the table may look. */
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
  /** The entries that stand, as values, oldest first: all where dice are typed or the game is over, else the last 20. */
  history: EntryView[]
  /** Entries that no longer stand, as values, once the game is over. */
  taken_back: TakenBackView[]
  /** The last corrections, the newest last. */
  corrections: CorrectionView[]
  /** How many entries wait to be put back once something is entered again. */
  put_back: number
  /** The number of the entry in which dice fell last; 0 before any did. */
  last_throw: number
  /** The dice, counted from 1, that were held in the last throw, or are held for the next; none in a new turn. */
  held: number[]
  undoable: Undoable
  moves: Record<string, string[]>
  opening: OpeningView | null
  ask: AskView | null
  /** Who asks to be let back in; told to those who sit here. */
  knocks: KnockView[]
  /** How many streams of people who only watch there are. */
  watchers: number
  next: string | null
  past: PastGame[]
  links: Links | null
}

/** The response of a health check that passed. */
export interface Well {
  status: 'ok'
}
