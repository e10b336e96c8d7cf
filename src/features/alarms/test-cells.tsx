// Parts of a test window: what it is about, how long still, its panel.
import { Trans, useLingui } from '@lingui/react/macro'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { useGo } from './alarm-links.tsx'
import { typeWords } from './alarm-words.ts'
import { durationText } from './duration.ts'
import type { TestRow } from './test-windows.ts'
import { TimeLeft } from './time-left.tsx'
import { useNow } from './use-now.ts'

/** The device, the group, or everything. */
export function TestAbout({ row }: { row: TestRow }) {
  const what = row.deviceName ?? row.groupName
  return what ? <bdi>{what}</bdi> : <Trans>Every device</Trans>
}

/** Time left while it runs, how long until it begins, or how long it lasted. */
export function TestTime({ row }: { row: TestRow }) {
  const locale = useIntlLocale()
  const now = useNow()
  if (row.state === 'ended' || row.endsAt <= now) {
    const lasted = durationText(Math.max(0, row.endsAt - row.startsAt), locale)
    return (
      <Text tone="ink-3">
        <Trans>lasted {lasted}</Trans>
      </Text>
    )
  }
  if (row.startsAt > now) {
    const until = durationText(row.startsAt - now, locale)
    return <Trans>begins in {until}</Trans>
  }
  return (
    <Text as="strong" strong tone="new">
      <TimeLeft until={row.endsAt} />
    </Text>
  )
}

export function TestPeek({ row }: { row: TestRow }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const go = useGo()
  const hidden = numberFormat(locale).format(row.hidden)
  const log = [
    '/AlarmHistory?onTest=true&status=open,taken,handled',
    ...(row.deviceId ? [`deviceId=${row.deviceId}`] : []),
    `raisedAtFrom=${row.startsAt}`,
    `raisedAtTo=${row.endsAt}`,
  ].join('&')
  return (
    <PeekSection>
      <Facts
        facts={[
          { id: 'what', label: t`What`, value: <TestAbout row={row} /> },
          {
            id: 'types',
            label: t`Alarm types`,
            value:
              row.types.length > 0
                ? row.types.map(type => i18n._(typeWords[type])).join(', ')
                : t`Every type but SOS`,
          },
          { id: 'from', label: t`From`, value: <bdi dir="ltr">{formatMoment(row.startsAt)}</bdi> },
          { id: 'until', label: t`Until`, value: <bdi dir="ltr">{formatMoment(row.endsAt)}</bdi> },
          { id: 'time', label: t`Time left`, value: <TestTime row={row} /> },
          {
            id: 'hidden',
            label: t`Hidden alarms`,
            value:
              row.hidden > 0 ? (
                <a className={look({ tone: 'accent' })} {...go(log)}>
                  {hidden}
                </a>
              ) : (
                hidden
              ),
          },
          { id: 'by', label: t`Set by`, value: row.userName },
          { id: 'ended', label: t`Ended by`, value: row.endedBy },
        ]}
      />
    </PeekSection>
  )
}
