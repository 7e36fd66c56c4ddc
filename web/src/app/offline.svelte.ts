/** Whether the server answers, or the service worker instead, from its cache. */

let kept = $state(false)

/** Whether what is shown comes from the cache, because the server is unreachable. */
export function answersFromCache(): boolean {
  return kept
}

/** Record that the server did not answer, and nothing was cached. */
export function miss(): void {
  kept = true
}

/** Read from a response whether it was cached; responses of this device say nothing about the server. */
export function notice(response: Response): void {
  if (!response.headers.has('Knobel-Here')) kept = response.headers.has('Knobel-Kept')
}
