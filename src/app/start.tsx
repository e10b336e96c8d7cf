// Starts the console: language, session and stored data first, then the first page.
import { i18n } from '@lingui/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { logInByLink } from '../features/session/log-in.ts'
import { CallError } from '../platform/call-error.ts'
import { probe, reportReached, watchConnection } from '../platform/connection.ts'
import { configureHttp } from '../platform/http.ts'
import { watchInstall } from '../platform/install.ts'
import { registerServiceWorker } from '../platform/service-worker.ts'
import { getSession, openSessionStore, subscribeSession } from '../platform/session-store.ts'
import { tell } from '../platform/tell.ts'
import { wordsForId } from '../resource/error-words.ts'
import { fetchBootInfo, subscribeBootInfo } from './boot-info.ts'
import { openLanguage } from './language.ts'
import { nameMissingChunks } from './lazy-chunk.ts'
import { Providers } from './providers.tsx'
import { purgeWords } from './purge-words.ts'
import { followConnection, openCache } from './query-client.ts'
import { router } from './router.ts'
import { serviceBases } from './service-bases.ts'
import { enter, expire, followSessionEnds, refreshMenu } from './session-life.ts'
import { autoLoginOf, hashAddressOf } from './start-address.ts'

/** Shows the console in the page's root element. */
export async function start(): Promise<void> {
  const address = hashAddressOf(location)
  if (address) history.replaceState(null, '', address)
  const link = autoLoginOf(location.hash)
  // The key is gone from the address before anything else happens.
  if (link) history.replaceState(null, '', link.address)

  nameMissingChunks()
  configureHttp({
    bases: serviceBases(),
    token: () => getSession()?.token,
    onSessionEnded: expire,
    onMessage: ({ id, params, msg = '' }) =>
      tell({ kind: 'ok', message: wordsForId(id, params) ?? { id: msg, message: msg } }),
    onReached: reportReached,
  })
  watchConnection()
  watchInstall()
  followConnection()
  followSessionEnds()
  const session = openSessionStore()
  const boot = fetchBootInfo()
  const before: Promise<unknown>[] = [openLanguage()]
  if (session) before.push(openCache(session.user))
  else if (link) before.push(enterByLink(link.key))
  await Promise.all(before)

  subscribeSession(() => void sessionChanged())
  subscribeBootInfo(() => void router.invalidate())
  globalThis.addEventListener('unhandledrejection', event => {
    if (!(event.reason instanceof CallError)) return
    event.preventDefault()
    if (event.reason.kind !== 'aborted') tell({ kind: 'error', message: event.reason })
  })

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element for the console')
  createRoot(root).render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  void boot.then(probe)
  void registerServiceWorker()
  if (session) void refreshMenu()
}

// An expired or used link is silently ignored (console specification, section 7).
async function enterByLink(key: string): Promise<void> {
  try {
    const entrance = await logInByLink(key)
    await enter(entrance, async count => {
      await openLanguage()
      return confirm(`${i18n._(purgeWords.title)}\n\n${i18n._(purgeWords.text(count))}`)
    })
  } catch {
    // The login screen comes up.
  }
}

// The gate decides again: after a login it leads in, after the end of a session it leads out.
async function sessionChanged(): Promise<void> {
  const session = getSession()
  if (session) await openCache(session.user)
  await router.invalidate()
}
