// What happened, as marks on the axis: each opens what it stands for. Close ones share a place and a count.
import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Box } from '../kit/parts.tsx'
import css from './time-chart.module.css'
import type { MarkTone, TimeMark } from './time-chart-model.ts'
import type { View } from './time-chart-view.ts'

interface MarksProps {
  view: View
  marks: readonly TimeMark[]
  onMark?: (id: string) => void
}

/** Closer marks cover each other. */
const APART = 18
const ranks: readonly MarkTone[] = ['critical', 'warning', 'attention', 'info']

interface Placed {
  x: number
  first: TimeMark
  others: number
}

export function TimeChartMarks({ view, marks, onMark }: MarksProps) {
  const { t } = useLingui()
  // A string of the places: the marks are drawn again only when one of them has moved.
  useSyncExternalStore(view.subscribe, () => {
    const { from, to } = view.window()
    return `${from} ${to} ${view.painted()?.plot.right ?? 0}`
  })
  const painted = view.painted()
  if (!painted) return null
  const { plot } = painted
  const placed: Placed[] = []
  for (const mark of [...marks].sort((a, b) => a.at - b.at)) {
    const x = painted.x(mark.at)
    if (x < plot.left - 1 || x > plot.right + 1) continue
    const before = placed.at(-1)
    if (before && x - before.x < APART) {
      before.others++
      if (ranks.indexOf(mark.tone) < ranks.indexOf(before.first.tone)) before.first = mark
    } else placed.push({ x, first: mark, others: 0 })
  }
  return (
    <Box h="0" className={css.marks} style={{ insetBlockStart: plot.bottom - 22 }}>
      {placed.map(({ x, first, others }) => {
        const label = others > 0 ? t`${first.label}, and ${others} more` : first.label
        const common = {
          className: `${css.mark} ${css[first.tone]}`,
          style: { transform: `translateX(${Math.round(x) - 11}px)` },
          'aria-label': label,
          title: label,
        }
        const content = others > 0 ? String(others + 1) : '!'
        return first.href ? (
          <a key={first.id} {...common} href={first.href}>
            <b aria-hidden="true">{content}</b>
          </a>
        ) : (
          <button key={first.id} {...common} type="button" onClick={() => onMark?.(first.id)}>
            <b aria-hidden="true">{content}</b>
          </button>
        )
      })}
    </Box>
  )
}
