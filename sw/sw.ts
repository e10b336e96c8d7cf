// The service worker: keeps the shell for an offline start, and public files once they were used.
import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { createNotifications } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

const RUNTIME_CACHES = {
  assets: 'gatehouse-assets',
  data: 'gatehouse-static-data',
  /** Private: gone with the session, like the others. */
  plans: 'gatehouse-plans',
}
const DAY_SECONDS = 24 * 60 * 60

// Addresses that answer for a person: never read from, never written to a cache, but for the plans of buildings.
const PRIVATE = [/^\/api\//, /^\/conference\//, /^\/mqtt/, /^\/ws/, /^\/files\//]

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

// A tablet at a door and the phone of a resident have pages of their own.
const OTHER_PAGES = [/^\/(door|resident)(\.html)?$/]

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...PRIVATE, ...OTHER_PAGES] }),
)

// Names in /assets/ carry a hash of their content, so a stored one is never wrong. Catalogues are among them.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: RUNTIME_CACHES.assets,
    plugins: [
      new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 60 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
)

// Pictures of the installation, and the ground and the names of the maps: the same for everybody.
const STATIC_DATA = /^\/(data|icons|screenshots|map|regions)\//

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && STATIC_DATA.test(url.pathname),
  new StaleWhileRevalidate({
    cacheName: RUNTIME_CACHES.data,
    plugins: [new ExpirationPlugin({ maxEntries: 60, purgeOnQuotaError: true })],
  }),
)

// Plans of floors and sites, which pages mark so: a random name never stands for another picture.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/files/') && url.searchParams.has('plan'),
  new CacheFirst({
    cacheName: RUNTIME_CACHES.plans,
    plugins: [
      new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true }),
    ],
  }),
)

// What the first page loaded before this worker took over never passed through it: the page names it afterwards.
async function keep(urls: unknown): Promise<void> {
  if (!Array.isArray(urls)) return
  const own = urls.flatMap(url => {
    if (typeof url !== 'string' || !url.startsWith(`${self.location.origin}/`)) return []
    const { pathname } = new URL(url)
    if (pathname.startsWith('/assets/')) return [{ url, name: RUNTIME_CACHES.assets }]
    return STATIC_DATA.test(pathname) ? [{ url, name: RUNTIME_CACHES.data }] : []
  })
  await Promise.all(
    own.map(async ({ url, name }) => {
      if (await caches.match(url)) return
      await (await caches.open(name)).add(url).catch(() => undefined)
    }),
  )
}

const notifications = createNotifications({
  origin: self.location.origin,
  registration: self.registration,
  clients: self.clients,
  fetch: (...request) => fetch(...request),
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
  maySkip: /Chrome\//.test(navigator.userAgent),
})

async function purge(): Promise<void> {
  await Promise.all([
    ...Object.values(RUNTIME_CACHES).map(name => caches.delete(name)),
    notifications.clear(),
  ])
}

self.addEventListener('push', event => event.waitUntil(notifications.received(event.data?.text())))
self.addEventListener('notificationclick', event => event.waitUntil(notifications.clicked(event)))
self.addEventListener('notificationclose', event => event.waitUntil(notifications.closed(event.notification)))
self.addEventListener('pushsubscriptionchange', event => {
  if (event instanceof ExtendableEvent) event.waitUntil(notifications.renew())
})

self.addEventListener('message', event => {
  const kind: unknown = event.data?.type
  // A new version waits until the person agrees to reload.
  if (kind === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (kind === 'keep') event.waitUntil(keep(event.data.urls))
  if (kind === 'purge') {
    event.waitUntil(purge().then(() => event.ports[0]?.postMessage({ type: 'purged' })))
  }
})
