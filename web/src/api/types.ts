/** What the server says, as docs of the HTTP API and knobel.scene.model have it. */

export interface Text {
  key: string
  values: Record<string, number | string | Text>
}

export interface Cell {
  key: string
  label: Text
  part: string
  value: number | string | null
  struck: boolean
  size: number | null
  points: number | null
  /** What finishing it would bring besides, if this seat were next. */
  bonus: number | null
  preview: number | string | null
  reason: Text | null
  help: Text | null
  move: string | null
}

export interface Sheet {
  seat: number
  cells: Cell[]
  total: number
  unit: Text
  /** The total that is raced for, if one is. */
  goal: number | null
}

export interface TrayDie {
  position: number
  die: string
  face: string | null
  colour: string | null
}

export interface Tray {
  dice: TrayDie[]
  throws: number
  most: number
  keep: Text | null
}

export interface Choice {
  seat: number
  move: string
  label: Text
  worth: number | null
  reason: Text | null
  effects: Text[]
  cells: string[]
  /** The dice that serve it, by position, where it matters which. */
  dice: number[]
  /** What would stand in the cells that it changes. */
  after: Record<string, number | string>
}

export interface Scene {
  game: string
  options: Record<string, string>
  waiting: 'throw' | 'decide' | 'over'
  seats: number[]
  prompt: Text
  tray: Tray
  sheets: Sheet[]
  choices: Choice[]
  places: number[]
  notes: Text[]
}

export interface Seat {
  name: string
  nonce: string | null
  person: boolean
  away: boolean
  bot: string | null
  kept: boolean
}

/** A table as one client sees it. */
export interface View {
  table: string
  game: string
  options: Record<string, string>
  undo: 'free' | 'ask' | 'off'
  dice: string
  seal: string | null
  coach: boolean
  clock: number | null
  deadline: number | null
  seq: number
  /** The seats of this client. */
  you: number[]
  watching: boolean
  seats: Seat[]
  started: boolean
  over: boolean
  scene: Scene
  /** The entries that stand, each with its number: `- 2 5 5`, `0 keep 1 4`. */
  entries: [number, string][]
  /** What own seats may do now; `roll` throws the dice of the server. */
  moves: Record<string, string[]>
  ask: { seat: number; number: number; agreed: number[] } | null
  next: string | null
  past: { table: string; scores: number[] }[]
  links: { invite: string; watch: string } | null
}

export type RowKind =
  'entry' | 'name' | 'join' | 'bot' | 'leave' | 'back' | 'ask' | 'agree' | 'refuse' | 'rematch' | 'emote' | 'past'

/** Something that happened at a table. */
export interface Row {
  seq: number
  kind: RowKind
  text: string
  seat: number | null
  at: number
}

export interface Option {
  key: string
  help: string
  default: string
  choices: string[]
}

export interface Game {
  key: string
  title: string
  tagline: string
  source: string
  seats: number[]
  options: Option[]
  dice: { name: string; faces: string[]; colours: string[] | null }[]
  minutes: number
}

export interface Games {
  games: Game[]
  levels: { key: string; name: string }[]
  emotes: string[]
  version: string
}

export interface SeatWish {
  kind: 'here' | 'link' | 'bot'
  name?: string
  level?: string
}

export interface TableWish {
  game: string
  options: Record<string, string>
  seats: SeatWish[]
  dice: 'checked' | 'own'
  undo: 'free' | 'ask' | 'off'
  coach: boolean
  clock: number | null
  key?: string
}

export interface Opened {
  table: string
  seats: number[]
  invite: string
  watch: string
  seal: string | null
}

export interface Joined {
  seats: number[]
  watching: boolean
}

/** A line of “my games”. */
export interface MyTable {
  table: string
  game: string
  options: Record<string, string>
  names: string[]
  mine: number[]
  started: boolean
  over: boolean
  waiting: boolean
  scores: number[]
  places: number[] | null
  dice: string
  updated: number
  next: string | null
}

export interface Command {
  move: string
  seen: number
  key: string
  seat?: number
  view?: boolean
}
