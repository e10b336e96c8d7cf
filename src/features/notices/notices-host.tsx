// Over every page: the SOS dialog, the card notices, the flashing title.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { newsOf, type Sos, shownOf, waitingOf } from '../../domain/notice/sos-queue.ts'
import { flashTitle } from '../../platform/attention.ts'
import { sosTitle } from './announce.ts'
import { DoorCardDialog } from './door-card-dialog.tsx'
import type { Notices } from './notices.driver.ts'
import { SosDialog } from './sos-dialog.tsx'

export interface NoticesHostProps {
  notices: Notices
  /** Leads to the place of an SOS. */
  onMap: (sos: Sos) => void
}

export function NoticesHost({ notices, onMap }: NoticesHostProps) {
  const { i18n } = useLingui()
  const { sos, cards } = useSyncExternalStore(notices.subscribe, notices.read)
  const shown = shownOf(sos)
  const waiting = waitingOf(sos).filter(entry => !entry.later)
  const title = i18n._(sosTitle)
  const calls = waiting.length > 0 || sos.reminder === 'sounding'
  useEffect(() => (calls ? flashTitle(title) : undefined), [calls, title])
  if (shown) {
    const { alarmId } = shown.sos
    return (
      <SosDialog
        entry={shown}
        waiting={waiting}
        news={newsOf(sos)}
        onTake={() => notices.send({ on: 'takePressed', alarmId })}
        onTakeAll={() => notices.send({ on: 'takeAllPressed' })}
        onLeaf={by => notices.send({ on: 'leafed', by })}
        onLater={() => notices.send({ on: 'laterPressed' })}
        onClose={() => notices.send({ on: 'closePressed', alarmId })}
        onMap={() => {
          // The map lies under the dialog; what is unanswered stays in the bar meanwhile.
          notices.send({ on: 'laterPressed' })
          notices.send({ on: 'closePressed', alarmId })
          onMap(shown.sos)
        }}
      />
    )
  }
  const open = cards.filter(card => !card.later)
  const card = open[0]
  if (!card) return null
  return (
    <DoorCardDialog
      key={card.key}
      card={card}
      waiting={open.length}
      onConfirm={() => notices.confirmCard(card.key)}
      onLater={notices.laterCards}
    />
  )
}
