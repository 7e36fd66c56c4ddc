/** The service worker: the app opens without a connection, and a new version never breaks a game. */

/** How long a version may be old while the app stays open, in milliseconds. */
const OFTEN = 60 * 60 * 1000

let registered: ServiceWorkerRegistration | null = null

/** Let the worker serve this app. At home on plain http browsers have none; then the app is as it was. */
export async function settle(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    registered = await navigator.serviceWorker.register('/sw.js')
    setInterval(() => void registered?.update().catch(() => undefined), OFTEN)
  } catch {
    // Private windows may forbid it; nothing depends on it.
  }
}

/** Take the new version if one waits. Called where nothing is lost by loading the page anew. */
export function renew(): void {
  if (!registered?.waiting) return
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
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
