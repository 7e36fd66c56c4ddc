/** How symbols are drawn, on 24 × 24: `fill` and `line` are ink, `tone` has the symbol's colour, `cut` shows what is behind. */
export interface Stroke {
  as: 'fill' | 'line' | 'tone' | 'cut' | 'cutline'
  d: string
}

export interface Drawing {
  strokes: readonly Stroke[]
  /** Its own colour on a die; without one it is all ink. */
  tone?: string
}

/** A circle as a path. */
export function round(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
}
