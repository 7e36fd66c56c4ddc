/** Retry with backoff. */

/** The pause before the nth try, in milliseconds. */
const PAUSES = [300, 700, 1500, 3000, 5000]

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** The pause before the nth try, with jitter, so that a restarted server is not overrun. */
export function delay(tries: number): number {
  return (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 0) * (0.75 + Math.random() / 2)
}
