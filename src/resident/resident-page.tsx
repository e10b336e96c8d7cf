// The whole page: the way in, or the homes of who is in.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { showPageTitle } from '../platform/page-title.ts'
import { HomeScreen } from './home-screen.tsx'
import { LoginScreen } from './login-screen.tsx'
import { listen, readToken } from './session.ts'

export function ResidentPage() {
  const { t } = useLingui()
  const token = useSyncExternalStore(listen, readToken)
  const title = t`My home`
  useEffect(() => showPageTitle(title), [title])
  return token === undefined ? <LoginScreen /> : <HomeScreen key={token} />
}
