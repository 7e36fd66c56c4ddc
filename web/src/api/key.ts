/** A random name for a command, so that it is done once however often it is sent. */
export function newKey(): string {
  // crypto.randomUUID is missing on plain http, where people play at home.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
