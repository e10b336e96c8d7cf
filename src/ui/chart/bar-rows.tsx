// Bars lying down, each with its whole name before it and its figure behind it.

import { usePartFocus } from '../part-focus.ts'
import type { BarLayoutProps } from './bar.ts'
import css from './bar-chart.module.css'
import { ChartHost } from './chart-host.tsx'
import { totalOf } from './options/bars.ts'
import { Part } from './part.tsx'
import { useSameInput } from './same-input.ts'

export function BarRows({ series, bars, label, unit, grouped = false, say, sentence }: BarLayoutProps) {
  const focus = usePartFocus<HTMLUListElement>(bars.length, 1)
  const input = useSameInput({ series, bars, unit, grouped })
  return (
    <div className={css.rows}>
      <ul
        ref={focus.frame}
        className={css.list}
        aria-label={label}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
      >
        {bars.map((bar, at) => (
          <li key={bar.id} className={css.item}>
            <Part at={at} stop={focus.stop} href={bar.href} className={css.row} label={sentence(bar)} worded>
              <span className={css.name}>
                <bdi>{bar.label}</bdi>
              </span>
              <b className={css.value}>
                <bdi>{say(totalOf(bar))}</bdi>
              </b>
            </Part>
          </li>
        ))}
      </ul>
      <ChartHost kind="rows" input={input} className={css.bars} />
    </div>
  )
}
