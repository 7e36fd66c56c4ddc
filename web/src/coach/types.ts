/** What the coach says, as the HTTP API has it. */
import type { Scene } from '~/api/types.ts'
import type { Objective } from './scale.ts'

export interface Rated {
  move: string
  label: string
  value: number
}

export interface Hint {
  game: string
  names: string[]
  seat: number
  objective: Objective
  spread: number
  exact: boolean
  dice: string[]
  choices: Rated[]
  words: string[]
}

export interface Moment {
  entry: number
  kind: 'throw' | 'decision' | 'other'
  turn: number
  label: string
  dice: string[]
  before: number
  after: number
  luck: number
  loss: number
  verdict: string | null
  exact: boolean
  best: Rated | null
  alternatives: Rated[]
  reasons: string[]
}

export interface SeatReview {
  seat: number
  start: number
  luck: number
  others: number
  losses: number
  result: number
  accuracy: number
  exact: boolean
  moments: Moment[]
  costliest: number[]
}

export interface Review {
  game: string
  names: string[]
  objective: Objective
  over: boolean
  spread: number
  seats: SeatReview[]
}

/** A position that a record leads to. */
export interface Study {
  names: string[]
  scene: Scene
  waiting: Scene['waiting']
  cup: number[]
  moves: Record<string, string[]>
  entries: [number, string][]
  hints: Hint[] | null
  review: Review | null
}
