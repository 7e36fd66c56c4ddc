/** The shapes of the HTTP API under the names that the app uses for them. */
import type { OpenTable } from './shapes.ts'

export type {
  AskedSeat as SeatWish,
  Cell,
  Choice,
  Done,
  Event as Row,
  GameInfo as Game,
  GivenTicket,
  Happened,
  JoinedTable as Joined,
  JoinTable as JoinWish,
  LevelInfo as Level,
  Library as Games,
  MyTables,
  NextTable,
  OpenedTable as Opened,
  RulesExample,
  RulesPage,
  Scene,
  SeatView as Seat,
  SendCommand as Command,
  Sheet,
  TableSummary as MyTable,
  Text,
  Tray,
  TrayDie,
  View,
} from './shapes.ts'

/** A table as somebody wants it; the app leaves nothing to the server's habits. */
export type TableWish = Required<Omit<OpenTable, 'key' | 'options'>> & {
  options: Record<string, string>
  key?: string
}
