/** Connections that died without a word: the browser keeps them for later requests, and cannot know. */

/** How many connections a browser keeps to a server that speaks HTTP/1.1. */
const KEPT = 6
/** Milliseconds for a sign that the server is there at all. */
const PATIENCE = 5000

/**
 * Ask the server over more connections than can have died, and hang up on all as soon as one answers.
 *
 * What hangs is closed by that, so that the next request goes over a connection that lives. False if none answers in
 * time.
 */
export async function renewConnections(patience = PATIENCE): Promise<boolean> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), patience)
  const ask = () => fetch('/healthz', { cache: 'no-store', signal: ending.signal })
  try {
    await Promise.any(Array.from({ length: KEPT }, ask))
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}
