/** The edition of the app: served by our server, or static; and whether it comes with an engine. */

function said(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="knobel-${name}"]`)?.content ?? null
}

/** Whether this is the static edition, without a server: no friends by link. */
export const IS_STATIC = said('alone') !== null

/** The URL of the folder of the app. */
export const HOME = IS_STATIC ? new URL('.', document.baseURI).href : `${location.origin}/`

/** The URL of the index of the engine; null if there is none. */
export const ENGINE = whole(said('engine'))

function whole(name: string | null): string | null {
  return name && absolute(name)
}

/** The absolute URL of a file in the folder of the app. */
export function absolute(name: string): string {
  return new URL(name, HOME).href
}

/** The address behind # as a URL. */
export function inside(whole: URL): URL {
  return new URL(whole.hash.slice(1) || '/', 'https://here')
}
