// The login page with what the host and the network say.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { LoginPage } from '../features/session/login-page.tsx'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { getBootInfo, isBootInfoFresh, subscribeBootInfo } from './boot-info.ts'
import { getLanguage, subscribeLanguage, wireLanguage } from './language.ts'
import { LanguageChoice } from './language-choice.tsx'
import { enter } from './session-life.ts'

export function LoginScreen() {
  const { t } = useLingui()
  const boot = useSyncExternalStore(subscribeBootInfo, getBootInfo)
  const answered = useSyncExternalStore(subscribeBootInfo, isBootInfoFresh)
  const { online } = useSyncExternalStore(subscribeConnection, getConnection)
  useSyncExternalStore(subscribeLanguage, getLanguage)
  const title = t`Sign in`
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  return (
    <LoginPage
      siteName={boot.siteName}
      demo={boot.demo}
      visitors={boot.visitors}
      reached={online ? answered || undefined : false}
      language={wireLanguage()}
      languageChoice={<LanguageChoice />}
      onEnter={enter}
    />
  )
}
