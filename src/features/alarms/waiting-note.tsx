// Says on an alarm that something done to it waits for the network, or was refused.
import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { queuedActions } from '../../platform/queue.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './waiting-note.module.css'

const about = (actions: readonly QueuedAction[], id: number): QueuedAction | undefined =>
  actions.find(
    action => action.entity === alarm.key && action.command === 'handle' && action.ids.includes(id),
  )

export function WaitingNote({ id }: { id: number }) {
  const action = about(useSyncExternalStore(queuedActions.subscribe, queuedActions.read), id)
  if (!action) return null
  return (
    <p className={action.state === 'failed' ? `${css.note} ${css.failed}` : css.note}>
      <Icon name={action.state === 'failed' ? 'alert' : 'cloud-up'} size={14} />
      <span>
        {action.state === 'failed' ? (
          <Trans>Your handling was refused. See what waits.</Trans>
        ) : (
          <Trans>Your handling waits for the network</Trans>
        )}
      </span>
    </p>
  )
}
