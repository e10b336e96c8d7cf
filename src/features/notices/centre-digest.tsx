// «While you were away: 2 missed calls, 1 SOS»: a line above the page until somebody has seen it.
import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NoticeKind } from '../../domain/notice/notice.ts'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { intlLocale } from '../../ui/locale.ts'

interface CentreDigestProps {
  counts: Readonly<Partial<Record<NoticeKind, number>>>
  /** False where it is not known when the person last looked: a new browser, or after a logout. */
  away: boolean
  onShow: () => void
  onDismiss: () => void
}

/** Gravest first. */
const ORDER: readonly NoticeKind[] = [
  'sos',
  'emergency',
  'escalated',
  'incident',
  'unattended',
  'webhook',
  'assigned',
  'alarm',
  'call',
  'card',
  'spoken',
  'approval',
  'announcement',
  'approvalEnd',
  'task',
  'testEnd',
  'account',
  'work',
  'inspection',
  'stockLow',
  'feeDue',
  'swap',
  'quota',
]

export default function CentreDigest({ counts, away, onShow, onDismiss }: CentreDigestProps) {
  const { i18n, t } = useLingui()
  const words = ORDER.flatMap(kind => {
    const count = counts[kind] ?? 0
    return count > 0 ? [countWords(i18n, kind, count)] : []
  })
  // Not the form for units: Chinese and Russian put nothing between those.
  const list = new Intl.ListFormat(intlLocale(i18n.locale), { type: 'conjunction' }).format(words)
  const grave = (counts.sos ?? 0) > 0
  return (
    <Banner
      tone={grave ? 'critical' : 'info'}
      icon={grave ? 'alert' : 'bell'}
      end={
        <>
          <BannerAction onClick={onShow}>
            <Trans>Show</Trans>
          </BannerAction>
          <IconButton icon="close" label={t`Dismiss`} onClick={onDismiss} />
        </>
      }
    >
      {away ? <Trans>While you were away: {list}</Trans> : <Trans>Not read yet: {list}</Trans>}
    </Banner>
  )
}

function countWords(i18n: I18n, kind: NoticeKind, count: number): string {
  switch (kind) {
    case 'sos':
      return i18n._(msg`${plural(count, { one: '# SOS', other: '# SOS' })}`)
    case 'alarm':
      return i18n._(msg`${plural(count, { one: '# alarm', other: '# alarms' })}`)
    case 'call':
      return i18n._(msg`${plural(count, { one: '# missed call', other: '# missed calls' })}`)
    case 'card':
      return i18n._(msg`${plural(count, { one: '# card issued', other: '# cards issued' })}`)
    case 'spoken':
      return i18n._(msg`${plural(count, { one: '# spoken notice', other: '# spoken notices' })}`)
    case 'task':
      return i18n._(msg`${plural(count, { one: '# file', other: '# files' })}`)
    case 'assigned':
      return i18n._(msg`${plural(count, { one: '# alarm for you', other: '# alarms for you' })}`)
    case 'escalated':
      return i18n._(msg`${plural(count, { one: '# alarm escalated', other: '# alarms escalated' })}`)
    case 'testEnd':
      return i18n._(msg`${plural(count, { one: '# test window over', other: '# test windows over' })}`)
    case 'approval':
      return i18n._(msg`${plural(count, { one: '# approval for you', other: '# approvals for you' })}`)
    case 'approvalEnd':
      return i18n._(msg`${plural(count, { one: '# decision', other: '# decisions' })}`)
    case 'announcement':
      return i18n._(msg`${plural(count, { one: '# announcement', other: '# announcements' })}`)
    case 'incident':
      return i18n._(msg`${plural(count, { one: '# supervision notice', other: '# supervision notices' })}`)
    case 'work':
      return i18n._(msg`${plural(count, { one: '# task for you', other: '# tasks for you' })}`)
    case 'inspection':
      return i18n._(msg`${plural(count, { one: '# inspection due', other: '# inspections due' })}`)
    case 'stockLow':
      return i18n._(msg`${plural(count, { one: '# item running low', other: '# items running low' })}`)
    case 'feeDue':
      return i18n._(msg`${plural(count, { one: '# reminder of bills', other: '# reminders of bills' })}`)
    case 'quota':
      return i18n._(
        msg`${plural(count, { one: '# warning of too many messages', other: '# warnings of too many messages' })}`,
      )
    case 'emergency':
      return i18n._(msg`${plural(count, { one: '# emergency', other: '# emergencies' })}`)
    case 'swap':
      return i18n._(msg`${plural(count, { one: '# swap of a shift', other: '# swaps of shifts' })}`)
    case 'unattended':
      return i18n._(
        msg`${plural(count, { one: '# matter without anybody in charge', other: '# matters without anybody in charge' })}`,
      )
    case 'webhook':
      return i18n._(msg`${plural(count, { one: '# webhook disabled', other: '# webhooks disabled' })}`)
    case 'account':
      return i18n._(
        msg`${plural(count, { one: '# change of your login details', other: '# changes of your login details' })}`,
      )
  }
}
