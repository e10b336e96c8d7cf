// Starts the console: language, session and stored data first, then the first page.

import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { logInByLink } from '../features/session/log-in.ts'
import { getConnection, probe, reportReached, watchConnection, whenLost } from '../platform/connection.ts'
import { configureHttp } from '../platform/http.ts'
import { watchInstall } from '../platform/install.ts'
import { RequestError } from '../platform/request-error.ts'
import { serverNow } from '../platform/server-clock.ts'
import { registerServiceWorker, rememberLoaded } from '../platform/service-worker.ts'
import { getSession, openSessionStore, subscribeSession } from '../platform/session-store.ts'
import { showToast } from '../platform/toast.ts'
import { wallSecret } from '../platform/wall-identity.ts'
import { followDrafts } from '../resource/drafts.ts'
import { wordsForId } from '../resource/error-words.ts'
import { tenantCalendar } from '../resource/zone.ts'
import { countDaysBy } from '../ui/calendar.ts'
import { ageBy } from '../ui/clock.ts'
import { askBootInfo, subscribeBootInfo } from './boot-info.ts'
import { layEntrySheets } from './entry-sheets.ts'
import { fetchLanding, fetchOpened } from './fetch-ahead.ts'
import { openLanguage } from './language.ts'
import { nameMissingChunks } from './lazy-chunk.ts'
import { payWhatIsOwed } from './left-behind.ts'
import { Providers } from './providers.tsx'
import { followConnection } from './query-client.ts'
import { router } from './router.ts'
import { askAtLogin } from './second-step.ts'
import { serviceBases } from './service-bases.ts'
import { enter, expire, followSessionEnds, openStored, refreshMenu, unveil } from './session-life.ts'
import { autoLoginOf, hashAddressOf, providerAnswerOf } from './start-address.ts'
import { arrived } from './way-back.ts'
import { wearSite } from './wear-site.ts'

/** Once the page that somebody wants is there, with all it asks for. */
const FIELD_PAGES_AFTER_MS = 5_000
let fetchedFor: string | undefined

/** For who holds the device in their hands: a screen on a desk does not walk out of the network. */
function fetchForTheField(): void {
  const token = getSession()?.token
  if (token === undefined || token === fetchedFor || !matchMedia('(pointer: coarse)').matches) return
  fetchedFor = token
  setTimeout(async () => {
    const { fetchFieldPages } = await import('./field-pages.ts')
    await fetchFieldPages(router)
  }, FIELD_PAGES_AFTER_MS)
}

/** Shows the console in the page's root element. */
export async function start(): Promise<void> {
  rememberLoaded()
  const address = hashAddressOf(location)
  if (address) history.replaceState(null, '', address)
  const link = autoLoginOf(location.hash)
  // The key is gone from the address before anything else happens.
  if (link) history.replaceState(null, '', link.address)
  const back = providerAnswerOf(location.hash)
  if (back) history.replaceState(null, '', back.address)

  nameMissingChunks()
  configureHttp({
    bases: serviceBases(),
    token: () => getSession()?.token ?? wallSecret(),
    onSessionEnded: expire,
    onMessage: ({ id, params, msg = '' }) =>
      showToast({ kind: 'ok', message: wordsForId(id, params) ?? { id: msg, message: msg } }),
    onReached: reportReached,
    whenLost,
    canReach: async () => getConnection().online || probe(),
  })
  ageBy(serverNow)
  countDaysBy(tenantCalendar)
  watchConnection()
  watchInstall()
  followConnection()
  followSessionEnds()
  followDrafts()
  wearSite()
  const session = openSessionStore()
  if (session) fetchOpened(router, session)
  const boot = askBootInfo()
  const before: Promise<unknown>[] = [openLanguage(), layEntrySheets()]
  if (session) before.push(openStored(session.user))
  else if (link) before.push(enterByLink(link.key))
  else if (back) before.push(enterByProvider(back.answer))
  await Promise.all(before)

  subscribeSession(() => void sessionChanged())
  router.subscribe('onResolved', ({ toLocation }) => {
    if (toLocation.pathname === '/login') return
    arrived()
    fetchForTheField()
  })
  subscribeBootInfo(() => void router.invalidate())
  globalThis.addEventListener('unhandledrejection', event => {
    if (!(event.reason instanceof RequestError)) return
    event.preventDefault()
    if (event.reason.kind !== 'aborted') showToast({ kind: 'error', message: event.reason })
  })

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element for the console')
  createRoot(root).render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  void boot.then(() => probe())
  payWhatIsOwed()
  if (performance.now() < QUICK_MS) lineIs = 'quick'
  registerLater()
  if (session) void refreshMenu()
}

async function enterByProvider(answer: string): Promise<void> {
  const { enteredByProvider } = await import('./provider-return.ts')
  const entrance = await enteredByProvider(answer)
  if (!entrance) return
  fetchLanding(router, entrance.menu)
  await enter(entrance)
}

// An expired or used link is silently ignored (console specification, section 7).
async function enterByLink(key: string): Promise<void> {
  try {
    const entrance = await logInByLink(key)
    if ('challenge' in entrance) return askAtLogin(entrance)
    fetchLanding(router, entrance.menu)
    await enter(entrance)
  } catch {
    // The login screen comes up.
  }
}

/**
 * A console that does not become live, the login form among them, is kept for an offline start all the same: soon where
 * the page itself came quickly, so that a short visit is enough, and late at the end of a thin line.
 */
const REGISTER_AFTER_MS = { quick: 3_000, thin: 30_000 }
/** A page that is there within this time came over no thin line. */
const QUICK_MS = 3_000
let lineIs: keyof typeof REGISTER_AFTER_MS = 'thin'
let registering: ReturnType<typeof setTimeout> | undefined

// What the worker stores is more than the first pages: it would take a thin line away from them, and from what is live.
function registerLater(): void {
  clearTimeout(registering)
  registering = setTimeout(() => void registerServiceWorker(), REGISTER_AFTER_MS[lineIs])
}

// The gate decides again: after a login it leads in, after the end of a session it leads out.
async function sessionChanged(): Promise<void> {
  const session = getSession()
  if (session) await openStored(session.user)
  try {
    await router.invalidate()
  } finally {
    unveil()
  }
  if (session) registerLater()
}
