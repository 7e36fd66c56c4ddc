/** The service worker: the app opens without a connection, and a new version never breaks a game. */
import { stash } from './draft.ts'
import { absolute } from './edition.ts'

/** How long a version may be old while the app stays open, in milliseconds. */
const OFTEN = 60 * 60 * 1000

let registered: ServiceWorkerRegistration | null = null
let waiting = $state(false)

/** Let the worker serve this app. At home on plain http browsers have none; then the app is as it was. */
export async function settle(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    registered = await navigator.serviceWorker.register(absolute('sw.js'))
    watch(registered)
    setInterval(() => void registered?.update().catch(() => undefined), OFTEN)
  } catch {
    // Private windows may forbid it; nothing depends on it.
  }
}

/** Notice when a new version has arrived. The very first one is not new to anybody. */
function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    waiting = registration.waiting !== null && navigator.serviceWorker.controller !== null
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
}

/** A new version waits to be taken. */
export function isNew(): boolean {
  return waiting
}

/** Go on with this version for now. */
export function later(): void {
  waiting = false
}

/** Take the new version if one waits; what is half typed comes along. */
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

/** Forget what the server told this device. */
export async function forget(): Promise<void> {
  if ('caches' in globalThis) await caches.delete('told')
}
