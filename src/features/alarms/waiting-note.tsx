// Says on an alarm that something done to it waits for the network, or was refused.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useSyncExternalStore } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { queuedActions } from '../../platform/queue.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import css from './waiting-note.module.css'

/** Queued or refused actions on one alarm; without «Mark as read», which nobody needs to know of. */
export function useWaiting(id: number): readonly QueuedAction[] {
  const all = useSyncExternalStore(queuedActions.subscribe, queuedActions.read)
  return all.filter(
    action => action.entity === alarm.key && action.command in words && action.ids.includes(id),
  )
}

const words: Record<string, { waits: MessageDescriptor; refused: MessageDescriptor }> = {
  handle: {
    waits: msg`Handling pending until the network is back`,
    refused: msg`Your handling was refused. View pending.`,
  },
  acknowledge: {
    waits: msg`Acknowledgement pending until the network is back`,
    refused: msg`Your acknowledgement was refused. View pending.`,
  },
  respond: {
    waits: msg`Step pending until the network is back`,
    refused: msg`Your step was refused. View pending.`,
  },
  comment: {
    waits: msg`Comment pending until the network is back`,
    refused: msg`Your comment was refused. View pending.`,
  },
}

export function WaitingNote({ id }: { id: number }) {
  const { i18n } = useLingui()
  const actions = useWaiting(id)
  return actions.map(({ order, command, state }) => {
    const said = words[command]
    const failed = state === 'failed'
    if (!said) return null
    return (
      <p
        key={order}
        className={look({ row: true, gap: 2, size: 'caption' }, css.note, failed ? css.failed : undefined)}
      >
        <Icon name={failed ? 'alert' : 'cloud-up'} size={14} />
        <span>{i18n._(failed ? said.refused : said.waits)}</span>
      </p>
    )
  })
}
