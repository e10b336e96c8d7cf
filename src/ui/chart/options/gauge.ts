// One figure on the scale of what it can be, with the stretches that are good and bad.
import { numberFormat } from '../../locale.ts'
import type { Look } from '../look.ts'
import { base, type ChartOption } from '../option.ts'
import type { ChartTone } from '../tones.ts'

export interface GaugeInput {
  value: number
  min: number
  max: number
  unit: string
  /** Rising; each reaches from the end of the one before to its own. */
  stretches: readonly { to: number; tone: ChartTone }[]
}

export function gaugeOption({ value, min, max, unit, stretches }: GaugeInput, look: Look): ChartOption {
  const number = numberFormat(look.locale, { maximumFractionDigits: 1 })
  const share = (at: number) => Math.min(1, Math.max(0, (at - min) / (max - min || 1)))
  const radius = Math.min(look.width / 2, look.height / 1.6) * 0.92
  return {
    ...base(look),
    series: [
      {
        type: 'gauge',
        id: 'gauge',
        silent: true,
        min,
        max,
        startAngle: 200,
        endAngle: -20,
        clockwise: true,
        center: ['50%', '62%'],
        radius,
        axisLine: {
          lineStyle: {
            width: 12,
            color: stretches.map(({ to, tone }): [number, string] => [share(to), look.color(tone)]),
          },
        },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { show: false },
        pointer: { width: 4, length: '70%', itemStyle: { color: look.color('ink-2') } },
        anchor: { show: true, size: 8, itemStyle: { color: look.color('ink-2') } },
        title: { show: false },
        detail: {
          offsetCenter: [0, '38%'],
          color: look.color('ink'),
          fontSize: 20,
          fontWeight: 600,
          formatter: (shown: number) => `${number.format(shown)} ${unit}`.trim(),
        },
        data: [{ value }],
      },
    ],
  }
}
