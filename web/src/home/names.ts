/** The games in the order of their boxes; the server tells the rest. */
export const KEYS = ['kribbeln', 'extreme', 'krisskross', 'master', 'hexhex', 'classic'] as const
export type GameKey = (typeof KEYS)[number]
