// Registers the service worker, says when a new version waits, and empties what it keeps.
import { Workbox } from 'workbox-window'
import { HOUR_MS } from '../domain/durations.ts'

let workbox: Workbox | undefined
let waiting = false
const listeners = new Set<() => void>()
const ANSWER_MS = 3_000
/** How long a person who waits for a page waits for its newer version. */
const UPDATE_MS = 10_000
const SETTLED_MS = 10_000
/** A map asks for more files than a browser remembers of itself before the worker stands. */
const REMEMBERED_FILES = 2_000

/** True while a new version is installed and waits for the person's word. */
export const isUpdateWaiting = (): boolean => waiting

export function subscribeUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remembers what the page loads until there is a worker to keep it. Called first of all. */
export const rememberLoaded = (): void => performance.setResourceTimingBufferSize(REMEMBERED_FILES)

/** Registers the worker where there is one, unless it stands already; insecure origins have none and work without. */
export async function registerServiceWorker(address = '/sw.js'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // A logout clears it away together with the site's storage.
  if (workbox && (await navigator.serviceWorker.getRegistration())) return
  workbox = new Workbox(address)
  navigator.serviceWorker.addEventListener('controllerchange', keepLoaded)
  workbox.addEventListener('waiting', () => {
    waiting = true
    for (const listener of listeners) listener()
  })
  try {
    const registration = await workbox.register()
    if (registration) setInterval(() => void registration.update().catch(() => undefined), HOUR_MS)
    await navigator.serviceWorker.ready
    keepLoaded()
    // What was on its way meanwhile did not pass through it either.
    setTimeout(keepLoaded, SETTLED_MS)
  } catch {
    // A refused registration (plain HTTP, private mode) leaves a console that needs the network.
  }
}

/** Lets the waiting version take over and loads it. */
export function applyUpdate(): void {
  workbox?.addEventListener('controlling', () => location.reload())
  workbox?.messageSkipWaiting()
}

/**
 * Loads the page again in its newest version: the worker serves the page it knows, whose parts may be gone from the
 * server since. Without a worker, or when a new version does not come in time, it is the same page once more.
 */
export async function reloadNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await Promise.race([takeOver(registration), new Promise(resolve => setTimeout(resolve, UPDATE_MS))])
  location.reload()
}

async function takeOver(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  if (!registration) return
  await registration.update().catch(() => undefined)
  const { installing } = registration
  const newest = installing ?? registration.waiting
  if (!newest) return
  const reach = (state: ServiceWorkerState) =>
    new Promise<void>(resolve => {
      const look = () => (newest.state === state || newest.state === 'redundant') && resolve()
      newest.addEventListener('statechange', look)
      look()
    })
  if (installing) await reach('installed')
  newest.postMessage({ type: 'SKIP_WAITING' })
  await reach('activated')
}

// The first page's files did not pass through the worker, so it is told to store them.
function keepLoaded(): void {
  const urls = performance.getEntriesByType('resource').map(entry => entry.name)
  navigator.serviceWorker.controller?.postMessage({ type: 'keep', urls })
}

/** Asks the worker to drop its run-time caches; resolves when it did, or did not answer in time. */
export async function purgeWorkerCaches(): Promise<void> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return
  await new Promise<void>(resolve => {
    const { port1, port2 } = new MessageChannel()
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, ANSWER_MS)
    port1.onmessage = done
    worker.postMessage({ type: 'purge' }, [port2])
  })
}

/** Ends push messages to this browser. */
export async function unsubscribePush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
