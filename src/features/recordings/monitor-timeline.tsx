// One lane a camera on one time: what it recorded, where it has no picture, what happened. Goes by pointer, wheel, touch and keys;
// usable below whatever shows the cameras. Time runs from left to right in every language.
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { RecordedAlarm, RecordedLane } from '../../contract/endpoints/camera-recording.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import type { Playing } from '../../domain/recordings/monitor-playback.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import type { MonitorPlayer } from './monitor.driver.ts'
import css from './monitor-timeline.module.css'

export interface MonitorTimelineProps {
  player: MonitorPlayer
  state: Playing
  /** Where the clock is. */
  at: number
  lanes: readonly Pick<RecordedLane, 'cameraId' | 'name' | 'stretches' | 'gaps' | 'writingFrom'>[]
  alarms: readonly RecordedAlarm[]
  /** Words for an alarm's type. */
  nameOfAlarm: (alarm: RecordedAlarm) => string
  /** The latest moment that there can be. */
  now: number
}

/** A key goes so much of what is in sight; with Shift a tenth of it. */
const STEP = 1 / 60
/** Distance of the lines across, by what is in sight. */
const lineOf = (zoom: number) =>
  zoom >= DAY_MS ? 4 * HOUR_MS : zoom >= HOUR_MS ? 10 * MINUTE_MS : 2 * MINUTE_MS
/** Stretches closer together than this share of the width are drawn as one. */
const LEAST_SHARE = 0.001
const LANE_PX = 26

export function MonitorTimeline({
  player,
  state,
  at,
  lanes,
  alarms,
  nameOfAlarm,
  now,
}: MonitorTimelineProps) {
  const { t } = useLingui()
  const { from, zoom, clip } = state
  const field = useRef<HTMLDivElement>(null)
  const touches = useRef(new Map<number, number>())
  const share = (moment: number) => ((moment - from) / zoom) * 100
  const momentAt = (x: number) => {
    const box = field.current?.getBoundingClientRect()
    return box && box.width > 0 ? from + ((x - box.left) / box.width) * zoom : from
  }
  useWheel(field, event => {
    if (event.ctrlKey || Math.abs(event.deltaY) > Math.abs(event.deltaX))
      player.send({ on: 'zoomedBy', by: event.deltaY > 0 ? 1 : -1, around: momentAt(event.clientX) })
    else player.send({ on: 'panned', ms: (event.deltaX / 500) * zoom })
  })
  const onDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    touches.current.set(event.pointerId, event.clientX)
    if (touches.current.size === 1) player.send({ on: 'soughtTo', at: momentAt(event.clientX) })
  }
  const onMove = (event: PointerEvent) => {
    const before = touches.current.get(event.pointerId)
    if (before === undefined) return
    touches.current.set(event.pointerId, event.clientX)
    const [one, other] = [...touches.current.values()]
    if (one === undefined || other === undefined)
      return player.send({ on: 'soughtTo', at: momentAt(event.clientX) })
    // Two fingers: apart is closer.
    const still = [...touches.current].find(([id]) => id !== event.pointerId)?.[1] ?? one
    const [was, is] = [Math.abs(before - still), Math.abs(event.clientX - still)]
    if (Math.abs(is - was) > 40 || (was > 0 && (is / was > 1.3 || is / was < 0.75))) {
      player.send({ on: 'zoomedBy', by: is > was ? -1 : 1, around: momentAt((one + other) / 2) })
    } else touches.current.set(event.pointerId, before)
  }
  const onUp = (event: PointerEvent) => void touches.current.delete(event.pointerId)
  const onKey = (event: KeyboardEvent) => {
    const step = zoom * STEP * (event.shiftKey ? 0.1 : 1)
    const deeds: Record<string, () => void> = {
      ArrowRight: () => player.send({ on: 'jumpedBy', ms: step }),
      ArrowLeft: () => player.send({ on: 'jumpedBy', ms: -step }),
      PageUp: () => player.send({ on: 'jumpedBy', ms: -zoom / 2 }),
      PageDown: () => player.send({ on: 'jumpedBy', ms: zoom / 2 }),
      Home: () => player.send({ on: 'soughtTo', at: from }),
      End: () => player.send({ on: 'soughtTo', at: from + zoom }),
      '+': () => player.send({ on: 'zoomedBy', by: -1, around: at }),
      '-': () => player.send({ on: 'zoomedBy', by: 1, around: at }),
    }
    const deed = deeds[event.key]
    if (!deed) return
    event.preventDefault()
    deed()
  }
  const line = lineOf(zoom)
  const first = Math.ceil(from / line) * line
  const lines = Array.from({ length: Math.ceil(zoom / line) }, (_, index) => first + index * line).filter(
    moment => moment <= from + zoom,
  )
  const inSight = alarms.filter(alarm => alarm.at >= from && alarm.at <= from + zoom)
  return (
    <Box className={css.timeline} dir="ltr" relative>
      <Box className={css.times} relative size="small" tone="ink-3" aria-hidden="true">
        {lines.map(moment => (
          <Text key={moment} absolute className={css.time} style={{ insetInlineStart: `${share(moment)}%` }}>
            {formatMoment(moment).slice(11, 16)}
          </Text>
        ))}
      </Box>
      <Box className={css.names}>
        {lanes.map(({ cameraId, name }) => (
          <Row key={cameraId} h={LANE_PX} size="small">
            <Text as="bdi" clip>
              {name}
            </Text>
          </Row>
        ))}
      </Box>
      <div
        ref={field}
        role="slider"
        tabIndex={0}
        aria-label={t`Moment`}
        aria-valuemin={from}
        aria-valuemax={from + zoom}
        aria-valuenow={Math.round(at)}
        aria-valuetext={formatMoment(at)}
        className={look({ relative: true, pointer: true }, css.field)}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        onKeyDown={onKey}
      >
        {lanes.map(({ cameraId, stretches, gaps, writingFrom }) => (
          <Box key={cameraId} relative h={LANE_PX} data-lane={cameraId}>
            {writingFrom !== null && writingFrom < from + zoom && now > from && (
              <i
                className={css.writing}
                style={{
                  insetInlineStart: `${Math.max(0, share(writingFrom))}%`,
                  inlineSize: `${Math.min(100, share(now)) - Math.max(0, share(writingFrom))}%`,
                }}
              />
            )}
            {shownStretches(stretches, from, zoom).map(stretch => (
              <i
                key={stretch.from}
                className={css.recorded}
                data-held={stretch.held}
                style={{
                  insetInlineStart: `${share(stretch.from)}%`,
                  inlineSize: `${share(stretch.to) - share(stretch.from)}%`,
                }}
              />
            ))}
            {gaps.map(gap => (
              <i
                key={gap.from}
                className={css.gap}
                style={{
                  insetInlineStart: `${Math.max(0, share(gap.from))}%`,
                  inlineSize: `${Math.min(100, share(gap.to ?? now)) - Math.max(0, share(gap.from))}%`,
                }}
              />
            ))}
          </Box>
        ))}
        {clip && (
          <i
            className={css.clip}
            style={{
              insetInlineStart: `${share(Math.min(clip.from, clip.to ?? at))}%`,
              inlineSize: `${Math.abs(share(clip.to ?? at) - share(clip.from))}%`,
            }}
          />
        )}
        {now < from + zoom && <i className={css.now} style={{ insetInlineStart: `${share(now)}%` }} />}
        {at >= from && at <= from + zoom && (
          <i className={css.at} style={{ insetInlineStart: `${share(at)}%` }} />
        )}
      </div>
      <Box className={css.alarms} relative>
        {inSight.map(alarm => {
          const label = t`30 s before: ${nameOfAlarm(alarm)}, ${formatMoment(alarm.at)}`
          return (
            <button
              key={alarm.id}
              type="button"
              className={look({ bare: true, pad: 0, pointer: true, absolute: true }, css.alarm)}
              data-critical={alarm.critical}
              style={{ insetInlineStart: `${share(alarm.at)}%` }}
              aria-label={label}
              title={label}
              onClick={() => player.send({ on: 'alarmChosen', at: alarm.at })}
            />
          )
        })}
      </Box>
    </Box>
  )
}

interface Shown {
  from: number
  to: number
  held: boolean
}

/** What one sees of them: a day may have more than a screen has pixels. */
function shownStretches(stretches: readonly Shown[], from: number, zoom: number): Shown[] {
  const least = zoom * LEAST_SHARE
  const shown: Shown[] = []
  for (const stretch of stretches) {
    if (stretch.to < from || stretch.from > from + zoom) continue
    const last = shown.at(-1)
    const next = { ...stretch, from: Math.max(from, stretch.from), to: Math.min(from + zoom, stretch.to) }
    if (last && last.held === next.held && next.from - last.to < least) last.to = next.to
    else shown.push(next)
  }
  return shown
}

/** React listens to wheels passively: the page would scroll along. */
function useWheel(field: { current: HTMLElement | null }, onWheel: (event: WheelEvent) => void): void {
  const latest = useRef(onWheel)
  useEffect(() => {
    latest.current = onWheel
  })
  useEffect(() => {
    const element = field.current
    if (!element) return
    const hear = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event)
    }
    element.addEventListener('wheel', hear, { passive: false })
    return () => element.removeEventListener('wheel', hear)
  }, [field])
}
