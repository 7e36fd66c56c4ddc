/** Half-open connections: dead, but not closed, so that the browser still uses them for requests. */

/** The number of connections that browsers keep to a server over HTTP/1.1. */
const KEPT = 6
/** The timeout of the check, in milliseconds. */
const PATIENCE = 5000

/**
 * Send a request over as many connections as can be dead, and abort all as soon as one is answered.
 *
 * Aborting closes the dead ones, so that the next request uses a live connection. False if none is answered in time.
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
