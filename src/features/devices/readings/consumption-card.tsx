// What a meter has counted on each day of the shown time, against the period before.

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Counter, readings } from '../../../domain/device/readings.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { calendarMoment, dayText } from '../../../ui/calendar.ts'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { dayLabel } from '../../../ui/chart/time-labels.ts'
import { SectionTitle, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { endOfDay, type Period, periodBefore, startOfDay } from '../../../ui/period.ts'
import { Loading } from '../../../ui/states.tsx'
import { consumptionOptions } from './series-query.ts'

interface ConsumptionProps {
  imei: string
  kind: Counter
  period: Period
}

export function ConsumptionCard({ imei, kind, period }: ConsumptionProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const days = { from: startOfDay(period.from), to: endOfDay(period.to) }
  const { data, isError, error } = useQuery(consumptionOptions(imei, kind, days))
  const before = useQuery(consumptionOptions(imei, kind, periodBefore(days)))
  const { unit } = readings[kind]
  const number = numberFormat(locale, { maximumFractionDigits: 2 })
  const resets = data?.resets.length ?? 0
  const total = data && number.format(data.total)
  const earlier = before.data && number.format(before.data.total)
  return (
    <>
      <SectionTitle below={2}>
        <Trans>Consumption per day</Trans>
      </SectionTitle>
      {isError && !data ? (
        <Text as="p" plain tone="ink-3">
          {i18n._(wordsForError(error))}
        </Text>
      ) : !data ? (
        <Loading variant="detail" count={3} />
      ) : (
        <>
          <Text as="p" below={2}>
            <Text as="bdi" strong>
              {total} {unit}
            </Text>{' '}
            {earlier !== undefined && <Text plain tone="ink-3">{t`period before: ${earlier} ${unit}`}</Text>}
          </Text>
          <BarChart
            label={t`Consumption per day`}
            unit={unit}
            about={t`Day`}
            time
            series={[{ id: kind, name: t`Consumption`, tone: 'accent' }]}
            bars={data.days.map(({ at, amount }, index) => ({
              id: String(at),
              label: dayLabel(at, locale),
              title: dayText(at),
              values: [amount],
              before: before.data?.days[index]?.amount,
            }))}
            beforeName={t`Period before`}
            format={value => number.format(value)}
          />
          {resets > 0 && (
            <Text as="p" above={2} size="caption" tone="ink-3">
              {t`The counter began again at ${data.resets.map(at => calendarMoment(at)).join(', ')}. What it counted since then is part of the sum.`}
            </Text>
          )}
        </>
      )}
    </>
  )
}
