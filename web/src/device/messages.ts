/** The messages between a page and the engine. */

/**
 * A message of a page: fetch or start the engine, send a request, follow a table after an event, or stop following.
 * Each has its own number.
 */
export type Wish =
  | { type: 'fetch'; engine: string; home: string }
  | { type: 'start'; engine: string; home: string }
  | { type: 'ask'; id: number; method: string; path: string; body: string | null }
  | { type: 'follow'; id: number; table: string; after: number }
  | { type: 'leave'; id: number }

/** The progress of the engine: loading its files, all here, starting, fetching values, reviewing, ready, or broken. */
export type Progress =
  | { state: 'loading'; done: number; whole: number }
  | { state: 'here' }
  | { state: 'starting' }
  | { state: 'values' }
  | { state: 'reviewing'; done: number; whole: number }
  | { state: 'ready' }
  | { state: 'broken'; why: string }

/** A message of the engine: a response, the events of a followed table, or its progress. */
export type Said =
  | { type: 'progress'; progress: Progress }
  | { type: 'answer'; id: number; status: number; kind: string; body: Uint8Array<ArrayBuffer> }
  | { type: 'told'; id: number; events: [string, unknown][] }
