// What a device measures: newest values to choose from, and the chosen one over time with its limits.

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReadingKind, readings } from '../../domain/device/readings.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { Device } from './device-badges.tsx'
import css from './device-page.module.css'
import { readingWords } from './device-words.ts'
import { latestOptions, seriesOptions, settingsOptions } from './readings-query.ts'
import { gapOf, limitsOf, readingOrder } from './vital.ts'

const POINTS = 600
const HEIGHT = 260
const spans = { day: 24, week: 7 * 24, month: 30 * 24 } as const
type Span = keyof typeof spans

export function ReadingsPanel({ device }: { device: Device }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale(), { maximumFractionDigits: 2 })
  const [chosen, setChosen] = useState<ReadingKind>()
  const [span, setSpan] = useState<Span>('day')
  const latest = useQuery(latestOptions(device.imei))
  const settings = useQuery(settingsOptions(device.imei))
  const kinds = readingOrder(device.kind, latest.data?.map(reading => reading.kind) ?? [])
  const kind = chosen ?? kinds[0]
  if (!latest.data) {
    if (!latest.isError) return <Loading variant="detail" count={2} />
    return <ErrorState what={i18n._(wordsForError(latest.error))} onRetry={() => void latest.refetch()} />
  }
  if (!kind) {
    return (
      <Text as="p" tone="ink-2">
        <Trans>The device has not measured anything yet.</Trans>
      </Text>
    )
  }
  const limits = settings.data?.desired
  return (
    <>
      <Stack gap={2} tiles="small">
        {kinds.map(each => {
          const newest = latest.data.find(reading => reading.kind === each)
          const { lower, upper } = limitsOf(limits, each)
          const value = newest?.value
          const broken =
            value !== undefined &&
            ((upper !== undefined && value > upper) || (lower !== undefined && value < lower))
          return (
            <button
              key={each}
              type="button"
              className={look(
                {
                  stack: true,
                  gap: 'half',
                  padX: 3,
                  padY: 2,
                  ground: 'sunken',
                  edge: 'line',
                  round: 'control',
                  text: 'start',
                  pointer: true,
                },
                css.tile,
                broken ? css.broken : undefined,
              )}
              aria-pressed={each === kind}
              onClick={() => setChosen(each)}
            >
              <Text size="caption" tone="ink-2" clip>
                {i18n._(readingWords[each])}
              </Text>
              <Text size="large" strong className={css.tileValue}>
                <bdi>{value === undefined ? '—' : number.format(value)}</bdi>{' '}
                <Text as="bdi" size="caption" plain tone="ink-3">
                  {readings[each].unit}
                </Text>
              </Text>
              <Text size="caption" tone="ink-3">
                <Age at={newest?.at} />
              </Text>
            </button>
          )
        })}
      </Stack>
      <Row wrap justify="between" gap={2} above={4} below={2}>
        <Text as="h3" size="body" strong>
          {i18n._(readingWords[kind])}
        </Text>
        <SegmentedFilter
          label={t`Time shown`}
          segments={[
            { value: 'day', label: t`24 h` },
            { value: 'week', label: t`7 days` },
            { value: 'month', label: t`30 days` },
          ]}
          value={span}
          onChange={setSpan}
        />
      </Row>
      <Chart device={device} kind={kind} hours={spans[span]} limits={limitsOf(limits, kind)} />
    </>
  )
}

interface ChartProps {
  device: Device
  kind: ReadingKind
  hours: number
  limits: { lower?: number | undefined; upper?: number | undefined }
}

function Chart({ device, kind, hours, limits }: ChartProps) {
  const { i18n, t } = useLingui()
  const { data, isError, error, refetch } = useQuery(seriesOptions(device.imei, kind, hours, POINTS))
  if (!data) {
    if (!isError) return <div style={{ blockSize: HEIGHT }} />
    return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
  }
  const name = i18n._(readingWords[kind])
  const to = Math.max(serverNow(), data.times.at(-1) ?? 0)
  return (
    <LineChart
      label={name}
      unit={readings[kind].unit}
      series={[{ name, points: data.times.map((at, index) => [at, data.values[index] ?? null] as const) }]}
      limits={[
        ...(limits.upper === undefined
          ? []
          : [
              {
                label: t`upper limit`,
                value: limits.upper,
                side: 'above' as const,
              },
            ]),
        ...(limits.lower === undefined
          ? []
          : [
              {
                label: t`lower limit`,
                value: limits.lower,
                side: 'below' as const,
              },
            ]),
      ]}
      gapMs={gapOf(data.times)}
      from={to - hours * HOUR_MS}
      to={to}
      height={HEIGHT}
    />
  )
}
