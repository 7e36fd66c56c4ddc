/** All symbols: plain shapes, and those that the folders of games bring for their own dice as `glyphs.ts`. */
import { round, type Drawing } from './faces.ts'

const BROUGHT = import.meta.glob<Record<string, Drawing>>('../games/*/glyphs.ts', { eager: true, import: 'default' })

export const GLYPHS: Readonly<Record<string, Drawing>> = {
  dot: { strokes: [{ as: 'fill', d: round(12, 12, 5) }] },
  cross: { strokes: [{ as: 'line', d: 'M4.8 4.8 19.2 19.2M19.2 4.8 4.8 19.2' }] },
  triangle: { strokes: [{ as: 'line', d: 'M12 3.6 21.4 20H2.6z' }] },
  square: { strokes: [{ as: 'line', d: 'M4 4h16v16H4z' }] },
  circle: { strokes: [{ as: 'line', d: round(12, 12, 8.8) }] },
  star: {
    strokes: [{ as: 'fill', d: 'M12 1.8l3 6.6 7.2.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z' }],
  },
  ...Object.values(BROUGHT).reduce((all, some) => ({ ...all, ...some }), {}),
}
