// Over every page: the SOS dialog, the card notices, the flashing title.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { type Sos, shownOf, waitingOf } from '../../domain/notice/sos-queue.ts'
import { flashTitle } from '../../platform/attention.ts'
import { sosTitle } from './announce.ts'
import { CardDialog } from './card-dialog.tsx'
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
  const waiting = waitingOf(sos).filter(entry => !entry.later).length
  const title = i18n._(sosTitle)
  useEffect(() => {
    if (waiting === 0) return
    return flashTitle(title)
  }, [waiting, title])
  if (shown) {
    const { alarmId } = shown.sos
    return (
      <SosDialog
        key={alarmId}
        entry={shown}
        waiting={waiting}
        onTake={() => notices.take(alarmId)}
        onLater={() => notices.later(alarmId)}
        onClose={() => notices.close(alarmId)}
        onMap={() => {
          // The map lies under the dialog; an unanswered one stays in the bar meanwhile.
          notices.later(alarmId)
          notices.close(alarmId)
          onMap(shown.sos)
        }}
      />
    )
  }
  const open = cards.filter(card => !card.later)
  const card = open[0]
  if (!card) return null
  return (
    <CardDialog
      key={card.key}
      card={card}
      waiting={open.length}
      onConfirm={() => notices.confirmCard(card.key)}
      onLater={() => notices.laterCard(card.key)}
    />
  )
}
