/** The settings of this device. */
import { loadGames } from './games.svelte.ts'
import { LANGUAGES, speak, type Language } from './i18n.svelte.ts'
import { heed, read, write } from './storage.ts'

export const PACES = ['quick', 'normal', 'slow'] as const

export interface Settings {
  language: Language
  theme: 'auto' | 'light' | 'dark'
  motion: boolean
  sound: boolean
  /** Vibrate with one's own throws. */
  vibration: boolean
  /** How fast bots play. */
  pace: (typeof PACES)[number]
  /** What is entered at tables with own dice: the dice, or the scores. */
  entry: 'dice' | 'scores'
  /** Show the emotes of others. */
  emotes: boolean
  /** Remind of one's turn at tables with a slow clock. */
  reminders: boolean
  name: string
  /** The animal on one's own token; empty for the initial. */
  animal: string
}

function preferred(): Language {
  const wished = navigator.languages.map((tag) => tag.slice(0, 2))
  return wished.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? 'de'
}

/** Whether the device prefers reduced motion. */
function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

const settings = $state<Settings>({
  language: preferred(),
  theme: 'auto',
  motion: true,
  // Off by default: an unexpected sound is a nuisance; a short vibration disturbs nobody else.
  sound: false,
  vibration: !still(),
  pace: 'normal',
  entry: 'dice',
  emotes: true,
  // Reminders are opt-in.
  reminders: false,
  name: '',
  animal: '',
  ...(read('settings') as Partial<Settings> | null),
})

/** The current settings; changed with `change`. */
export function current(): Readonly<Settings> {
  return settings
}

/** Change some settings and store them. */
export async function change(some: Partial<Settings>): Promise<void> {
  Object.assign(settings, some)
  write('settings', settings)
  await apply()
}

/** Apply the settings to the page. */
export async function apply(): Promise<void> {
  const root = document.documentElement
  if (settings.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  root.dataset.motion = settings.motion ? 'on' : 'off'
  await Promise.all([speak(settings.language), loadGames(settings.language)])
}

/** Synchronise settings between open windows. */
export function share(): void {
  heed('settings', () => {
    Object.assign(settings, read('settings'))
    void apply()
  })
}

/** Whether animations are on. */
export function animationsOn(): boolean {
  return settings.motion && !still()
}
