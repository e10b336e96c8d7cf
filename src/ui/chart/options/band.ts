// States over time as one band: online high and full, offline half as high and hatched, what is not known left empty.

import { type Look, sheer } from '../look.ts'
import { axisText, base, type ChartOption, gridAt, isolated } from '../option.ts'
import { timeTicks } from '../time-axis.ts'

export type BandTone = 'ok' | 'off' | 'none'

export interface BandInput {
  bands: readonly { from: number; to: number; tone: BandTone }[]
  from: number
  to: number
}

/** Heights in pixels: of the band, and of the axis under it. */
export const bandRoom = { band: 44, axis: 20 } as const

const LABEL_ROOM = 92

export function bandOption({ bands, from, to }: BandInput, look: Look): ChartOption {
  const until = Math.max(to, from + 1)
  const ticks = timeTicks(from, until, Math.max(2, look.width / LABEL_ROOM), look.locale)
  const perMs = look.width / (until - from)
  const labels = new Map(ticks.map(({ at, label }) => [at, label]))
  const fits = (at: number, label: string) => (at - from) * perMs + look.textWidth(label) + 4 <= look.width
  const drawn = bands.filter(({ tone }) => tone !== 'none')
  const tones = {
    ok: { fill: look.color('ok') },
    off: {
      fill: look.color('off-soft'),
      decal: {
        symbol: 'rect',
        color: look.color('off'),
        dashArrayX: [1, 0],
        dashArrayY: [3, 3],
        rotation: -Math.PI / 4,
      },
    },
    none: {},
  }
  return {
    ...base(look),
    grid: {
      ...gridAt(0, 0, 0, bandRoom.axis),
      show: true,
      backgroundColor: look.color('sunken'),
      borderColor: look.color('line'),
    },
    xAxis: {
      type: 'value',
      min: from,
      max: until,
      axisLine: { show: false },
      axisTick: {
        length: 18,
        customValues: ticks.map(({ at }) => at),
        lineStyle: { color: look.color('line-strong') },
      },
      axisLabel: {
        ...axisText(look),
        margin: 5,
        align: 'left',
        padding: [0, 0, 0, 4],
        customValues: ticks.map(({ at }) => at),
        formatter: (value: number) => {
          const label = labels.get(value) ?? ''
          return fits(value, label) ? isolated(label) : ''
        },
      },
      splitLine: { show: false },
    },
    yAxis: { type: 'value', min: 0, max: 1, show: false },
    series: [
      {
        type: 'custom',
        id: 'bands',
        silent: true,
        clip: true,
        data: drawn.map(band => [Math.max(from, band.from), Math.min(until, band.to)]),
        renderItem: ({ dataIndex }, api) => {
          const { tone } = drawn[dataIndex] ?? { tone: 'none' as const }
          const [left = 0] = api.coord([api.value(0), 0])
          const [right = 0] = api.coord([api.value(1), 0])
          const top = tone === 'off' ? bandRoom.band / 2 : 0
          return {
            type: 'rect',
            silent: true,
            shape: { x: left, y: top, width: Math.max(1, right - left), height: bandRoom.band - top },
            style: tones[tone],
          }
        },
      },
      // Where it is not known, nothing is drawn; a thin line keeps the band one.
      {
        type: 'line',
        id: 'foot',
        silent: true,
        showSymbol: false,
        lineStyle: { color: sheer(look.color('line-strong'), 0.6), width: 1 },
        data: [
          [from, 0],
          [until, 0],
        ],
      },
    ],
  }
}
