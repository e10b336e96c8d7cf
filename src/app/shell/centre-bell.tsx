// The way to the message centre, with how many messages are unread.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useRights } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { centre } from '../live-centre.ts'
import css from './header-bar.module.css'

/** A badge wider than this pushes the bar about. */
const MOST_SHOWN = 99

export function CentreBell() {
  const { t } = useLingui()
  const router = useRouter()
  const may = useRights()
  const { unread } = useSyncExternalStore(centre.subscribe, centre.read)
  if (!may('notice.read')) return null
  const label =
    unread === 0
      ? t({ context: 'page', message: 'Message centre' })
      : t`${plural(unread, { one: '# unread message', other: '# unread messages' })}`
  return (
    <span className={css.waiting}>
      <IconButton icon="bell" label={label} onClick={() => router.history.push('/newPage1')} />
      {unread > 0 && (
        <span className={css.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </span>
  )
}
