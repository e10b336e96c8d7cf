// All lanes on one time with two cursors: when it happened, and by when it was known. What came late is hollow where it happened,
// with a thread to its arrival.
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import type { ReplaySeries, WireEvent } from '../../contract/endpoints/replay.ts'
import { readings } from '../../domain/device/readings.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { eventLanes, type ReplayLane, replayLanes } from '../../domain/replay/lanes.ts'
import { countUntil, isLate, knownFrom } from '../../domain/replay/replay-index.ts'
import { gapsOf, stretchesOf } from '../../domain/track/measures.ts'
import { calendarMoment } from '../../ui/calendar.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import type { ReplayPlayer } from './replay.driver.ts'
import type { Shown } from './replay-query.ts'
import css from './replay-timeline.module.css'
import { kindText, laneWords, type OrderWords, type ReadingWords } from './replay-words.ts'

interface ReplayTimelineProps {
  player: ReplayPlayer
  shown: Shown
  span: { from: number; to: number }
  at: number
  known: number
  orders: OrderWords
  readings: ReadingWords
  /** Why a camera has no picture. */
  gapReason: (why: Shown['cameras'][number]['gaps'][number]['why']) => string
  onStep: (towards: 'next' | 'previous') => void
}

const timeOf = (at: number) => calendarMoment(at).slice(11)

const LANE_PX = 28
const STEP = 1 / 120
const LEAST_SHARE = 0.2
/** With less room beside a mark its words would be cut off after a letter or two. */
const LABEL_SHARE = 5

/** One line below the other: a lane of lines has one for each device, camera or reading. */
interface Line {
  key: string
  lane: ReplayLane
  name: string | undefined
}

function linesOf(shown: Shown, readingName: (kind: ReplaySeries['kind']) => string): Line[] {
  const names = new Map(shown.devices.map(({ id, name }) => [id, name]))
  return replayLanes.flatMap((lane): Line[] => {
    const of = (ids: readonly { key: string; name: string | undefined }[]) =>
      ids.length > 0 ? ids.map(one => ({ ...one, lane })) : [{ key: lane, lane, name: undefined }]
    if (lane === 'tracks')
      return of(shown.shownTracks.map(one => ({ key: `track ${one.deviceId}`, name: one.name })))
    if (lane === 'recordings')
      return of(shown.cameras.map(one => ({ key: `camera ${one.cameraId}`, name: one.name })))
    if (lane === 'readings')
      return of(
        shown.series.map(one => ({
          key: `series ${one.deviceId} ${one.kind}`,
          // What is measured goes first: several lines of one device differ in that alone.
          name: `${readingName(one.kind)} · ${names.get(one.deviceId) ?? ''}`,
        })),
      )
    return [{ key: lane, lane, name: undefined }]
  })
}

export function ReplayTimeline(props: ReplayTimelineProps) {
  const { player, shown, span, at, known, readings: names, onStep } = props
  const { i18n, t } = useLingui()
  const field = useRef<HTMLDivElement>(null)
  const width = span.to - span.from
  const share = (moment: number) => ((moment - span.from) / width) * 100
  const momentAt = (x: number) => {
    const box = field.current?.getBoundingClientRect()
    return box && box.width > 0 ? span.from + ((x - box.left) / box.width) * width : span.from
  }
  const seek = (event: PointerEvent) =>
    player.send(
      event.shiftKey
        ? { on: 'knownSoughtTo', at: momentAt(event.clientX) }
        : { on: 'soughtTo', at: momentAt(event.clientX) },
    )
  const onKey = (event: KeyboardEvent) => {
    const step = width * STEP
    const deeds: Record<string, () => void> = {
      ArrowRight: () =>
        player.send(
          event.shiftKey ? { on: 'knownSoughtTo', at: known + step } : { on: 'jumpedBy', ms: step },
        ),
      ArrowLeft: () =>
        player.send(
          event.shiftKey ? { on: 'knownSoughtTo', at: known - step } : { on: 'jumpedBy', ms: -step },
        ),
      Home: () => player.send({ on: 'soughtTo', at: span.from }),
      End: () => player.send({ on: 'soughtTo', at: span.to }),
      PageDown: () => onStep('next'),
      PageUp: () => onStep('previous'),
      ' ': () => player.send({ on: 'toggled' }),
    }
    const deed = deeds[event.key]
    if (!deed) return
    event.preventDefault()
    deed()
  }
  const lines = linesOf(shown, kind => i18n._(names[kind]))
  const isApart = Math.round(known) !== Math.round(at)
  const nameOf = ({ lane, name }: Line) => name ?? i18n._(laneWords[lane].label)
  return (
    <Box className={css.timeline} dir="ltr">
      <span />
      <Box relative h={isApart ? 48 : 24} aria-hidden="true">
        <Flag kind="happened" share={share(at)}>
          {isApart ? t`Happened ${timeOf(at)}` : timeOf(at)}
        </Flag>
        {isApart && (
          <Flag kind="known" share={share(known)}>
            {t`Known by ${timeOf(known)}`}
          </Flag>
        )}
      </Box>
      <span />
      <Box relative h={20} size="caption" tone="ink-3" aria-hidden="true">
        {ticksOf(span).map(moment => (
          <Text key={moment} className={css.time} style={{ insetInlineStart: `${share(moment)}%` }}>
            {calendarMoment(moment).slice(11, 16)}
          </Text>
        ))}
      </Box>
      <Box>
        {lines.map(line => (
          <Row key={line.key} h={LANE_PX} gap={1} size="small">
            <Icon name={laneWords[line.lane].icon} />
            <Text as="bdi" clip>
              {nameOf(line)}
            </Text>
          </Row>
        ))}
      </Box>
      <div
        ref={field}
        role="slider"
        tabIndex={0}
        aria-label={t`Moment: when it happened`}
        aria-valuemin={span.from}
        aria-valuemax={span.to}
        aria-valuenow={Math.round(at)}
        aria-valuetext={t`Happened ${calendarMoment(at)}, known by ${calendarMoment(known)}`}
        className={look({ relative: true, pointer: true }, css.field)}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          seek(event)
        }}
        onPointerMove={event => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event)
        }}
        onKeyDown={onKey}
      >
        {lines.map(line => (
          <Box key={line.key} relative h={LANE_PX} edgeBelow data-lane={line.lane}>
            {shown.withheld.includes(line.lane) ? (
              <Text size="small" tone="ink-3">{t`Not open to your role`}</Text>
            ) : (
              <LaneMarks {...props} line={line} share={share} />
            )}
          </Box>
        ))}
        <i className={css.known} data-cursor="known" style={{ insetInlineStart: `${share(known)}%` }} />
        <i className={css.happened} data-cursor="happened" style={{ insetInlineStart: `${share(at)}%` }} />
      </div>
    </Box>
  )
}

interface LaneMarksProps extends ReplayTimelineProps {
  line: Line
  share: (moment: number) => number
}

function LaneMarks({ shown, line, share, span, at, known, orders, gapReason }: LaneMarksProps) {
  const { i18n, t } = useLingui()
  const bar = (kind: string | undefined, from: number, to: number, title?: string) => {
    const [begin, end] = [Math.max(0, share(from)), Math.min(100, share(to))]
    return (
      <i
        key={`${kind} ${from}`}
        className={kind}
        title={title}
        style={{ insetInlineStart: `${begin}%`, inlineSize: `${Math.max(LEAST_SHARE, end - begin)}%` }}
      />
    )
  }
  if (line.lane === 'tracks') {
    const found = shown.shownTracks.find(({ deviceId }) => line.key === `track ${deviceId}`)
    if (!found) return null
    const { track } = found
    return (
      <>
        {stretchesOf(track).map(({ first, last }) =>
          bar(css.stretch, track.times[first] ?? 0, track.times[last] ?? 0),
        )}
        {gapsOf(track).map(gap => bar(css.gap, gap.from, gap.to, t`No positions`))}
        {found.late.map(run => bar(css.hollow, run.from, run.to, t`Arrived later`))}
        {found.late.map(run => bar(css.thread, run.to, run.receivedAt, t`Arrived later`))}
      </>
    )
  }
  if (line.lane === 'recordings') {
    const camera = shown.cameras.find(({ cameraId }) => line.key === `camera ${cameraId}`)
    if (!camera) return null
    const { stretches, gaps } = camera
    return (
      <>
        {/* Grey where nothing was recorded; stretches lie on it. */}
        {stretches.length === 0 && gaps.length === 0 && bar(css.gap, span.from, span.to, t`Not recorded`)}
        {stretches.map(({ from, to }) => bar(css.stretch, from, to))}
        {gaps.map(gap => bar(css.gap, gap.from, gap.to ?? span.to, gapReason(gap.why)))}
      </>
    )
  }
  if (line.lane === 'readings') {
    const series = shown.series.find(one => line.key === `series ${one.deviceId} ${one.kind}`)
    return (
      series && (
        <>
          <SeriesLine series={series} from={span.from} to={span.to} />
          <Measured series={series} at={at} />
        </>
      )
    )
  }
  const lane = eventLanes.find(one => one === line.lane)
  const events = shown.events.filter(event => event.lane === lane)
  return events.map((event, nth) => {
    const room = (nth + 1 < events.length ? share(events[nth + 1]?.at ?? span.to) : 100) - share(event.at)
    return (
      <Mark
        key={event.id}
        event={event}
        share={share}
        known={known}
        words={room > LABEL_SHARE ? `${kindText(event, orders, i18n)} · ${event.subject}` : undefined}
        room={room}
      />
    )
  })
}

interface MarkProps {
  event: WireEvent
  share: (at: number) => number
  known: number
  /** Undefined: the next one stands too near. */
  words: string | undefined
  /** Up to the next one, in parts of a hundred of the span. */
  room: number
}

function Mark({ event, share, known, words, room }: MarkProps) {
  const isKnown = !isLate(event) || knownFrom(event) <= known
  return (
    <>
      {isLate(event) && (
        <i
          className={css.thread}
          style={{
            insetInlineStart: `${share(event.at)}%`,
            inlineSize: `${Math.max(0, Math.min(100, share(event.knownAt)) - share(event.at))}%`,
          }}
        />
      )}
      <i
        className={css.mark}
        data-known={isKnown}
        data-critical={event.critical}
        style={{ insetInlineStart: `${share(event.at)}%` }}
      />
      {words !== undefined && (
        <Text
          as="bdi"
          size="caption"
          tone="ink-2"
          className={css.words}
          style={{ insetInlineStart: `${share(event.at)}%`, maxInlineSize: `calc(${room}% - 18px)` }}
        >
          {words}
        </Text>
      )}
    </>
  )
}

/** What was measured last before the moment, unless it was silent since. */
function Measured({ series, at }: { series: ReplaySeries; at: number }) {
  const locale = useIntlLocale()
  const nth = countUntil(series.times, at) - 1
  const [time, value] = [series.times[nth], series.values[nth]]
  if (time === undefined || value === undefined || at - time > series.gapMs) return null
  return (
    <Text as="bdi" size="caption" strong className={css.measured}>
      {numberFormat(locale, { maximumFractionDigits: 1 }).format(value)} {readings[series.kind].unit}
    </Text>
  )
}

/** As wide as its style says. */
const FLAG_PX = 132

interface FlagProps {
  kind: 'happened' | 'known'
  share: number
  children: string
}

/** Over its cursor, and never beyond the ends of the lanes. */
function Flag({ kind, share, children }: FlagProps) {
  return (
    <Text
      size="caption"
      strong
      className={css.flag}
      data-flag={kind}
      style={{
        insetInlineStart: `clamp(0px, calc(${share}% - ${FLAG_PX / 2}px), calc(100% - ${FLAG_PX}px))`,
      }}
    >
      {children}
    </Text>
  )
}

/** A line between its own lowest and highest; where it was silent there is none. */
const SeriesLine = memo(({ series, from, to }: { series: ReplaySeries; from: number; to: number }) => {
  const [low, high] = [Math.min(...series.values), Math.max(...series.values)]
  const path = series.times
    .map((at, index) => {
      const x = ((at - from) / (to - from)) * 1_000
      const y = 90 - (((series.values[index] ?? low) - low) / (high - low || 1)) * 80
      const broken = index === 0 || at - (series.times[index - 1] ?? at) > series.gapMs
      return `${broken ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
  return (
    <svg className={css.series} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  )
})

function ticksOf({ from, to }: { from: number; to: number }): number[] {
  const width = to - from
  const every =
    width > 12 * HOUR_MS
      ? 4 * HOUR_MS
      : width > 2 * HOUR_MS
        ? HOUR_MS
        : width > HOUR_MS / 2
          ? 10 * MINUTE_MS
          : 5 * MINUTE_MS
  const first = Math.ceil(from / every) * every
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / every) + 1) },
    (_, n) => first + n * every,
  )
}
