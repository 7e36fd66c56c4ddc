/** The clock of the server: clocks of devices may be wrong, and times from the server are by its own. */
let ahead = 0

/** Record the time of the server, in milliseconds since 1970. */
export function hearTime(now: number): void {
  ahead = now - Date.now()
}

/** The present time by the clock of the server. */
export function serverTime(): number {
  return Date.now() + ahead
}
