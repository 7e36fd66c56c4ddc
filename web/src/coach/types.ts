/** What the coach says; OpenAPI leaves open what a result is counted in. */
import type * as told from '~/api/shapes.ts'
import type { Objective } from './scale.ts'

export type { Moment, Rated, SeatReview } from '~/api/shapes.ts'

export interface Hint extends told.Hint {
  objective: Objective
}

export interface Review extends told.Review {
  objective: Objective
}

/** A position that a record leads to. */
export interface Study extends told.Studied {
  hints: Hint[] | null
  review: Review | null
}
