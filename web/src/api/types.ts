/** The shapes of the HTTP API under the names that the app uses for them. */
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

/** A table among one's own. */
export interface MyTable extends shapes.TableSummary {
  /** It lives on this device, beside those of a server. */
  here?: boolean
}

export interface MyTables {
  tables: MyTable[]
}

/** A table as somebody wants it; the app leaves nothing to the server's habits. */
export type TableWish = Required<Omit<shapes.OpenTable, 'key' | 'options'>> & {
  options: Record<string, string>
  key?: string
}

/** What a result is counted in; OpenAPI leaves it open. */
export type Objective = 'points' | 'turns' | 'rank_points' | 'win' | 'reach'

export interface Hint extends shapes.Hint {
  objective: Objective
  objectives: Objective[]
}

export interface Review extends shapes.Review {
  objective: Objective
  objectives: Objective[]
}

/** A position that a record leads to. */
export interface Study extends shapes.Studied {
  hints: Hint[] | null
  review: Review | null
}
