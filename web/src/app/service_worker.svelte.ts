/** The service worker: the app works offline, and an update never interrupts a game. */
import { stash } from './draft.ts'
import { absolute } from './edition.ts'

/** How often an open app checks for a new version, in milliseconds. */
const OFTEN = 60 * 60 * 1000

let registered: ServiceWorkerRegistration | null = null
let waiting = $state(false)

/** Register the service worker. On plain HTTP browsers have none; the app then works without it. */
export async function settle(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    registered = await navigator.serviceWorker.register(absolute('sw.js'))
    watch(registered)
    setInterval(() => void registered?.update().catch(() => undefined), OFTEN)
  } catch {
    // Private windows may forbid it; the app works without it.
  }
}

/** Notice when a new version is installed; the first installation is no update. */
function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    waiting = registration.waiting !== null && navigator.serviceWorker.controller !== null
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
}

/** Whether a new version is waiting. */
export function isNew(): boolean {
  return waiting
}

/** Dismiss the update for now. */
export function later(): void {
  waiting = false
}

/** Activate a waiting version; drafts survive the reload. */
export function renew(): void {
  if (!registered?.waiting) return
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      stash()
      location.reload()
    },
    { once: true },
  )
  registered.waiting.postMessage('renew')
}

/** Delete the cached responses of the server. */
export async function forget(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('told')
}
