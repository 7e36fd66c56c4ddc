/** Whether the server answers, or the worker in its place with what it said before. */

let kept = $state(false)

/** What is shown was told before; the server cannot be reached now. */
export function isKept(): boolean {
  return kept
}

/** The server did not answer, and nothing was told before. */
export function miss(): void {
  kept = true
}

/** Look at an answer; what this device says tells nothing of the server. */
export function notice(response: Response): void {
  if (!response.headers.has('Knobel-Here')) kept = response.headers.has('Knobel-Kept')
}
