// The beginning and the end of a session: what must be there before it, and what must be gone after it.
import { msg } from '@lingui/core/macro'
import { getNavigationBar, logout } from '../contract/endpoints/session.ts'
import type { Entrance } from '../features/session/log-in.ts'
import { call } from '../platform/http.ts'
import { countForeign } from '../platform/queue.ts'
import { registerServiceWorker } from '../platform/service-worker.ts'
import { endSession, getSession, onSessionEnd, renewMenu, startSession } from '../platform/session-store.ts'
import { tell } from '../platform/tell.ts'
import { keepLanguage, wireLanguage } from './language.ts'
import { hidePrivateData, makeRoomFor, purgePrivateData } from './purge.ts'
import { openCache } from './query-client.ts'
import { getSkin, showSkin } from './skin.ts'

let leaving: Promise<unknown> = Promise.resolve()

/** Asks whether so many unsent actions of another person may be removed. */
export type AskToPurge = (count: number) => Promise<boolean>

/** Starts a session; what another person left on this browser is purged first, unsent actions only after a warning. */
export async function enter({ token, user, menu }: Entrance, mayPurge: AskToPurge): Promise<void> {
  await leaving
  const { tenantId, id: userId } = user
  const unsent = await countForeign({ tenantId, userId }).catch(() => 0)
  if (unsent > 0 && !(await mayPurge(unsent))) {
    // A logout's answer would clear the site's storage, and with it what waits: the token is only forgotten.
    return
  }
  if (await makeRoomFor(user)) {
    tell({ kind: 'tip', message: msg`What another person had stored on this device was deleted` })
  }
  await openCache(user)
  startSession(token, user, menu)
}

/** Logs out: the token is dropped here at once, and the server is told when it can be reached. */
export function leave(): void {
  const session = getSession()
  if (!session) return
  endSession('logout')
  const told = call(logout, {}, { token: session.token, keepAlive: true })
    .catch(() => undefined)
    .then(() => {
      // The answer clears the site's storage: what is nobody's secret comes back.
      keepLanguage()
      showSkin(getSkin())
      return registerServiceWorker()
    })
  leaving = Promise.allSettled([leaving, told])
}

/** Code 208 came back: ends the session, unless it was an older one's. */
export function expire(token: string | undefined): void {
  if (!token || getSession()?.token !== token) return
  endSession('expired')
  tell({ kind: 'tip', message: msg`Your session has ended. Please log in again.` })
}

/** Takes away what a session left behind, whichever tab ended it. Called once at start. */
export function followSessionEnds(): void {
  onSessionEnd(reason => {
    // After an expiry the same person may come back to what waits for them; another one meets the purge.
    leaving = reason === 'logout' ? purgePrivateData() : hidePrivateData()
  })
}

/** Asks for the navigation list again: rights may have changed since it was stored. */
export async function refreshMenu(): Promise<void> {
  const session = getSession()
  if (!session) return
  const menu = await call(getNavigationBar, { language: wireLanguage() }).catch(() => undefined)
  if (!menu || getSession()?.token !== session.token) return
  if (JSON.stringify(menu) !== JSON.stringify(session.menu)) renewMenu(menu)
}
