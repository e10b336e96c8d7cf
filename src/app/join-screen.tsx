// The page of an invitation with what the host and the language say.
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { JoinPage } from '../features/session/join-page.tsx'
import { showPageTitle } from '../platform/page-title.ts'
import { getBootInfo, siteNameOf, subscribeBootInfo } from './boot-info.ts'
import { getLanguage, subscribeLanguage, wireLanguage } from './language.ts'
import { LanguageChoice } from './language-choice.tsx'
import { enter } from './session-life.ts'

export function JoinScreen({ code }: { code: string | undefined }) {
  const { t } = useLingui()
  const boot = useSyncExternalStore(subscribeBootInfo, getBootInfo)
  useSyncExternalStore(subscribeLanguage, getLanguage)
  const title = t({ context: 'page', message: 'Invitation' })
  useEffect(() => {
    showPageTitle(title)
  }, [title])
  const router = useRouter()
  return (
    <JoinPage
      siteName={siteNameOf(boot)}
      code={code}
      language={wireLanguage()}
      languageChoice={<LanguageChoice />}
      onEnter={async entered => {
        // Where the rules ask for a second factor it is set up at the login, with the password that was just chosen.
        if ('asks' in entered) return router.navigate({ to: '/login', replace: true })
        await enter(entered)
        return router.navigate({ to: '/', replace: true })
      }}
    />
  )
}
