/** What a page and the engine say to each other. */

/** A page wants the engine to be here, or to run; it asks, follows a table after an event, or follows it no longer; each wish has a number of its own. */
export type Wish =
  | { type: 'fetch'; engine: string; home: string }
  | { type: 'start'; engine: string; home: string }
  | { type: 'ask'; id: number; method: string; path: string; body: string | null }
  | { type: 'follow'; id: number; table: string; after: number }
  | { type: 'leave'; id: number }

/** How far the engine is: so many of its bytes are here, all of them are, it starts, the coach is fetched or at work, it runs, or it cannot. */
export type Progress =
  | { state: 'loading'; done: number; whole: number }
  | { state: 'here' }
  | { state: 'starting' }
  | { state: 'values' }
  | { state: 'reviewing'; done: number; whole: number }
  | { state: 'ready' }
  | { state: 'broken'; why: string }

/** The engine answers, tells what happened at a table that is followed, or how far it is. */
export type Said =
  | { type: 'progress'; progress: Progress }
  | { type: 'answer'; id: number; status: number; kind: string; body: Uint8Array<ArrayBuffer> }
  | { type: 'told'; id: number; events: [string, unknown][] }
