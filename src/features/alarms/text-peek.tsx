// One text message: to whom and by which carrier it went, what became of it and why, and the alarm it is about.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AlarmText } from '../../domain/alarm/alarm-text.ts'
import { WordMark } from '../../resource/cells.tsx'
import { textFailureWords, textStateWords, textWayWords } from '../../resource/text-words.ts'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { useGo } from './alarm-links.tsx'
import { detailPath } from './alarm-search.ts'
import css from './alarm-texts.module.css'
import { typeWords } from './alarm-words.ts'

export function TextBadge({ text: { state } }: { text: Pick<AlarmText, 'state'> }) {
  const { i18n } = useLingui()
  const word = textStateWords[state]
  return <WordMark word={word} label={i18n._(word.label)} />
}

/** Why it did not come, in our words and then in the carrier's own. */
export function TextReason({ text: { state, failure, reason } }: { text: AlarmText }) {
  const { i18n } = useLingui()
  if (!failure) return null
  return (
    <Text
      size="small"
      tone="ink-2"
      breaks
      className={css.reason}
      data-tone={state === 'failed' ? 'bad' : undefined}
    >
      <span>{i18n._(textFailureWords[failure])}</span>
      {reason && (
        <>
          {' '}
          <Text as="bdi" size="caption" tone="ink-3" dir="ltr">
            {reason}
          </Text>
        </>
      )}
    </Text>
  )
}

export function TextPeek({ text }: { text: AlarmText }) {
  const { t, i18n } = useLingui()
  const go = useGo()
  const moment = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>
  return (
    <PeekSection>
      <Facts
        facts={[
          { id: 'why', label: t`Reason`, value: text.failure && <TextReason text={text} /> },
          {
            id: 'alarm',
            label: t`Alarm`,
            value: (
              <a className={look({ tone: 'accent' })} {...go(detailPath(text.alarmId))}>
                {i18n._(typeWords[text.type])} #{text.alarmId}
              </a>
            ),
          },
          { id: 'person', label: t`Person`, value: text.wearerName && <bdi>{text.wearerName}</bdi> },
          { id: 'device', label: t`Device`, value: <bdi>{text.deviceName}</bdi> },
          { id: 'phone', label: t`Phone`, value: <bdi dir="ltr">{text.phone}</bdi> },
          { id: 'way', label: t`Carrier`, value: i18n._(textWayWords[text.way]) },
          { id: 'words', label: t`Words`, value: text.content && <bdi>{text.content}</bdi> },
          { id: 'at', label: t`Time`, value: moment(text.at) },
          {
            id: 'tries',
            label: t`Tries`,
            value: text.tries > 0 && <Plural value={text.tries} one="# try" other="# tries" />,
          },
          { id: 'next', label: t`Next try`, value: moment(text.nextAt) },
          { id: 'sent', label: t`Handed over at`, value: moment(text.sentAt) },
          {
            id: 'settled',
            label: text.state === 'delivered' ? t`Delivered at` : t`Settled at`,
            value: moment(text.settledAt),
          },
          { id: 'again', label: t`Sent again by`, value: text.againBy && <bdi>{text.againBy}</bdi> },
          { id: 'replaced', label: t`Afterwards`, value: text.replaced && <Trans>Another was sent</Trans> },
        ]}
      />
    </PeekSection>
  )
}
