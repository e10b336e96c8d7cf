// The service worker of the door's page: the page and its parts are here when the network is not.
const CACHE = 'gatehouse-door-shell'
const PAGE = '/door'

self.addEventListener('install', event => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then(cache => cache.add(PAGE))
      .then(() => self.skipWaiting()),
  )
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

// Always the newest page while there is a network, so that a tablet on a wall is never left behind.
async function page(request) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(PAGE, answer.clone())
    return answer
  } catch {
    return (await cache.match(PAGE)) ?? Response.error()
  }
}

// Names in /assets/ carry a hash of their content, so a stored one is never wrong.
async function part(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && (pathname === PAGE || pathname === '/door.html'))
    event.respondWith(page(request))
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') event.respondWith(part(request))
})

// What the page loaded before this worker took over never passed through it: the page names it afterwards.
self.addEventListener('message', event => {
  const { type, urls } = event.data ?? {}
  if (type !== 'keep' || !Array.isArray(urls)) return
  event.waitUntil(
    caches.open(CACHE).then(async cache => {
      for (const url of urls) {
        const { origin, pathname } = new URL(url, self.location.href)
        if (origin !== self.location.origin || !pathname.startsWith('/assets/')) continue
        if (!(await cache.match(url))) await cache.add(url).catch(() => {})
      }
    }),
  )
})
