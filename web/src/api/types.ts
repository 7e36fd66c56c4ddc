/** The types of the HTTP API under the names that the app uses. */
import type * as shapes from './shapes.ts'

export type {
  AskedSeat as SeatWish,
  Cell,
  Change,
  Choice,
  Consequences,
  Correctable,
  CorrectionView,
  Decisive,
  Done,
  Event as Row,
  GameInfo as Game,
  GivenTicket,
  Happened,
  JoinedTable as Joined,
  JoinTable as JoinWish,
  Knocked,
  LevelInfo as Level,
  Library as Games,
  Moment,
  MoveMade,
  MovesMade,
  NextTable,
  Online,
  OpenedTable as Opened,
  Pad,
  PadPlace,
  PadValue,
  Ping,
  PrintedPad,
  Rated,
  RulesExample,
  RulesPage,
  Scene,
  SeatReview,
  SeatView as Seat,
  SendCommand as Command,
  Sheet,
  Text,
  Tray,
  TrayDie,
  TypedThrow,
  View,
} from './shapes.ts'

/** A table in the list of one's own. */
export interface MyTable extends shapes.TableSummary {
  /** Whether it is stored on this device, beside those of a server. */
  here?: boolean
}

export interface MyTables {
  tables: MyTable[]
}

/** A table to open, with all options given explicitly. */
export type TableWish = Required<Omit<shapes.OpenTable, 'key' | 'options'>> & {
  options: Record<string, string>
  key?: string
}

/** The objectives; OpenAPI has only a string. */
export type Objective = 'points' | 'turns' | 'rank_points' | 'win' | 'reach'

export interface Hint extends shapes.Hint {
  objective: Objective
  objectives: Objective[]
}

export interface Review extends shapes.Review {
  objective: Objective
  objectives: Objective[]
}

/** The position at the end of a record. */
export interface Study extends shapes.Studied {
  hints: Hint[] | null
  review: Review | null
}
