// The trend of readings: the time shown, the chart with limits, gaps and alarms, what it says in figures, the file.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ReadingKind, readings, type Series } from '../../../domain/device/readings.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { useEngineEarly } from '../../../ui/chart/load-engine.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { seriesTones, type TimeSeries } from '../../../ui/chart/time-chart-model.ts'
import type { TimeWindow } from '../../../ui/chart/time-window.ts'
import { PeriodField } from '../../../ui/dates/period-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { FieldGroup, Row, Text } from '../../../ui/kit/parts.tsx'
import { MenuAction } from '../../../ui/menu-action.tsx'
import { type Period, periodBefore } from '../../../ui/period.ts'
import { useSameList } from '../../../ui/same-list.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { readingWords } from '../device-words.ts'
import { useAlarmMarks } from './alarm-marks.ts'
import { exportReadingsOf } from './export-readings.ts'
import { decimalsFor, everyFor, gapFor, limitsFor, rangeFor, withGapsIn } from './reading-facts.ts'
import type { FactsProps } from './reading-figures.tsx'
import type { ReadingSearch } from './reading-search.ts'
import { stretchOptions, trendOptions } from './series-query.ts'
import { TimeShown } from './time-shown.tsx'
import { TrendFigures } from './trend-figures.tsx'
import type { ShownTime } from './use-period.ts'

const HEIGHT = 340
const PHONE_HEIGHT = 280

interface TrendProps extends FactsProps {
  kinds: readonly ReadingKind[]
  drawn: readonly ReadingKind[]
  time: ShownTime
  search: ReadingSearch
  change: (changes: Partial<ReadingSearch>) => void
}

export function ReadingTrend(props: TrendProps) {
  useEngineEarly()
  const { device, kinds, drawn, time, search, change } = props
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const { period, span } = time
  return (
    <>
      <Row wrap gap={2} columnGap={3} below={2}>
        <TimeShown time={time} onChange={change} />
        {kinds.length > 1 && (
          <FieldGroup row wrap align="stretch" gap={1} columnGap={3} aria-label={t`Readings in the chart`}>
            {kinds.map(kind => (
              <label
                key={kind}
                className={look({
                  inline: true,
                  gap: 2,
                  atLeast: 'target',
                  size: 'small',
                  tone: 'ink-2',
                  pointer: true,
                })}
              >
                <input
                  type="checkbox"
                  checked={drawn.includes(kind)}
                  disabled={drawn.length === 1 && drawn[0] === kind}
                  onChange={() => change({ show: toggled(drawn, kind).join(',') })}
                />
                {i18n._(readingWords[kind])}
              </label>
            ))}
          </FieldGroup>
        )}
        <Row wrap gap={2} columnGap={3} pushed>
          <label
            className={look({
              inline: true,
              gap: 2,
              atLeast: 'target',
              size: 'small',
              tone: 'ink-2',
              pointer: true,
            })}
          >
            <input
              type="checkbox"
              checked={search.before === true}
              onChange={event => change({ before: event.currentTarget.checked || undefined })}
            />
            <Trans>Period before</Trans>
          </label>
          {may('device.export') && (
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
                    blocked={online ? undefined : t`No connection. This is not kept for later.`}
                    onRun={() => void exportReadingsOf({ imeis: [device.imei], kinds, period, format }, i18n)}
                  />
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Row>
      </Row>
      {span === undefined && (
        <Row wrap align="end" gap={2} columnGap={3} below={2}>
          <IconButton
            bordered
            icon="back"
            label={t`Earlier`}
            onClick={() => change({ ...periodBefore(period) })}
          />
          <PeriodField
            from={period.from}
            to={period.to}
            presets={['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth']}
            onChange={next => change({ ...next })}
          />
          <IconButton
            bordered
            icon="forward"
            label={t`Later`}
            disabled={period.to >= serverNow()}
            onClick={() => change({ ...periodAfter(period) })}
          />
        </Row>
      )}
      <Chart {...props} />
    </>
  )
}

/** Two units at most: one more takes the place of the first. */
function toggled(drawn: readonly ReadingKind[], kind: ReadingKind): ReadingKind[] {
  if (drawn.includes(kind)) return drawn.filter(each => each !== kind)
  const next = [...drawn, kind]
  while (new Set(next.map(each => readings[each].unit)).size > 2) next.shift()
  return next
}

function periodAfter({ from, to }: Period): Period {
  const days = Math.round((to + 1 - from) / DAY_MS)
  const start = new Date(to + 1)
  return {
    from: start.getTime(),
    to: new Date(start.getFullYear(), start.getMonth(), start.getDate() + days).getTime() - 1,
  }
}

function Chart({ device, settings, models, drawn: chosen, time, search }: TrendProps) {
  const { i18n, t } = useLingui()
  const { imei } = device
  const { period, span } = time
  const drawn = useSameList(chosen)
  const [window, setWindow] = useState<TimeWindow>()
  const queries = useQueries({ queries: drawn.map(kind => trendOptions(imei, kind, time)) })
  const earlier = periodBefore(period)
  const shift = period.from - earlier.from
  const befores = useQueries({
    queries: drawn.map(kind => ({ ...stretchOptions(imei, kind, earlier), enabled: search.before === true })),
  })
  const coarse = queries.some(({ data }) => (data?.thinnedMs ?? 0) > 0)
  const [zoomFrom, zoomTo] = (coarse && window && around(window, period)) || []
  const zoom = useMemo(
    () => (zoomFrom === undefined || zoomTo === undefined ? undefined : { from: zoomFrom, to: zoomTo }),
    [zoomFrom, zoomTo],
  )
  const fine = useQueries({
    queries: zoom ? drawn.map(kind => stretchOptions(imei, kind, zoom)) : [],
  })
  const marks = useAlarmMarks(imei, drawn, period)
  const datas = useSameList(queries.map(({ data }) => data))
  const fines = useSameList(fine.map(({ data }) => data))
  const past = useSameList(befores.map(({ data }) => data))
  const series = useMemo<TimeSeries[]>(() => {
    const line = (kind: ReadingKind, index: number, data: Series): TimeSeries => {
      const model = models.find(each => each.kind === kind)
      const gapMs = gapFor(everyFor(kind, settings, model), data.pauseMs, data.thinnedMs)
      return {
        id: kind,
        name: i18n._(readingWords[kind]),
        unit: readings[kind].unit,
        tone: seriesTones[index] ?? 'accent',
        ...withGapsIn(data, gapMs),
        decimals: decimalsFor(kind, model),
        limits: limitsFor(kind, settings, model),
        range: rangeFor(kind),
        stepped: kind === 'signal',
      }
    }
    return drawn.flatMap((kind, index) => {
      const data = finer(datas[index], fines[index], zoom)
      const before = search.before ? past[index] : undefined
      return [
        ...(data ? [line(kind, index, data)] : []),
        ...(before
          ? [
              {
                ...line(kind, index, { ...before, times: before.times.map(at => at + shift) }),
                id: `${kind} before`,
                name: t`${i18n._(readingWords[kind])}, period before`,
                faint: true,
                limits: {},
              },
            ]
          : []),
      ]
    })
  }, [datas, fines, past, drawn, zoom, models, settings, search.before, shift, i18n, t])
  const failed = queries.find(({ isError, data }) => isError && !data)
  if (failed) {
    return <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
  }
  if (datas.some(data => !data)) {
    return (
      <div style={{ blockSize: HEIGHT }}>
        <Loading variant="detail" count={3} />
      </div>
    )
  }
  const label = drawn.map(kind => i18n._(readingWords[kind])).join(', ')
  const empty = datas.every(data => data?.times.length === 0)
  return (
    <>
      <TimeChart
        label={`${label}, ${device.name}`}
        series={series}
        from={period.from}
        to={span ? Math.max(period.to, ...datas.map(data => data?.times.at(-1) ?? 0)) : period.to}
        marks={marks}
        onWindow={setWindow}
        height={innerWidth <= 640 ? PHONE_HEIGHT : HEIGHT}
        busy={queries.some(each => each.isFetching) || fine.some(each => each.isFetching)}
      />
      {empty && (
        <Text as="p" plain tone="ink-3">
          <Trans>The device measured nothing in this time. Choose another time above.</Trans>
        </Text>
      )}
      <TrendFigures
        imei={imei}
        drawn={drawn}
        datas={datas}
        settings={settings}
        models={models}
        period={period}
      />
    </>
  )
}

/** The window with as much again on both sides, so that a small move needs no asking; inside the period. */
function around({ from, to }: TimeWindow, period: Period): readonly [from: number, to: number] | undefined {
  const length = to - from
  if (length > (period.to - period.from) * 0.7) return undefined
  const step = Math.max(1, Math.round(length / 2))
  return [
    Math.max(period.from, Math.floor(from / step) * step - step),
    Math.min(period.to, Math.ceil(to / step) * step + step),
  ]
}

/** The finer values of a part in place of the coarse ones there. */
function finer(
  coarse: Series | undefined,
  fine: Series | undefined,
  zoom: Period | undefined,
): Series | undefined {
  if (!coarse || !fine || !zoom || fine.times.length === 0) return coarse
  const before = coarse.times.findIndex(at => at >= zoom.from)
  const after = coarse.times.findIndex(at => at > zoom.to)
  const head = before < 0 ? coarse.times.length : before
  const tail = after < 0 ? coarse.times.length : after
  return {
    ...coarse,
    times: [...coarse.times.slice(0, head), ...fine.times, ...coarse.times.slice(tail)],
    values: [...coarse.values.slice(0, head), ...fine.values, ...coarse.values.slice(tail)],
    thinnedMs: fine.thinnedMs ?? 0,
    pauseMs: fine.pauseMs ?? coarse.pauseMs ?? null,
  }
}
