// The way to the message centre, with how many messages are unread. The bell is the alarms' own.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useRights } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { centre } from '../live-centre.ts'
import { CornerCount } from './corner-count.tsx'

export function CentreButton() {
  const { t } = useLingui()
  const router = useRouter()
  const may = useRights()
  const { unread } = useSyncExternalStore(centre.subscribe, centre.read)
  if (!may('notice.read')) return null
  const name = t({ context: 'page', message: 'Message centre' })
  const count = t`${plural(unread, { one: '# unread message', other: '# unread messages' })}`
  return (
    <Text rigid relative>
      <IconButton
        icon="inbox"
        label={unread === 0 ? name : `${name}: ${count}`}
        onClick={() => router.history.push('/newPage1')}
      />
      {unread > 0 && <CornerCount count={unread} />}
    </Text>
  )
}
