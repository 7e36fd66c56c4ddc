/** Which edition this is: served by a server of ours, or files alone, with an engine beside them. */

const named = document.querySelector<HTMLMetaElement>('meta[name="knobel-engine"]')?.content

/** Where the engine lies, if no server answers; null where one does. */
export const ENGINE: string | null = named ? new URL(named, document.baseURI).href : null

/** Nobody but this device can be reached: no friends by link. */
export const ALONE = ENGINE !== null

/** The folder that the app lies in. */
export const HOME = ALONE ? new URL('.', document.baseURI).href : `${location.origin}/`

/** The whole address of something in it. */
export function absolute(name: string): string {
  return new URL(name, HOME).href
}

/** What stands behind # as an address of its own. */
export function inside(whole: URL): URL {
  return new URL(whole.hash.slice(1) || '/', 'https://here')
}
