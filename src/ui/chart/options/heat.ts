// Amounts by two things at once: the more, the stronger the square.
import { numberFormat } from '../../locale.ts'
import { levelOf } from '../heat-levels.ts'
import { type Look, mixed } from '../look.ts'
import { axisText, base, type ChartOption, gridAt, isolated } from '../option.ts'

export interface HeatInput {
  rows: readonly string[]
  columns: readonly string[]
  /** By row, then column; not negative. */
  values: readonly (readonly number[])[]
  /** The columns run with the reading direction; without it they are times and run from left to right. */
  turned: boolean
  /** The squares have room for their figures. */
  roomy: boolean
}

/** Room for the names, in pixels. */
export const heatRoom = { start: 52, top: 20 } as const

/** The ground of each level: nothing, three shares of the accent, all of it. */
export function levelColors(look: Look): string[] {
  const [accent, surface] = [look.color('accent'), look.color('surface')]
  return [look.color('sunken'), ...[0.15, 0.28, 0.44].map(share => mixed(accent, surface, share)), accent]
}

export function heatOption({ rows, columns, values, turned, roomy }: HeatInput, look: Look): ChartOption {
  const mirrored = turned && look.mirrored
  const { start, top } = heatRoom
  const highest = Math.max(0, ...values.flat())
  const number = numberFormat(look.locale)
  const bare = { axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: false } }
  return {
    ...base(look),
    grid: gridAt(mirrored ? 0 : start, top, mirrored ? start : 0, 0),
    xAxis: {
      type: 'category',
      data: [...columns],
      position: 'top',
      inverse: mirrored,
      ...bare,
      axisLabel: {
        ...axisText(look),
        margin: 6,
        interval: (at: number) => turned || roomy || at % 3 === 0,
        formatter: isolated,
      },
    },
    yAxis: {
      type: 'category',
      data: [...rows],
      inverse: true,
      position: mirrored ? 'right' : 'left',
      ...bare,
      axisLabel: { ...axisText(look), margin: 6, interval: 0, formatter: isolated },
    },
    visualMap: {
      type: 'piecewise',
      show: false,
      dimension: 3,
      pieces: levelColors(look).map((color, value) => ({ value, color })),
    },
    series: [
      {
        type: 'heatmap',
        id: 'squares',
        silent: true,
        itemStyle: { borderColor: look.color('surface'), borderWidth: 2, borderRadius: 4 },
        label: { show: roomy, fontSize: 11, fontFamily: look.font },
        data: rows.flatMap((_, row) =>
          columns.map((__, column) => {
            const value = values[row]?.[column] ?? 0
            const level = levelOf(value, highest)
            return {
              value: [column, row, value, level],
              label: {
                color: look.color(level === 4 ? 'on-accent' : 'ink'),
                fontWeight: level === 4 ? 600 : 400,
                formatter: value > 0 ? number.format(value) : '',
              },
            }
          }),
        ),
      },
    ],
  }
}
