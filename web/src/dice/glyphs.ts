/** Our own symbols, drawn on 24 × 24. `fill` and `line` are ink, `tone` has the symbol's colour, `cut` shows what is behind. */
export interface Stroke {
  as: 'fill' | 'line' | 'tone' | 'cut' | 'cutline'
  d: string
}

const round = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const STAR = 'M12 1.8l3 6.6 7.2.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z'

export const GLYPHS: Record<string, readonly Stroke[]> = {
  dot: [{ as: 'fill', d: round(12, 12, 5) }],
  cross: [{ as: 'line', d: 'M4.8 4.8 19.2 19.2M19.2 4.8 4.8 19.2' }],
  triangle: [{ as: 'line', d: 'M12 3.6 21.4 20H2.6z' }],
  square: [{ as: 'line', d: 'M4 4h16v16H4z' }],
  circle: [{ as: 'line', d: round(12, 12, 8.8) }],
  star: [{ as: 'fill', d: STAR }],
  mash: [
    { as: 'tone', d: 'M3.6 11.4c.2-2.3 2-3.8 4-3.7C8 5.3 9.8 3.6 12.1 3.6c2.4 0 4 1.7 4.3 3.7 2.2-.2 3.9 1.7 4 4.1z' },
    { as: 'line', d: 'M3.6 11.4c.2-2.3 2-3.8 4-3.7C8 5.3 9.8 3.6 12.1 3.6c2.4 0 4 1.7 4.3 3.7 2.2-.2 3.9 1.7 4 4.1z' },
    { as: 'fill', d: 'M1.8 12h20.4c0 4.9-3 8.2-6.2 9.4v1.1H8v-1.1C4.8 20.2 1.8 16.9 1.8 12z' },
  ],
  cauldron: [
    { as: 'tone', d: round(9, 4.2, 2) + round(14.6, 2.9, 1.4) + round(14.2, 6, 0.9) },
    {
      as: 'fill',
      d: 'M2.6 8h18.8a1.4 1.4 0 0 1 0 2.8h-.6c.8 1.3 1.2 2.7 1.2 4 0 2.3-1.5 4.2-3.9 5.3l.7 2.6h-2.3l-.5-1.8a17 17 0 0 1-8 0l-.5 1.8H5.2l.7-2.6C3.5 19 2 17.1 2 14.8c0-1.3.4-2.7 1.2-4h-.6a1.4 1.4 0 0 1 0-2.8z',
    },
    { as: 'cutline', d: 'M5.4 14.3c.2 1.7 1.2 2.8 2.6 3.5' },
  ],
  crystal_ball: [
    { as: 'tone', d: round(12, 10, 8.4) },
    { as: 'fill', d: 'M7.2 18.6h9.6l2.7 2.4c.7.6.3 1.7-.6 1.7H5.1c-.9 0-1.3-1.1-.6-1.7z' },
    { as: 'cut', d: 'M12.8 4.8l1.2 3.2 3.2 1.2-3.2 1.2-1.2 3.2-1.2-3.2-3.2-1.2 3.2-1.2z' },
    { as: 'cutline', d: 'M6.4 10.4c.2 1.6.9 3 2.1 3.9' },
  ],
  toadstool: [
    { as: 'tone', d: 'M1.8 12.2C2.3 6 6.6 2 12 2s9.7 4 10.2 10.2c.1 1.1-.8 1.8-1.9 1.8H3.7c-1.1 0-2-.7-1.9-1.8z' },
    { as: 'cut', d: round(7.6, 8.8, 1.9) + round(14.2, 5.9, 1.7) + round(17.2, 10.6, 1.5) + round(12, 11.6, 1.1) },
    { as: 'fill', d: 'M8.6 15.4h6.8l1.3 5.7c.2.9-.4 1.6-1.2 1.6h-7c-.8 0-1.4-.7-1.2-1.6z' },
  ],
  spell_book: [
    {
      as: 'tone',
      d: 'M5.8 1.8h12.9c.8 0 1.4.6 1.4 1.4v18.1c0 .5-.4.9-.9.9H6.4c-1.7 0-3-1.3-3-3V4.2c0-1.3 1.1-2.4 2.4-2.4z',
    },
    { as: 'cutline', d: 'M18.4 18.8H6.6' },
    { as: 'cut', d: 'M12 4.3l1.5 3.3 3.6.4-2.7 2.4.8 3.6-3.2-1.8-3.2 1.8.8-3.6L6.9 8l3.6-.4z' },
  ],
  frog: [
    { as: 'tone', d: round(6.6, 6.6, 4) + round(17.4, 6.6, 4) },
    { as: 'tone', d: 'M12 6.8c5.9 0 10.4 3.4 10.4 7.7s-4.5 7-10.4 7-10.4-2.7-10.4-7S6.1 6.8 12 6.8z' },
    { as: 'cut', d: round(6.6, 6.4, 2.3) + round(17.4, 6.4, 2.3) },
    { as: 'fill', d: round(6.8, 6.6, 1.1) + round(17.2, 6.6, 1.1) },
    { as: 'cutline', d: 'M5.8 14.4c3.3 3.7 9.1 3.7 12.4 0' },
  ],
}
