// The login page with what the host and the network say.
import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { LoginPage } from '../features/session/login-page.tsx'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { getBootInfo, isBootInfoFresh, subscribeBootInfo } from './boot-info.ts'
import { getLanguage, subscribeLanguage, wireLanguage } from './language.ts'
import { LanguageChoice } from './language-choice.tsx'
import { lazyPart } from './lazy-chunk.ts'
import type { PurgeQuestionProps } from './purge-question.tsx'
import { enter } from './session-life.ts'

const PurgeQuestion = lazyPart(() => import('./purge-question.tsx'))

export function LoginScreen() {
  const { t } = useLingui()
  const boot = useSyncExternalStore(subscribeBootInfo, getBootInfo)
  const answered = useSyncExternalStore(subscribeBootInfo, isBootInfoFresh)
  const { online } = useSyncExternalStore(subscribeConnection, getConnection)
  useSyncExternalStore(subscribeLanguage, getLanguage)
  const title = t`Log in`
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  const [question, setQuestion] = useState<PurgeQuestionProps>()
  const mayPurge = (count: number) =>
    new Promise<boolean>(resolve => {
      const onAnswer = (go: boolean) => {
        setQuestion(undefined)
        resolve(go)
      }
      setQuestion({ count, onAnswer })
    })
  return (
    <>
      <LoginPage
        siteName={boot.siteName}
        demo={boot.demo}
        visitors={boot.visitors}
        reached={online ? answered || undefined : false}
        language={wireLanguage()}
        languageChoice={<LanguageChoice />}
        onEnter={entrance => enter(entrance, mayPurge)}
      />
      {question && (
        <Suspense>
          <PurgeQuestion {...question} />
        </Suspense>
      )}
    </>
  )
}
