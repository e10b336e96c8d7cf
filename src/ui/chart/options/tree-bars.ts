// Amounts of a tree as bars: each branch with its sum, its parts indented under it.
import { numberFormat } from '../../locale.ts'
import type { Look } from '../look.ts'
import { axisText, base, type ChartOption, gridAt } from '../option.ts'
import type { ChartTone } from '../tones.ts'

export interface TreeBar {
  id: string
  name: string
  /** Its own, beside that of its parts; not negative. */
  value: number
  parts: readonly TreeBar[]
}

export interface TreeBarsInput {
  roots: readonly TreeBar[]
  tone: ChartTone
}

interface Row {
  name: string
  depth: number
  sum: number
}

const INDENT = 16
const VALUE_ROOM = 56

const sumOf = ({ value, parts }: TreeBar): number => parts.reduce((sum, part) => sum + sumOf(part), value)

/** The tree from top to bottom as rows. */
export const rowsOf = (bars: readonly TreeBar[], depth = 0): Row[] =>
  bars.flatMap(bar => [{ name: bar.name, depth, sum: sumOf(bar) }, ...rowsOf(bar.parts, depth + 1)])

export function treeBarsOption({ roots, tone }: TreeBarsInput, look: Look): ChartOption {
  const { mirrored } = look
  const rows = rowsOf(roots)
  const names = Math.max(84, look.width * 0.34)
  const number = numberFormat(look.locale)
  return {
    ...base(look),
    grid: gridAt(mirrored ? VALUE_ROOM : names, 0, mirrored ? names : VALUE_ROOM, 0),
    xAxis: {
      type: 'value',
      min: 0,
      max: Math.max(Number.MIN_VALUE, ...rows.map(({ sum }) => sum)),
      inverse: mirrored,
      show: false,
    },
    yAxis: {
      type: 'category',
      data: rows.map((_, at) => String(at)),
      inverse: true,
      position: mirrored ? 'right' : 'left',
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        ...axisText(look),
        color: look.color('ink'),
        margin: names - 6,
        align: mirrored ? 'right' : 'left',
        width: names - 18,
        overflow: 'truncate',
        interval: 0,
        formatter: (_: string, at: number) => {
          const row = rows[at]
          return row ? `{d${row.depth}|}${row.name}` : ''
        },
        // A branch is indented by an empty piece of text before its name.
        rich: Object.fromEntries(rows.map(({ depth }) => [`d${depth}`, { width: depth * INDENT }])),
      },
    },
    series: [
      {
        type: 'bar',
        id: 'sums',
        silent: true,
        barWidth: 10,
        label: {
          show: true,
          position: mirrored ? 'left' : 'right',
          color: look.color('ink'),
          fontFamily: look.font,
          fontWeight: 600,
          formatter: ({ dataIndex }) => number.format(rows[dataIndex]?.sum ?? 0),
        },
        // A part is drawn fainter than the branch that it is counted in.
        data: rows.map(({ sum, depth }) => ({
          value: sum,
          itemStyle: { color: look.color(tone), opacity: depth === 0 ? 1 : 0.65 },
        })),
      },
    ],
  }
}
