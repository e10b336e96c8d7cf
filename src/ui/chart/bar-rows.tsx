// Bars lying down, each with its whole name before it and its figure behind it.

import { Stack, Text } from '../kit/parts.tsx'
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
    <Stack cols="minmax(84px, 34%) minmax(0, 1fr) minmax(36px, auto)" className={css.rows}>
      <ul
        ref={focus.frame}
        className={css.list}
        aria-label={label}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
      >
        {bars.map((bar, at) => (
          <Stack as="li" key={bar.id} cols="subgrid" across>
            <Part at={at} stop={focus.stop} href={bar.href} className={css.row} label={sentence(bar)} worded>
              <Text size="small" clip>
                <bdi>{bar.label}</bdi>
              </Text>
              <Text as="b" size="small" strong text="end" className={css.value}>
                <bdi>{say(totalOf(bar))}</bdi>
              </Text>
            </Part>
          </Stack>
        ))}
      </ul>
      <ChartHost kind="rows" input={input} className={css.bars} />
    </Stack>
  )
}
