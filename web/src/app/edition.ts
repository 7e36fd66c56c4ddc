/** Which edition this is: served by a server of ours, or files alone; and whether an engine comes with it. */

function said(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="knobel-${name}"]`)?.content ?? null
}

/** Nobody but this device can be reached: no friends by link. */
export const ALONE = said('alone') !== null

/** The folder that the app lies in. */
export const HOME = ALONE ? new URL('.', document.baseURI).href : `${location.origin}/`

/** Where the index of the engine is; null where none is offered. */
export const ENGINE = whole(said('engine'))

function whole(name: string | null): string | null {
  return name && absolute(name)
}

/** The whole address of something in the folder of the app. */
export function absolute(name: string): string {
  return new URL(name, HOME).href
}

/** What stands behind # as an address of its own. */
export function inside(whole: URL): URL {
  return new URL(whole.hash.slice(1) || '/', 'https://here')
}
