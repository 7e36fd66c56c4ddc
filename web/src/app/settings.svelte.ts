/** What a person has set on this device. */
import { loadGames } from './games.svelte.ts'
import { LANGUAGES, speak, type Language } from './i18n.svelte.ts'
import { heed, read, write } from './storage.ts'

export const PACES = ['quick', 'normal', 'slow'] as const

export interface Settings {
  language: Language
  theme: 'auto' | 'light' | 'dark'
  motion: boolean
  sound: boolean
  /** Feel one's own throws. */
  vibration: boolean
  /** How fast bots play. */
  pace: (typeof PACES)[number]
  /** What is entered at tables with own dice: the dice, or what is written for them. */
  entry: 'dice' | 'scores'
  /** Show the signs of others. */
  emotes: boolean
  /** Be reminded of one's turn at tables with a slow clock. */
  reminders: boolean
  name: string
  /** The animal on one's own token; none for the initial. */
  animal: string
}

function preferred(): Language {
  const wished = navigator.languages.map((tag) => tag.slice(0, 2))
  return wished.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? 'de'
}

/** The device asks for less motion. */
function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

const settings = $state<Settings>({
  language: preferred(),
  theme: 'auto',
  motion: true,
  // A page that makes noise unasked is a nuisance; a short knock in the hand disturbs nobody else.
  sound: false,
  vibration: !still(),
  pace: 'normal',
  entry: 'dice',
  emotes: true,
  // Nobody is reminded of anything unasked.
  reminders: false,
  name: '',
  animal: '',
  ...(read('settings') as Partial<Settings> | null),
})

/** The settings of the moment; changed with `change`. */
export function current(): Readonly<Settings> {
  return settings
}

/** Change some settings and keep them. */
export async function change(some: Partial<Settings>): Promise<void> {
  Object.assign(settings, some)
  write('settings', settings)
  await apply()
}

/** Make the page follow the settings. */
export async function apply(): Promise<void> {
  const root = document.documentElement
  if (settings.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  root.dataset.motion = settings.motion ? 'on' : 'off'
  await Promise.all([speak(settings.language), loadGames(settings.language)])
}

/** What is set in one window holds in all that are open. */
export function share(): void {
  heed('settings', () => {
    Object.assign(settings, read('settings'))
    void apply()
  })
}

/** Whether things may move. */
export function moves(): boolean {
  return settings.motion && !still()
}
