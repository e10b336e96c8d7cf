// In the header's bar: whether this device is reached while the console is closed. A press opens what can be done.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import type { PushState } from '../../domain/notice/push-state.ts'
import { pushState } from '../../platform/web-push.ts'
import { BarPill } from '../../ui/bar-pill.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { openReachability } from './reachability-drawer.ts'

const words: Record<Exclude<PushState, 'unknown'>, ReturnType<typeof msg>> = {
  on: msg`Push on`,
  off: msg`Push off`,
  stale: msg`Push interrupted`,
  denied: msg`Push blocked`,
  insecure: msg`No push`,
  unsupported: msg`No push`,
}

/** For the bar of tablets and desks. */
export function PushPill() {
  const { i18n, t } = useLingui()
  const { is } = useSyncExternalStore(pushState.subscribe, pushState.read)
  if (is === 'unknown') return null
  const on = is === 'on'
  return (
    <BarPill
      tone={on ? 'ok' : 'attention'}
      fold={on ? 'narrow' : undefined}
      mark={<Icon name={on ? 'ringing' : 'ringing-off'} size={16} />}
      title={`${i18n._(words[is])}. ${t`Notifications on this device`}`}
      onClick={() => openReachability('device')}
    >
      {i18n._(words[is])}
    </BarPill>
  )
}

/** The state in words, for the person's menu. */
export function PushWord() {
  const { i18n } = useLingui()
  const { is } = useSyncExternalStore(pushState.subscribe, pushState.read)
  if (is === 'unknown') return null
  return (
    <Text size="caption" tone={is === 'on' ? 'ok' : 'attention'}>
      {i18n._(words[is])}
    </Text>
  )
}
