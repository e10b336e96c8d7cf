// What every screen may rely on: words, skin, reading direction, the query cache, and toasts.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { getSession, subscribeSession } from '../platform/session-store.ts'
import { showToast, whenToastWaits } from '../platform/toast.ts'
import { UiProvider } from '../ui/provider.tsx'
import { directionOf, getLanguage, subscribeLanguage } from './language.ts'
import { lazyPart } from './lazy-chunk.ts'
import { queryClient } from './query-client.ts'
import { getSkin, subscribeSkin } from './skin.ts'

const Toasts = lazyPart(() => import('./toasts.tsx'))

/** The words are ready: there is nothing left to translate. */
const tellProblem = (text: string) => showToast({ kind: 'error', message: { id: text, message: text } })

export function Providers({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(subscribeLanguage, getLanguage)
  const skin = useSyncExternalStore(subscribeSkin, getSkin)
  const tells = useTells()
  return (
    <I18nProvider i18n={i18n}>
      <UiProvider skin={skin} direction={directionOf(language)} onProblem={tellProblem}>
        <QueryClientProvider client={queryClient}>
          {children}
          <Suspense>{tells && <Toasts />}</Suspense>
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>
  )
}

// The login screen rarely has anything to tell: toasts come with the session, or with the first word.
function useTells(): boolean {
  const session = useSyncExternalStore(subscribeSession, getSession)
  const [tells, setTells] = useState(session !== undefined)
  useEffect(() => whenToastWaits(() => setTells(true)), [])
  useEffect(() => {
    if (session) setTells(true)
  }, [session])
  return tells
}
