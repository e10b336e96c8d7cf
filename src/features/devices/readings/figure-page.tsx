// Chosen readings of chosen devices in one chart, by the clock or each from its own start; figures and a file under it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, MultiSelect } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { device } from '../../../domain/device/device.ts'
import { type ReadingKind, readingKinds, readings } from '../../../domain/device/readings.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { useEngineEarly } from '../../../ui/chart/load-engine.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { seriesTones, type TimeSeries } from '../../../ui/chart/time-chart-model.ts'
import { PeriodField } from '../../../ui/dates/period-field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Card, Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { MenuAction } from '../../../ui/menu-action.tsx'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { useSameList } from '../../../ui/same-list.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { DevicePicker } from '../device-picker.tsx'
import { readingWords } from '../device-words.ts'
import { exportReadingsOf } from './export-readings.ts'
import { type FigureSearch, imeisIn, MOST_DEVICES, MOST_SERIES } from './figure-search.ts'
import { FigureTable } from './figure-table.tsx'
import { ReadingChoice } from './reading-choice.tsx'
import { decimalsFor, gapFor, rangeFor, withGapsIn } from './reading-facts.ts'
import { kindsIn } from './reading-search.ts'
import { trendOptions } from './series-query.ts'
import { TimeShown } from './time-shown.tsx'
import { usePeriod } from './use-period.ts'

export function FigurePage({ search }: { search: FigureSearch }) {
  useEngineEarly()
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const change = useChangeSearch(search)
  const imeis = imeisIn(search.devices)
  const chosen = kindsIn(search.show)
  const kinds: ReadingKind[] = chosen.length > 0 ? chosen : ['heartRate']
  const time = usePeriod(search)
  const { period, span } = time
  const hindrance = !online
    ? t`No connection. This is not kept for later.`
    : imeis.length === 0
      ? t`Choose a device first.`
      : undefined
  const crowded = imeis.length * kinds.length > MOST_SERIES
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Charts' })}
        end={
          may('device.export') && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<Icon name="download" />}>
                  <Trans>Export</Trans>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {(['csv', 'xlsx'] as const).map(format => (
                  <MenuAction
                    key={format}
                    label={format === 'csv' ? t`As a text table (CSV)` : t`As a workbook (XLSX)`}
                    blocked={hindrance}
                    onRun={() => void exportReadingsOf({ imeis, kinds, period, format }, i18n)}
                  />
                ))}
              </Menu.Dropdown>
            </Menu>
          )
        }
      />
      <Card as="section" aria-label={t`What is compared`}>
        <Stack gap={3} below={3} tiles="large">
          <DevicePicker
            multiple
            label={t`Devices`}
            placeholder={imeis.length === 0 ? t`Name or IMEI` : ''}
            most={MOST_DEVICES}
            value={imeis}
            onChange={next => change({ devices: next.join(',') || undefined })}
          />
          <MultiSelect
            label={t`Readings`}
            searchable
            value={kinds}
            data={readingKinds.map(kind => ({ value: kind, label: i18n._(readingWords[kind]) }))}
            onChange={next => change({ show: withinUnits(kindsIn(next.join(','))).join(',') || undefined })}
            description={t`Two units at most in one chart`}
          />
        </Stack>
        <Row wrap gap={2} columnGap={3} below={2}>
          <TimeShown time={{ period, span }} onChange={change} />
          <SegmentedFilter
            label={t`Aligned`}
            segments={[
              { value: 'clock', label: t`By the clock` },
              { value: 'start', label: t`By the start` },
            ]}
            value={search.align ?? 'clock'}
            onChange={next => change({ align: next === 'start' ? 'start' : undefined })}
          />
        </Row>
        {span === undefined && (
          <PeriodField from={period.from} to={period.to} onChange={next => change({ ...next })} />
        )}
      </Card>
      {imeis.length === 0 ? (
        <ReadingChoice kind={kinds[0] ?? 'heartRate'} onChoose={next => change({ devices: next })} />
      ) : (
        <Card as="section" aria-label={t`Comparison`}>
          {crowded && (
            <Text as="p" above={2} size="caption" tone="ink-3">
              <Trans>A chart has room for {MOST_SERIES} series; the first ones are shown.</Trans>
            </Text>
          )}
          <Comparison imeis={imeis} kinds={kinds} time={time} align={search.align ?? 'clock'} />
        </Card>
      )}
    </PageFrame>
  )
}

/** The newest choice stays; what would be a third unit goes. */
function withinUnits(kinds: readonly ReadingKind[]): ReadingKind[] {
  const kept = [...kinds]
  while (new Set(kept.map(kind => readings[kind].unit)).size > 2) kept.shift()
  return kept
}

interface ComparisonProps {
  imeis: readonly string[]
  kinds: readonly ReadingKind[]
  time: ReturnType<typeof usePeriod>
  align: 'clock' | 'start'
}

function Comparison({ imeis, kinds, time, align }: ComparisonProps) {
  const { i18n, t } = useLingui()
  const pairs = imeis.flatMap(imei => kinds.map(kind => ({ imei, kind }))).slice(0, MOST_SERIES)
  const names = useQueries({
    queries: imeis.map(imei => ({
      ...pageOptions(device, { page: 1, size: 2, imei }),
      staleTime: MINUTE_MS,
    })),
    combine: results =>
      Object.fromEntries(
        results.map(({ data }, at) => {
          const imei = imeis[at] ?? ''
          return [imei, data?.list.find(each => each.imei === imei)?.name ?? imei]
        }),
      ),
  })
  const queries = useQueries({ queries: pairs.map(({ imei, kind }) => trendOptions(imei, kind, time)) })
  const datas = useSameList(queries.map(({ data }) => data))
  const keys = useSameList(pairs.map(({ imei, kind }) => `${imei} ${kind}`))
  const series = useMemo<TimeSeries[]>(
    () =>
      keys.flatMap((key, index) => {
        const [imei = '', word = ''] = key.split(' ')
        const [kind] = kindsIn(word)
        const data = datas[index]
        if (!data || !kind) return []
        const start = align === 'start' ? (data.times[0] ?? 0) : 0
        const times = start === 0 ? data.times : data.times.map(at => at - start)
        const name = names[imei] ?? imei
        return [
          {
            id: key,
            name: kinds.length > 1 ? t`${name} · ${i18n._(readingWords[kind])}` : name,
            unit: readings[kind].unit,
            tone: seriesTones[index % seriesTones.length] ?? 'accent',
            ...withGapsIn({ times, values: data.values }, gapFor(undefined, data.pauseMs, data.thinnedMs)),
            decimals: decimalsFor(kind, undefined),
            range: rangeFor(kind),
          },
        ]
      }),
    [keys, datas, names, align, kinds.length, i18n, t],
  )
  const failed = queries.filter(({ isError, data }) => isError && !data)
  if (failed.length === queries.length && failed[0]) {
    return (
      <ErrorState
        what={i18n._(wordsForError(failed[0].error))}
        onRetry={() => void Promise.all(failed.map(each => each.refetch()))}
      />
    )
  }
  if (datas.every(data => !data)) return <Loading variant="detail" count={4} />
  const { period } = time
  const longest = Math.max(1, ...series.map(({ times }) => times[times.length - 1] ?? 0))
  return (
    <>
      {failed.length > 0 && (
        <Text as="p" above={2} size="caption" tone="ink-3" role="alert">
          {i18n._(wordsForError(failed[0]?.error))}
        </Text>
      )}
      <TimeChart
        label={kinds.map(kind => i18n._(readingWords[kind])).join(', ')}
        series={series}
        axis={align === 'start' ? 'span' : 'clock'}
        from={align === 'start' ? 0 : period.from}
        to={align === 'start' ? longest : period.to}
        height={380}
        busy={queries.some(each => each.isFetching)}
      />
      <FigureTable rows={series.map((each, index) => ({ series: each, data: datas[index] }))} />
    </>
  )
}
