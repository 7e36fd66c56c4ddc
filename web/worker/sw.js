/**
 * The app without a connection: its own files, and what the server told before.
 *
 * A new version waits until nobody plays with the old one; `renew` ends the waiting. The files of the version before
 * are kept, so that a page that is still open finds all its parts.
 */
const VERSION = '@version@'
/** The folder of the app. */
const HOME = new URL('./', location.href).pathname
/** The files of the app; the first is its page. */
const FILES = addresses('@files@')
/** Where no server answers, the files that stand in for what it would tell. */
const STATIC_ANSWERS = null

const SHELL = `shell ${VERSION}`
const TOLD = 'told'
/** Answers that are worth keeping: texts, games, rules, own games, tables, their records and reviews. */
const WORTH = /^api\/(?:texts\/|games$|rules\/|me\/tables$|tables\/[^/]+(?:\/(?:record|review))?$)/
/** What every page needs, kept before it is asked for. */
const NEEDED = ['de', 'en'].flatMap((language) => [`api/texts/${language}`, `api/games?language=${language}`])
/** Folders of ours. */
const OWN = /^(?:assets|engine|told|values)\//
const EARLY = /\s*<link rel="modulepreload"[^>]*>/g
const MOST = 400
/** When somebody waits longer than this, what was told before is better than nothing. */
const PATIENCE = 5000

self.addEventListener('install', (event) => {
  event.waitUntil(
    Promise.all([
      keep(SHELL, FILES),
      STATIC_ANSWERS ? keep(SHELL, addresses(STATIC_ANSWERS)) : keep(TOLD, addresses(NEEDED)),
    ]),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([tidy(), self.clients.claim()]))
})

self.addEventListener('message', (event) => {
  if (event.data === 'renew') void self.skipWaiting()
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.link))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(HOME)) return
  const path = pathname.slice(HOME.length)
  if (request.mode === 'navigate' && !path.startsWith('api/')) event.respondWith(page())
  else if (WORTH.test(path) && !request.headers.has('Authorization')) event.respondWith(told(request))
  else if (FILES.includes(pathname) || OWN.test(path)) event.respondWith(file(request))
})

/** Show an address in a window that is there, or in a new one. */
async function open(link) {
  const [there] = await self.clients.matchAll({ type: 'window' })
  if (!there) return self.clients.openWindow(link)
  await there.focus()
  return there.navigate(link)
}

function addresses(names) {
  return names.map((name) => HOME + name)
}

async function keep(name, addresses) {
  const cache = await caches.open(name)
  await cache.addAll(addresses)
}

/** The page of the app is one for all addresses. */
async function page() {
  const shell = await caches.open(SHELL)
  const kept = await shell.match(HOME)
  if (!kept) return fetch(HOME)
  // Its parts are here already; browsers warn of parts that they load early and get from a worker then.
  return new Response((await kept.text()).replaceAll(EARLY, ''), { headers: kept.headers })
}

/** Of this version if it has it; pages of the version before find their parts in its cache. */
async function file(request) {
  const shell = await caches.open(SHELL)
  return (await shell.match(request)) ?? (await caches.match(request)) ?? fetch(request)
}

/** What the server says; or what it said before, marked as such. */
async function told(request) {
  const kept = await caches.open(TOLD)
  const before = await kept.match(request)
  const fresh = ask(request, kept)
  if (!before) return fresh
  const old = () => marked(before)
  return Promise.race([fresh.catch(old), new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(old)])
}

async function ask(request, kept) {
  const response = await fetch(request)
  if (response.ok) await kept.put(request, response.clone())
  return response
}

function marked(response) {
  const headers = new Headers(response.headers)
  headers.set('Knobel-Kept', 'yes')
  return new Response(response.body, { status: response.status, headers })
}

/** The shells of this version and of the one before it stay, and the newest answers. */
async function tidy() {
  const shells = (await caches.keys()).filter((name) => name.startsWith('shell ') && name !== SHELL)
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)))
  const kept = await caches.open(TOLD)
  const answers = await kept.keys()
  await Promise.all(answers.slice(0, -MOST).map((request) => kept.delete(request)))
}
