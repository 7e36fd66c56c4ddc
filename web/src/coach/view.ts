/** A view without a table, for boards to draw positions. */
import type { Scene, View } from '~/api/types.ts'

const SEAT = {
  taken: true,
  commitment: null,
  nonce: null,
  person: true,
  away: false,
  left: null,
  face: null,
  bot: null,
  kept: false,
  online: null,
  offline_since: null,
}

/** The parts of a view that boards need. */
export function viewOf(
  scene: Scene,
  names: readonly string[],
  entries: View['entries'] = [],
  you: number[] = [],
): View {
  return {
    table: '',
    game: scene.game,
    options: scene.options,
    undo: 'off',
    dice: '',
    seal: null,
    day: null,
    challenge: null,
    imported: null,
    public: false,
    coach: false,
    clock: null,
    deadline: null,
    now: 0,
    seq: 0,
    you,
    watching: true,
    seats: names.map((name) => ({ ...SEAT, name })),
    started: true,
    over: scene.waiting === 'over',
    scene,
    entries,
    history: [],
    corrections: [],
    put_back: 0,
    last_throw: 0,
    held: [],
    undoable: { free: [], ask: [] },
    moves: {},
    taken_back: [],
    opening: null,
    ask: null,
    knocks: [],
    watchers: 0,
    next: null,
    past: [],
    links: null,
  }
}
