// The one chart over time: zoomed and panned by pointer, fingers and keys, with limits, gaps, marks and figures.
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { calendarMoment } from '../calendar.ts'
import { IconButton } from '../icon-button.tsx'
import { Box, Inline, List, Row } from '../kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../locale.ts'
import { ChartFailed } from './chart-host.tsx'
import { loadEngine } from './load-engine.ts'
import css from './time-chart.module.css'
import { listenToGestures } from './time-chart-gestures.ts'
import { TimeChartMarks } from './time-chart-marks.tsx'
import type { TimeChartModel, TimeMark, TimeSeries } from './time-chart-model.ts'
import { TimeChartReadout } from './time-chart-readout.tsx'
import { TimeChartTable } from './time-chart-table.tsx'
import { createView, type View } from './time-chart-view.ts'
import { gapsOf } from './time-points.ts'
import { sameWindow, type TimeWindow } from './time-window.ts'

export interface TimeChartProps {
  /** What is shown, said aloud with its figures. */
  label: string
  series: readonly TimeSeries[]
  /** The whole time that may be looked at, epoch milliseconds; with `axis` span, milliseconds from the beginning. */
  from: number
  to: number
  axis?: 'clock' | 'span'
  marks?: readonly TimeMark[]
  onMark?: (id: string) => void
  /** The part that is looked at now, told once it rests: for fetching finer data. */
  onWindow?: (window: TimeWindow) => void
  height?: number
  /** Something newer is on its way. */
  busy?: boolean
  /** Without buttons and table: for a panel. */
  plain?: boolean
}

const ZOOM = 0.5

export function TimeChart(props: TimeChartProps) {
  const { label, series, from, to, axis = 'clock', marks, height = 320, busy = false, plain = false } = props
  const { t } = useLingui()
  const locale = useIntlLocale()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const model = useMemo<TimeChartModel>(
    () => ({
      series,
      bounds: { from, to: Math.max(to, from + 1) },
      axis,
      locale,
      words: { upper: t`Upper limit`, lower: t`Lower limit` },
    }),
    [series, from, to, axis, locale, t],
  )
  const [window, setWindow] = useState<TimeWindow>(model.bounds)
  const view = useView(frame, place, model, next => {
    setWindow(next)
    props.onWindow?.(next)
  })
  const [tabled, setTabled] = useState(false)
  const whole = sameWindow(window, model.bounds) || (window.from <= from && window.to >= to)
  return (
    <Box as="figure" shrink aria-busy={busy}>
      <figcaption className="gh-hidden" id={id}>
        {label}. <Summary series={series} axis={axis} />
      </figcaption>
      {!plain && (
        <Row wrap justify="between" gap={1} columnGap={3} below={1}>
          <List row wrap align="stretch" gap="half" columnGap={3} shrink>
            {series.map(each => (
              <Inline as="li" key={each.id} gap={2} size="caption" tone="ink-2">
                <svg width="18" height="8" aria-hidden="true" focusable="false">
                  <line
                    x1="1"
                    x2="17"
                    y1="4"
                    y2="4"
                    stroke={`var(--gh-${each.tone})`}
                    strokeWidth={each.faint ? 1.5 : 2.5}
                    strokeDasharray={each.faint ? '4 3' : undefined}
                  />
                </svg>
                <bdi>{each.name}</bdi>
              </Inline>
            ))}
          </List>
          <Row align="stretch" gap="half" pushed role="toolbar" aria-label={t`Chart`}>
            <IconButton icon="plus" label={t`Zoom in`} onClick={() => view.current?.zoom(ZOOM)} />
            <IconButton
              icon="minus"
              label={t`Zoom out`}
              disabled={whole}
              onClick={() => view.current?.zoom(1 / ZOOM)}
            />
            <IconButton
              icon="expand"
              label={t`The whole period`}
              disabled={whole}
              onClick={() => view.current?.whole()}
            />
            <IconButton
              icon="list"
              label={t`Figures as a table`}
              expanded={tabled}
              onClick={() => setTabled(!tabled)}
            />
          </Row>
        </Row>
      )}
      <Box
        ref={frame}
        wide
        relative
        round="control"
        hidden
        className={css.frame}
        style={{ blockSize: height }}
        dir="ltr"
        role="application"
        tabIndex={0}
        aria-label={label}
        aria-describedby={id}
        aria-roledescription={t`chart`}
        data-from={Math.round(window.from)}
        data-to={Math.round(window.to)}
      >
        <Box ref={place} over still />
        {view.failed && <ChartFailed />}
        {view.ready && <TimeChartReadout view={view.ready} series={series} axis={axis} />}
        {view.ready && marks && marks.length > 0 && (
          <TimeChartMarks view={view.ready} marks={marks} {...(props.onMark && { onMark: props.onMark })} />
        )}
      </Box>
      {tabled && <TimeChartTable label={label} series={series} window={window} axis={axis} />}
    </Box>
  )
}

/** What the lines say, in words. */
function Summary({ series, axis }: Pick<TimeChartModel, 'series' | 'axis'>) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const lines = series.map(({ name, times, values, unit, decimals = 2, gapMs }) => {
    const format = numberFormat(locale, { maximumFractionDigits: decimals })
    let [low, high, last, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
    for (let index = 0; index < values.length; index++) {
      const value = values[index]
      if (value === null || value === undefined) continue
      if (value < low) low = value
      if (value > high) high = value
      last = value
      lastAt = times[index] ?? 0
    }
    if (low > high) return t`${name}: no readings`
    const [least, most, newest] = [low, high, last].map(value => format.format(value))
    const at = axis === 'clock' ? calendarMoment(lastAt) : ''
    const gaps = gapMs === undefined ? 0 : gapsOf(times, gapMs).length
    const said = at
      ? t`${name}: lowest ${least}, highest ${most}, last ${newest} ${unit} at ${at}`
      : t`${name}: lowest ${least}, highest ${most}, last ${newest} ${unit}`
    return gaps > 0 ? `${said}. ${t`Gaps: ${gaps}`}` : said
  })
  return lines.join('. ')
}

interface HeldView {
  current: View | undefined
  /** The same, once it is there: for parts that draw over the canvas. */
  ready: View | undefined
  /** The code that draws did not come. */
  failed: boolean
}

function useView(
  frame: RefObject<HTMLDivElement | null>,
  place: RefObject<HTMLElement | null>,
  model: TimeChartModel,
  onSettled: (window: TimeWindow) => void,
): HeldView {
  const held = useRef<View>(undefined)
  const [ready, setReady] = useState<View>()
  const [failed, setFailed] = useState(false)
  const settled = useRef(onSettled)
  settled.current = onSettled
  const first = useRef(model)
  useEffect(() => {
    const element = place.current
    if (!frame.current || !element) return
    const engine = loadEngine()
    engine.catch(() => setFailed(true))
    const view = createView(
      engine.then(
        ({ createDrawing }) =>
          onDrawn =>
            createDrawing(element, onDrawn),
      ),
      first.current,
      window => settled.current(window),
    )
    const stopListening = listenToGestures(frame.current, view)
    held.current = view
    setReady(view)
    return () => {
      stopListening()
      view.stop()
      held.current = undefined
    }
  }, [frame, place])
  useEffect(() => {
    first.current = model
    held.current?.show(model)
  }, [model])
  return { current: held.current, ready, failed }
}
