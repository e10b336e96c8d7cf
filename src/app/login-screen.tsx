// The login page with what the host and the network say.
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { LoginPage } from '../features/session/login-page.tsx'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { showPageTitle } from '../platform/page-title.ts'
import { type Waiting, waitingQueues } from '../platform/queue-store.ts'
import { getBootInfo, isBootInfoFresh, siteLogo, siteNameOf, subscribeBootInfo } from './boot-info.ts'
import { fetchAhead, fetchLanding } from './fetch-ahead.ts'
import { getLanguage, subscribeLanguage, wireLanguage } from './language.ts'
import { LanguageChoice } from './language-choice.tsx'
import { lazyPart } from './lazy-chunk.ts'
import { takeProviderFailure } from './provider-return.ts'
import { takeAsked } from './second-step.ts'
import { enter } from './session-life.ts'
import { signInNameOf } from './start-address.ts'

const UnsentNotes = lazyPart(() => import('./unsent-notes.tsx'))
const NobodyYet = lazyPart(async () => ({
  default: (await import('../features/session/nobody-yet.tsx')).NobodyYet,
}))

export function LoginScreen() {
  const { t } = useLingui()
  const boot = useSyncExternalStore(subscribeBootInfo, getBootInfo)
  const answered = useSyncExternalStore(subscribeBootInfo, isBootInfoFresh)
  const { online } = useSyncExternalStore(subscribeConnection, getConnection)
  useSyncExternalStore(subscribeLanguage, getLanguage)
  const title = t`Log in`
  useEffect(() => {
    showPageTitle(title)
  }, [title])
  const router = useRouter()
  useEffect(() => fetchAhead(router), [router])
  const waits = useWaits()
  const [asked] = useState(takeAsked)
  const [provider] = useState(() => ({ tenant: signInNameOf(location.hash), failed: takeProviderFailure() }))
  return (
    <LoginPage
      siteName={siteNameOf(boot)}
      logo={siteLogo()}
      demo={boot.demo}
      visitors={boot.visitors}
      asked={asked}
      provider={
        boot.providers || provider.tenant !== undefined || provider.failed !== undefined
          ? provider
          : undefined
      }
      texts={boot.texts}
      reached={online ? answered || undefined : false}
      language={wireLanguage()}
      languageChoice={<LanguageChoice />}
      onEnter={async entrance => {
        fetchLanding(router, entrance.menu)
        await enter(entrance)
        // The button is busy until the first page is there, however long that takes to come.
        await router.invalidate()
      }}
      notes={
        <Suspense>
          {boot.nobody && <NobodyYet />}
          {waits.length > 0 && <UnsentNotes waits={waits} />}
        </Suspense>
      }
    />
  )
}

// What waits here for somebody's return is told before anybody signs in.
function useWaits(): readonly Waiting[] {
  const [waits, setWaits] = useState<readonly Waiting[]>([])
  useEffect(() => {
    waitingQueues().then(setWaits, () => {
      // A browser that cannot store has nothing that waits.
    })
  }, [])
  return waits
}
