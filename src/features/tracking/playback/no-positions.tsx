// There is nothing to play in the chosen time: says so, and offers the nearest days that have something.

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { DAY_MS } from '../../../domain/durations.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { dayText } from '../../../ui/calendar.ts'
import { Row } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { endOfDay, type Period, startOfDay } from '../../../ui/period.ts'
import { Empty } from '../../../ui/states.tsx'
import { daysOptions } from './track-query.ts'

interface NoPositionsProps {
  imeis: readonly string[]
  period: Period
  onPeriod: (period: Period) => void
}

/** Positions are kept so long. */
const KEPT_DAYS = 90
const OFFERED = 3

export function NoPositions({ imeis, period, onPeriod }: NoPositionsProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const today = endOfDay(serverNow())
  const days = useQueries({
    queries: imeis.map(imei =>
      daysOptions(imei, { from: startOfDay(today - KEPT_DAYS * DAY_MS), to: today }),
    ),
    combine: results => ({
      pending: results.some(({ isPending }) => isPending),
      found: results.flatMap(({ data }) => data ?? []),
    }),
  })
  const sums = new Map<number, number>()
  for (const { at, count } of days.found) sums.set(at, (sums.get(at) ?? 0) + count)
  const middle = (period.from + period.to) / 2
  const nearest = [...sums]
    .sort(([a], [b]) => Math.abs(a + DAY_MS / 2 - middle) - Math.abs(b + DAY_MS / 2 - middle))
    .slice(0, OFFERED)
  const number = numberFormat(locale)
  return (
    <Empty
      icon="route"
      title={t`No positions in this time`}
      why={
        nearest.length > 0
          ? t`The device reported no position then. These are the nearest days on which it did:`
          : days.pending
            ? t`Looking for the nearest days with positions`
            : t`Nor has it reported a position in the last ${KEPT_DAYS} days. Positions come with its messages.`
      }
      action={
        nearest.length > 0 && (
          <Row wrap align="stretch" justify="center" gap={2}>
            {nearest.map(([at, count]) => (
              <Button
                key={at}
                variant="default"
                onClick={() => onPeriod({ from: startOfDay(at), to: endOfDay(at) })}
              >
                {t`${dayText(at)} (positions: ${number.format(count)})`}
              </Button>
            ))}
          </Row>
        )
      }
    />
  )
}
