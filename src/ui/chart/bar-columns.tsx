// Upright bars that can be pointed at and walked over, and the figures of the one at hand.
import { useState } from 'react'
import { look } from '../kit/look.ts'
import { Box, List, Row, Stack, Text } from '../kit/parts.tsx'
import { usePartFocus } from '../part-focus.ts'
import type { Bar, BarLayoutProps } from './bar.ts'
import css from './bar-chart.module.css'
import { ChartHost } from './chart-host.tsx'
import { columnsRoom } from './options/bars.ts'
import { Part } from './part.tsx'
import { useSameInput } from './same-input.ts'
import { Swatch } from './swatch.tsx'

const { start, end, top, bottom } = columnsRoom
const room = {
  insetBlock: `${top}px ${bottom}px`,
  insetInline: `${start}px ${end}px`,
}

export function BarColumns(props: BarLayoutProps) {
  const { series, bars, label, unit, grouped = false, time = false, height = 220, sentence } = props
  const focus = usePartFocus<HTMLUListElement>(bars.length, Number.POSITIVE_INFINITY)
  const [shown, setShown] = useState<number>()
  const input = useSameInput({ series, bars, unit, grouped, time })
  const bar = shown === undefined ? undefined : bars[shown]
  return (
    <Box relative dir={time ? 'ltr' : undefined} style={{ blockSize: height + top + bottom }}>
      <List
        ref={focus.frame}
        row
        align="stretch"
        absolute
        style={room}
        aria-label={label}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={() => setShown(undefined)}
        onPointerLeave={() => setShown(undefined)}
      >
        {bars.map((each, at) => (
          <Row as="li" key={each.id} align="stretch" grow shrink onPointerEnter={() => setShown(at)}>
            <Part
              at={at}
              stop={focus.stop}
              href={each.href}
              className={at === shown ? `${css.hold} ${css.at}` : css.hold}
              label={sentence(each)}
              titled={false}
              onFocus={() => setShown(at)}
            />
          </Row>
        ))}
      </List>
      <ChartHost kind="columns" input={input} className={look({ over: true })} />
      {bar && shown !== undefined && <BarTip bar={bar} place={(shown + 0.5) / bars.length} {...props} />}
    </Box>
  )
}

// The figures of one bar, beside the pointer or the focus; readers have them as the bar's name.
function BarTip({ bar, place, series, say, beforeName }: BarLayoutProps & { bar: Bar; place: number }) {
  return (
    <Stack
      miw={150}
      maw={190}
      gap="half"
      pad={2}
      ground="raised"
      edge="line"
      round="control"
      floating
      size="caption"
      still
      insetX="clamp(0px, calc(var(--gh-chart-at) - 75px), calc(100% - 190px)) auto"
      insetY="auto calc(100% - 30px)"
      z={3}
      absolute
      className={css.tip}
      aria-hidden="true"
      style={{ '--gh-chart-at': `${place * 100}%` }}
    >
      <strong>
        <bdi>{bar.title ?? bar.label}</bdi>
      </strong>
      {series.map(({ id, name, tone }, at) => (
        <Stack as="span" align="center" columns="startRestEnd" gap={2} tone="ink-2" key={id}>
          <Swatch color={`var(--gh-${tone})`} at={at} />
          <span>{name}</span>
          <b>{say(bar.values[at] ?? 0)}</b>
        </Stack>
      ))}
      {bar.before !== undefined && beforeName && (
        <Stack as="span" align="center" columns="startRestEnd" gap={2} tone="ink-2">
          <Text as="i" w={12} h={2} rigid className={css.tick} />
          <span>{beforeName}</span>
          <b>{say(bar.before)}</b>
        </Stack>
      )}
    </Stack>
  )
}
