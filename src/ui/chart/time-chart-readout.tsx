// The values at the crosshair: the line, a dot on each series, and a box with figures that is also said aloud.
import { useSyncExternalStore } from 'react'
import { calendarMoment } from '../calendar.ts'
import { look } from '../kit/look.ts'
import { Box, Row, Stack, Text } from '../kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../locale.ts'
import { spanText } from './time-axis.ts'
import css from './time-chart.module.css'
import type { TimeSeries } from './time-chart-model.ts'
import type { View } from './time-chart-view.ts'
import { nearestIndex } from './time-points.ts'

interface ReadoutProps {
  view: View
  series: readonly TimeSeries[]
  axis: 'clock' | 'span'
}

/** A value counts as measured at the crosshair when it is no further away, in pixels. */
const NEAR = 12
const BOX = 190

export function TimeChartReadout({ view, series, axis }: ReadoutProps) {
  const locale = useIntlLocale()
  const cursor = useSyncExternalStore(view.subscribe, view.cursor)
  const painted = view.painted()
  if (!cursor || !painted || cursor.x < painted.plot.left - 1 || cursor.x > painted.plot.right + 1)
    return null
  const { plot } = painted
  const lines = series.flatMap(each => {
    const index = nearestIndex(each.times, cursor.at)
    const at = index === undefined ? undefined : each.times[index]
    const value = index === undefined ? undefined : each.values[index]
    if (at === undefined || value === undefined || value === null) return []
    if (Math.abs(painted.x(at) - cursor.x) > NEAR) return []
    const { lower, upper } = each.limits ?? {}
    const beyond = (upper !== undefined && value > upper) || (lower !== undefined && value < lower)
    const text = numberFormat(locale, { maximumFractionDigits: each.decimals ?? 2 }).format(value)
    return [
      { each, x: painted.x(at), y: painted.y(each, value), text: `${text} ${each.unit}`.trim(), beyond },
    ]
  })
  const left = cursor.x + 14 + BOX > plot.right ? Math.max(0, cursor.x - 14 - BOX) : cursor.x + 14
  return (
    <>
      <Box
        w={1}
        still
        absolute
        className={css.cross}
        style={{
          insetBlockStart: plot.top,
          blockSize: plot.bottom - plot.top,
          transform: `translateX(${cursor.x}px)`,
        }}
      />
      {lines.map(({ each, x, y }) => (
        <Text
          key={each.id}
          square={2}
          round="full"
          still
          absolute
          className={css.dot}
          style={{ transform: `translate(${x}px, ${y}px)`, background: `var(--gh-${each.tone})` }}
        />
      ))}
      <Stack
        gap="half"
        pad={2}
        ground="raised"
        edge="line"
        round="control"
        floating
        size="caption"
        still
        className={css.readout}
        style={{ inlineSize: BOX, insetBlockStart: plot.top, transform: `translateX(${left}px)` }}
        aria-live={cursor.by === 'keys' ? 'polite' : 'off'}
      >
        <Text as="strong" strong tone="ink-2">
          {axis === 'clock' ? calendarMoment(cursor.at) : spanText(cursor.at, true)}
        </Text>
        {lines.map(({ each, text, beyond }) => (
          <Row as="span" key={each.id} align="baseline" gap={2}>
            <Text as="i" rigid square={2} round="small" style={{ background: `var(--gh-${each.tone})` }} />
            <Text as="bdi" grow shrink tone="ink-2" clip>
              {each.name}
            </Text>
            <bdi
              className={
                beyond
                  ? look({ rigid: true, strong: true, tone: 'critical' })
                  : look({ rigid: true, strong: true })
              }
            >
              {text}
            </bdi>
          </Row>
        ))}
      </Stack>
    </>
  )
}
