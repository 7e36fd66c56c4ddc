/** What the clock of the server says: clocks of phones go wrong, and times that it tells are by its own. */
let ahead = 0

/** The server said what time it is, in milliseconds since 1970. */
export function hearTime(now: number): void {
  ahead = now - Date.now()
}

/** What time it is now by the clock of the server. */
export function serverTime(): number {
  return Date.now() + ahead
}
