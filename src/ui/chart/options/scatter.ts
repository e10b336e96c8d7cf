// Two figures of each thing against each other: a hue and a shape for each group.
import { numberFormat } from '../../locale.ts'
import type { Look } from '../look.ts'
import { axisText, base, type ChartOption, gridAt } from '../option.ts'
import { type ChartTone, symbolOf } from '../tones.ts'
import { valueScale } from '../value-axis.ts'

export interface ScatterInput {
  across: { name: string }
  up: { name: string }
  groups: readonly {
    id: string
    tone: ChartTone
    points: readonly (readonly [across: number, up: number])[]
  }[]
}

const ROOM = { left: 52, right: 16, top: 28, bottom: 44 }
const TICK_ROOM = 72

export function scatterOption({ across, up, groups }: ScatterInput, look: Look): ChartOption {
  const points = groups.flatMap(group => group.points)
  const axis = (values: readonly number[], name: string, room: number) => {
    const scale = valueScale(Math.min(...values), Math.max(...values), Math.max(2, room / TICK_ROOM))
    const number = numberFormat(look.locale, { maximumFractionDigits: scale.decimals })
    return {
      type: 'value' as const,
      min: scale.low,
      max: scale.high,
      name,
      nameTextStyle: { color: look.color('ink-2') },
      axisLine: { onZero: false, lineStyle: { color: look.color('line-strong') } },
      axisTick: { show: false, customValues: scale.ticks },
      axisLabel: {
        ...axisText(look),
        customValues: scale.ticks,
        formatter: (value: number) => number.format(value),
      },
      splitLine: { lineStyle: { color: look.color('line') } },
    }
  }
  return {
    ...base(look),
    grid: gridAt(ROOM.left, ROOM.top, ROOM.right, ROOM.bottom),
    xAxis: {
      ...axis(
        points.map(([value]) => value),
        across.name,
        look.width - ROOM.left - ROOM.right,
      ),
      nameLocation: 'middle',
      nameGap: 26,
    },
    yAxis: axis(
      points.map(([, value]) => value),
      up.name,
      look.height - ROOM.top - ROOM.bottom,
    ),
    series: groups.map(({ id, tone, points: own }, at) => ({
      type: 'scatter' as const,
      id,
      silent: true,
      symbol: symbolOf(at),
      symbolSize: 8,
      itemStyle: { color: look.color(tone), opacity: 0.8 },
      data: own.map(point => [...point]),
    })),
  }
}
