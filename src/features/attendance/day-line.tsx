// The evidence of a day on a line of time: one row a kind, the slots behind them, a late delivery as a thread to its arrival.
import { useLingui } from '@lingui/react/macro'
import type { PunchSource } from '../../domain/attendance/punch.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { localTime } from '../../domain/report/zone-time.ts'
import { Box } from '../../ui/kit/parts.tsx'
import { clockOf } from '../../ui/week.ts'
import type { OfDay } from './attendance-query.ts'
import { sourceWords } from './attendance-words.ts'
import css from './day-line.module.css'

const WIDTH = 360
const NAMES = 92
const ROW = 24
const TOP = 14
const LATE_MS = 120_000

export function DayLine({ day }: { day: OfDay }) {
  const { i18n, t } = useLingui()
  const { punches, slots, rule } = day
  if (!rule || punches.length === 0) return null
  const sources = [...new Set(punches.map(({ source }) => source))]
  const ends = [...slots.flatMap(({ from, until }) => [from, until]), ...punches.map(({ at }) => at)]
  const from = Math.min(...ends) - HOUR_MS / 4
  const until = Math.max(...ends) + HOUR_MS / 4
  const x = (at: number) => NAMES + ((Math.min(at, until) - from) / (until - from)) * (WIDTH - NAMES - 6)
  const height = TOP + sources.length * ROW + 18
  const middle = (source: PunchSource) => TOP + sources.indexOf(source) * ROW + ROW / 2
  const marks = slots.flatMap(({ start, end }) => [start, end])
  return (
    <Box>
      <svg
        className={css.line}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={t`Punches of the day on a line of time`}
      >
        {slots.map(({ name, start, end }) => (
          <rect
            key={name}
            className={css.slot}
            x={x(start)}
            y={TOP}
            width={x(end) - x(start)}
            height={sources.length * ROW}
          />
        ))}
        {sources.map(source => (
          <g key={source}>
            <text className={css.name} x={0} y={middle(source) + 4}>
              {i18n._(sourceWords[source].label)}
            </text>
            <path className={css.base} d={`M${NAMES} ${middle(source)}H${WIDTH - 6}`} />
          </g>
        ))}
        {punches.map(({ id, source, at, receivedAt, trust }) => {
          const y = middle(source)
          const late = receivedAt - at > LATE_MS && source === 'phone'
          return (
            <g key={id} className={trust === 'old' ? css.uncounted : css.punch}>
              {late && (
                <path className={css.thread} d={`M${x(at)} ${y}H${Math.max(x(receivedAt), x(at) + 10)}`} />
              )}
              {late && (
                <circle className={css.arrival} cx={Math.max(x(receivedAt), x(at) + 10)} cy={y} r={3} />
              )}
              <circle cx={x(at)} cy={y} r={4} />
            </g>
          )
        })}
        {marks.map((at, nth) => {
          const previous = marks[nth - 1]
          if (previous !== undefined && x(at) - x(previous) < 34) return null
          return (
            <text key={at} className={css.hour} x={x(at)} y={height - 4}>
              {clockOf(localTime(rule.zone, at).minute)}
            </text>
          )
        })}
      </svg>
    </Box>
  )
}
