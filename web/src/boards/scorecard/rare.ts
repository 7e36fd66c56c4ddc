/** What is worth a moment of joy when it is written for points. */
const RARE = new Set(['five_of_a_kind', 'six_of_a_kind'])

export function rare(key: string): boolean {
  return RARE.has(key)
}
