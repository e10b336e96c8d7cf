// The beginning and the end of a session: what must be there before it, and what must be gone after it.
import { msg } from '@lingui/core/macro'
import { getNavigationBar, logout, type SessionUser } from '../contract/endpoints/session.ts'
import type { Entrance } from '../features/session/log-in.ts'
import { sendRequest } from '../platform/http.ts'
import { queuedActions } from '../platform/queue.ts'
import { waitingQueues } from '../platform/queue-store.ts'
import { keepClock } from '../platform/server-clock.ts'
import { registerServiceWorker } from '../platform/service-worker.ts'
import { endSession, getSession, onSessionEnd, renewMenu, startSession } from '../platform/session-store.ts'
import { showToast } from '../platform/toast.ts'
import { dropDrafts, openDrafts } from '../resource/drafts.ts'
import { keepLanding } from './fetch-ahead.ts'
import { keepLanguage, wireLanguage } from './language.ts'
import { forgetRevocation, oweRevocation } from './left-behind.ts'
import { hidePrivateData, makeRoomFor, purgePrivateData } from './purge.ts'
import { openCache } from './query-client.ts'
import { getSkin, showSkin } from './skin.ts'
import { noteEnd } from './way-back.ts'

let leaving: Promise<unknown> = Promise.resolve()

/** Starts a session; what another person left on this browser is purged first, but for sealed work that waits. */
export async function enter({ token, user, menu }: Entrance): Promise<void> {
  await leaving
  if (await makeRoomFor(user)) {
    showToast({ kind: 'tip', message: msg`What another person had stored on this device was deleted` })
  }
  await openStored(user)
  startSession(token, user, menu)
  keepLanding()
}

/** Opens what a person's browser keeps for them: answers, and what they had begun to enter. */
export async function openStored(user: SessionUser): Promise<void> {
  await Promise.all([openCache(user), openDrafts(user)])
}

/** Logs out: the token is dropped here at once, and the server is told now, or as soon as it can be reached. */
export function leave(): void {
  const session = getSession()
  if (!session) return
  const ownWaits = queuedActions.read().length > 0
  const revocation = session.user.keys?.revoke
  // Written down first: the page may be closed before an answer comes.
  if (revocation) oweRevocation(revocation)
  endSession('logout')
  // One after the other: while an answer clears the storage, a question for its databases is never answered, and whoever
  // logs in next would wait for the purge for ever.
  const leftServer = leaving
    .catch(() => undefined)
    .then(() => endOnServer(session.token, ownWaits))
    .then(
      () => {
        if (revocation) forgetRevocation(revocation)
        // The answer clears the site's storage: what is nobody's secret comes back.
        keepLanguage()
        keepLanding()
        keepClock()
        showSkin(getSkin())
        return registerServiceWorker()
      },
      () => undefined,
    )
  leaving = Promise.allSettled([leaving, leftServer])
}

async function endOnServer(token: string, ownWaits: boolean): Promise<void> {
  // An answer that clears the storage would clear what others could not send yet.
  const keep = ownWaits || (await waitingQueues().catch(() => [])).length > 0
  await sendRequest(logout, keep ? { keep } : {}, { token, keepAlive: true })
}

/** Code 208 came back: ends the session, unless it was an older one's. */
export function expire(token: string | undefined): void {
  if (!token || getSession()?.token !== token) return
  endSession('expired')
  showToast({ kind: 'tip', message: msg`Your session has ended. Please log in again.` })
}

/** Takes away what a session left behind, whichever tab ended it. Called once at start. */
export function followSessionEnds(): void {
  onSessionEnd((reason, ended) => {
    veil()
    noteEnd(reason, ended, location.hash.replace(/^#/, ''))
    // Another tab may be purging: what this one is still sealing would lie there again.
    if (reason === 'elsewhere') dropDrafts()
    // After an expiry the same person may come back to what waits for them; another one meets the purge.
    leaving = reason === 'logout' ? purgePrivateData() : hidePrivateData()
  })
}

/** Nothing of the page is seen from now on: whatever may keep it from giving way to the login screen. */
function veil(): void {
  document.documentElement.dataset.veiled = ''
}

/** The page belongs to whoever is there now, or is the login screen. */
export function unveil(): void {
  delete document.documentElement.dataset.veiled
}

/** Asks for the navigation list again: rights may have changed since it was stored. */
export async function refreshMenu(): Promise<void> {
  const session = getSession()
  if (!session) return
  const menu = await sendRequest(getNavigationBar, { language: wireLanguage() }).catch(() => undefined)
  if (!menu || getSession()?.token !== session.token) return
  if (JSON.stringify(menu) !== JSON.stringify(session.menu)) renewMenu(menu)
}
