/** Where the dice lie on the boxes. */
interface Lying {
  face: string
  x: number
  y: number
  turn: number
}

export const KRIBBELN: readonly (Lying & { colour: string })[] = [
  { face: '5', colour: 'black', x: 40, y: 90, turn: -12 },
  { face: '6', colour: 'blue', x: 99, y: 95, turn: 3 },
  { face: '2', colour: 'green', x: 160, y: 90, turn: 11 },
  { face: '4', colour: 'orange', x: 42, y: 34, turn: 8 },
  { face: '1', colour: 'red', x: 101, y: 36, turn: -5 },
  { face: '3', colour: 'yellow', x: 159, y: 32, turn: 10 },
]

export const PYRAMID: readonly Lying[] = [
  { face: '5', x: 56, y: 106, turn: -3 },
  { face: '3', x: 100, y: 107, turn: 2 },
  { face: '6', x: 144, y: 106, turn: -2 },
  { face: '2', x: 77, y: 66, turn: -5 },
  { face: '4', x: 123, y: 66, turn: 5 },
]

export const TUMBLING: readonly Lying[] = [
  { face: '6', x: 176, y: 104, turn: 10 },
  { face: '4', x: 134, y: 108, turn: -12 },
  { face: '5', x: 160, y: 60, turn: 24 },
  { face: '3', x: 118, y: 66, turn: -20 },
  { face: '2', x: 134, y: 26, turn: 33 },
]

export const GRID = [
  { name: 'star', x: 0, y: 0 },
  { name: 'star', x: 1, y: 0 },
  { name: 'star', x: 2, y: 0 },
  { name: 'circle', x: 4, y: 0 },
  { name: 'cross', x: 0, y: 1 },
  { name: 'dot', x: 2, y: 1 },
  { name: 'circle', x: 4, y: 1 },
  { name: 'cross', x: 0, y: 2 },
  { name: 'square', x: 1, y: 2 },
  { name: 'square', x: 2, y: 2 },
  { name: 'triangle', x: 3, y: 2 },
  { name: 'circle', x: 4, y: 2 },
  { name: 'triangle', x: 3, y: 3 },
  { name: 'dot', x: 1, y: 4 },
  { name: 'cross', x: 3, y: 4 },
]
