/** The list of games from the server, cached on this device, so that pages can be drawn at once. */
import { api } from '~/api/client.ts'
import type { Game, Games } from '~/api/types.ts'
import type { Language } from './i18n.svelte.ts'
import { read, write } from './storage.ts'

let library = $state.raw<Games | null>(null)
/** The language that was last requested. */
let wished: Language | null = null

/** All games, in the order in which they are offered; empty before the server was ever reached. */
export function games(): readonly Game[] {
  return library?.games ?? []
}

export function gameOf(key: string): Game | undefined {
  return games().find((game) => game.key === key)
}

/** Whether there are hints and reviews for a game. */
export function hasCoach(key: string): boolean {
  return gameOf(key)?.coach ?? true
}

/** The levels of bots. */
export function levels(): Games['levels'] {
  return library?.levels ?? []
}

/** The dice of a game with these options: those that people type in may differ from ours. */
export function poolOf(key: string, options: Readonly<Record<string, string>>): Game['dice'] {
  const game = gameOf(key)
  const typed = game?.typed
  return (typed && Object.keys(typed.options).some((name) => name in options) ? typed.dice : game?.dice) ?? []
}

/** The kind of die with this name, whichever game has it. */
export function kindOfDie(name: string): Game['dice'][number] | undefined {
  return games()
    .flatMap(({ dice, typed }) => [...dice, ...(typed?.dice ?? [])])
    .find((die) => die.name === name)
}

/** Load the games in this language: from the cache at first, then from the server. */
export async function loadGames(language: Language): Promise<void> {
  wished = language
  const kept = read(`games.${language}`) as Games | null
  if (kept) take(kept)
  const fresh = api.games(language).then(
    (found) => {
      write(`games.${language}`, found)
      if (wished === language) take(found)
    },
    // Pages show errors of the connection themselves.
    () => undefined,
  )
  if (!kept) await fresh
}

const COLOURS = 'adoptedStyleSheets' in document ? new CSSStyleSheet() : null
if (COLOURS) document.adoptedStyleSheets.push(COLOURS)

/** Store the list, and set the colours of elements with `data-game`. */
function take(told: Games): void {
  library = told
  const rules = told.games.map(({ key, colour: { light, dark, fill } }) => {
    const filled = fill ? `; --fill: light-dark(${light}, ${fill}); --on-fill: #ffffff` : ''
    return `[data-game=${CSS.escape(key)}] { --accent: light-dark(${light}, ${dark})${filled} }`
  })
  COLOURS?.replaceSync(rules.join('\n'))
}
