// Every kind of chart in the table, drawn by the real engine without a browser, and what its picture says.
import { init } from 'echarts/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
// Registers the parts that the kinds are drawn with.
import '../../../src/ui/chart/engine.ts'
import { type ChartInputs, type ChartKind, kinds } from '../../../src/ui/chart/kinds.ts'
import type { Look } from '../../../src/ui/chart/look.ts'
import { placesOf } from '../../../src/ui/chart/options/time.ts'
import { rowsOf } from '../../../src/ui/chart/options/tree-bars.ts'
import type { TimeSeries } from '../../../src/ui/chart/time-chart-model.ts'
import { skins } from '../../../src/ui/tokens.ts'
import { lookIn } from './look.ts'

const bars: ChartInputs['columns'] = {
  unit: 'alarms',
  series: [
    { id: 'critical', name: 'Critical', tone: 'critical' },
    { id: 'warning', name: 'Warning', tone: 'warning' },
  ],
  bars: [
    { id: 'mon', label: 'Mon', values: [2, 6], before: 4 },
    { id: 'tue', label: 'Tue', values: [0, 3], before: 12 },
  ],
}

const HOUR = 3_600_000
const from = Date.UTC(2026, 10, 20)
const window = { from, to: from + 12 * HOUR }
/** A value a minute, silent from the second hour to the fourth, once beyond its limit. */
const minutes = Array.from({ length: 720 }, (_, minute) => minute).filter(at => at < 120 || at >= 240)
const pulse: TimeSeries = {
  id: 'pulse',
  name: 'Heart rate',
  unit: 'bpm',
  tone: 'accent',
  times: Float64Array.from(minutes, minute => from + minute * 60_000),
  values: Float64Array.from(minutes, minute => (minute === 300 ? 140 : 70 + (minute % 20))),
  gapMs: 90_000,
  decimals: 0,
  limits: { upper: 120 },
}
const timeOf = (...series: TimeSeries[]): ChartInputs['time'] => ({
  model: {
    series,
    bounds: window,
    axis: 'clock',
    locale: 'en',
    words: { upper: 'Upper limit', lower: 'Lower limit' },
  },
  window,
})

/** One of each: a kind without a sample does not compile. */
const samples: { [Kind in ChartKind]: ChartInputs[Kind] } = {
  band: {
    from,
    to: from + 12 * HOUR,
    bands: [
      { from, to: from + HOUR, tone: 'none' },
      { from: from + HOUR, to: from + 8 * HOUR, tone: 'ok' },
      { from: from + 8 * HOUR, to: from + 12 * HOUR, tone: 'off' },
    ],
  },
  columns: bars,
  gauge: {
    value: 62,
    min: 0,
    max: 100,
    unit: '%',
    stretches: [
      { to: 20, tone: 'critical' },
      { to: 50, tone: 'warning' },
      { to: 100, tone: 'ok' },
    ],
  },
  heat: {
    rows: ['Mon', 'Tue'],
    columns: ['0', '1', '2'],
    values: [
      [0, 4, 8],
      [1, 0, 0],
    ],
    turned: false,
    roomy: true,
  },
  lines: {
    categories: ['North', 'East', 'South'],
    series: [
      { id: 'now', tone: 'accent', values: [4, null, 7] },
      { id: 'before', tone: 'new', values: [3, 5, 6] },
    ],
  },
  rows: bars,
  scatter: {
    across: { name: 'Speed, km/h' },
    up: { name: 'Pulse, bpm' },
    groups: [
      {
        id: 'day',
        tone: 'accent',
        points: [
          [1, 60],
          [5, 90],
        ],
      },
      { id: 'night', tone: 'new', points: [[2, 55]] },
    ],
  },
  share: {
    parts: [
      { id: 'sos', name: 'SOS', value: 9 },
      { id: 'fall', name: 'Fall', value: 3 },
    ],
  },
  spark: {
    points: [
      [from, 61],
      [from + HOUR, 112],
      [from + 6 * HOUR, 90],
      [from + 7 * HOUR, 95],
    ],
    limit: { value: 100, side: 'above' },
    gapMs: 2 * HOUR,
  },
  states: {
    parts: [
      { id: 'online', name: 'Online', value: 7, tone: 'ok' },
      { id: 'offline', name: 'Offline', value: 2, tone: 'off' },
    ],
  },
  time: timeOf(pulse),
  treeBars: {
    tone: 'accent',
    roots: [
      {
        id: 'site',
        name: 'Site',
        value: 1,
        parts: [
          { id: 'gate', name: 'Gate', value: 3, parts: [] },
          { id: 'hall', name: 'Hall', value: 4, parts: [] },
        ],
      },
    ],
  },
}
const names = Object.keys(samples).filter((name): name is ChartKind => name in kinds)

function drawn<Kind extends ChartKind>(
  kind: Kind,
  look: Look,
  input: ChartInputs[Kind] = samples[kind],
): string {
  const { width, height } = look
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  chart.setOption(kinds[kind].option(input, look))
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

const count = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].length
const fills = (svg: string, color: string) => count(svg, new RegExp(`fill="${color}"`, 'gi'))
const strokesAndFills = (svg: string, color: string) =>
  count(svg, new RegExp(`(stroke|fill)="${color}"`, 'gi'))
const placeOf = (svg: string, text: string) =>
  Number(new RegExp(`translate\\(([\\d.]+) [\\d.]+\\)"[^>]*>${text}<`).exec(svg)?.[1])

const complaints = vi.fn()
beforeEach(() => {
  complaints.mockClear()
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(complaints)
})
afterEach(() => vi.restoreAllMocks())

describe.each(names)('%s', kind => {
  test.each([
    ['blue', false],
    ['campus', false],
    ['campus', true],
  ] as const)('is drawn in %s, mirrored: %s', (skin, mirrored) => {
    const svg = drawn(kind, lookIn(skin, { mirrored }))
    expect(count(svg, /<path/g)).toBeGreaterThan(1)
    expect(svg).not.toContain('NaN')
    expect(complaints).not.toHaveBeenCalled()
    // Nothing moves, whatever the reader asked for.
    expect(svg).not.toContain('animat')
  })

  test('has no colour of the other skin', () => {
    const [blue, campus] = [drawn(kind, lookIn('blue')), drawn(kind, lookIn('campus'))]
    expect(blue).not.toBe(campus)
    for (const token of ['ink-3', 'accent', 'critical', 'line'] as const) {
      expect(campus).not.toContain(skins.blue[token])
      expect(blue).not.toContain(skins.campus[token])
    }
  })
})

describe('bars', () => {
  test('one for each figure that is more than nothing, and a mark of the time before', () => {
    const svg = drawn('columns', lookIn())
    expect(fills(svg, skins.campus.critical)).toBe(1)
    expect(fills(svg, skins.campus.warning)).toBe(2)
    expect(fills(svg, skins.campus['ink-2'])).toBe(2)
  })

  test('the second series has a pattern beside its hue', () => {
    expect(count(drawn('columns', lookIn()), /<pattern/g)).toBeGreaterThan(0)
    const single = { ...bars, series: bars.series.slice(0, 1) }
    expect(count(drawn('columns', lookIn(), single), /<pattern/g)).toBe(0)
  })

  test('categories run with the page, time from left to right', () => {
    const upright = drawn('columns', lookIn())
    expect(placeOf(upright, 'Mon')).toBeLessThan(placeOf(upright, 'Tue'))
    const mirrored = drawn('columns', lookIn('campus', { mirrored: true }))
    expect(placeOf(mirrored, 'Mon')).toBeGreaterThan(placeOf(mirrored, 'Tue'))
    const time = drawn('columns', lookIn('campus', { mirrored: true }), { ...bars, time: true })
    expect(placeOf(time, 'Mon')).toBeLessThan(placeOf(time, 'Tue'))
  })

  test('a text that runs from right to left stands as it would alone', () => {
    const day = '17\u200f/11'
    const dated = { ...bars, time: true, bars: [{ id: 'a', label: day, values: [1, 1] }] }
    expect(drawn('columns', lookIn('campus', { mirrored: true }), dated)).toContain(`>\u2068${day}\u2069<`)
  })

  test('figures of the axis are in the language', () => {
    const large = { ...bars, bars: [{ id: 'a', label: 'A', values: [40_000, 0] }] }
    expect(drawn('columns', lookIn('campus', { locale: 'en' }), large)).toContain('>40K<')
    expect(drawn('columns', lookIn('campus', { locale: 'zh-CN' }), large)).toContain('>4万<')
  })

  test('many columns have every so many labels', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, label: `d${at}`, values: [1, 1] }))
    const svg = drawn('columns', lookIn(), { ...bars, bars: many })
    expect(count(svg, />d\d+</g)).toBeLessThan(12)
    expect(svg).toContain('>d0<')
  })
})

describe('rings', () => {
  test('a slice each, states in their own hues', () => {
    const svg = drawn('states', lookIn())
    expect([fills(svg, skins.campus.ok), fills(svg, skins.campus.off)]).toEqual([1, 1])
    expect(fills(drawn('share', lookIn()), skins.campus.accent)).toBe(1)
  })
})

describe('heat', () => {
  test('the strongest has the whole hue, nothing has the ground, and figures stand where there is room', () => {
    const svg = drawn('heat', lookIn())
    expect(fills(svg, skins.campus.accent)).toBe(1)
    expect(fills(svg, skins.campus.sunken)).toBe(3)
    expect(svg).toContain('>8<')
    expect(drawn('heat', lookIn(), { ...samples.heat, roomy: false })).not.toContain('>8<')
  })
})

describe('lines over time', () => {
  const strokes = (svg: string, color: string) => count(svg, new RegExp(`stroke="${color}"`, 'gi'))

  test('what is beyond the limit has the critical hue; the limit has its line and its words', () => {
    const svg = drawn('time', lookIn())
    expect(svg).toContain('Upper limit 120')
    expect(svg).toMatch(/<linearGradient/)
    expect(svg).toContain('stop-color="#c4232b"')
    expect(fills(svg, skins.campus['critical-soft'])).toBe(1)
  })

  test('a silence is a gap, in sparse lines as in dense ones', () => {
    const { limits: _, ...plain } = pulse
    const sparse = { ...plain, times: pulse.times, values: pulse.values }
    const wide = lookIn('campus', { width: 2000 })
    const path = new RegExp(`<path d="([^"]*)"[^>]*stroke="${skins.campus.accent}"`)
    const line = path.exec(drawn('time', wide, timeOf(sparse)))?.[1] ?? ''
    expect(count(line, /M/g)).toBe(2)
    // Three values in each column of pixels: outlines, one for each stretch.
    expect(fills(drawn('time', lookIn('campus', { width: 260 }), timeOf(sparse)), skins.campus.accent)).toBe(
      2,
    )
  })

  test('a peak that lasts for one value is in the picture however narrow it is', () => {
    const narrow = lookIn('campus', { width: 200 })
    const input = timeOf({ ...pulse, limits: {} })
    const top = placesOf(input, narrow).y(pulse, 140)
    const svg = drawn('time', narrow, input)
    const heights = [...svg.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, , y]) => Number(y))
    expect(heights.some(y => Math.abs(y - top) < 1)).toBe(true)
  })

  test('two units have an axis each; a comparison is drawn first and broken', () => {
    const oxygen: TimeSeries = { ...pulse, id: 'oxygen', name: 'Oxygen', unit: '%', tone: 'ok', limits: {} }
    const before: TimeSeries = { ...pulse, id: 'before', faint: true, limits: {}, tone: 'new' }
    const svg = drawn('time', lookIn('campus', { width: 1800 }), timeOf(pulse, oxygen, before))
    expect(svg).toContain('>bpm<')
    expect(svg).toContain('>%<')
    expect(svg).toMatch(/stroke-dasharray="4,4"/)
    expect(strokes(svg, skins.campus.new)).toBe(1)
    expect(strokes(svg, skins.campus.ok)).toBe(1)
  })

  test('what lies over the picture stands where the picture has it', () => {
    const look = lookIn()
    const { x, atX, plot } = placesOf(timeOf(pulse), look)
    expect(x(window.from)).toBeCloseTo(plot.left)
    expect(x(window.to)).toBeCloseTo(plot.right)
    expect(atX(x(from + HOUR))).toBeCloseTo(from + HOUR)
  })

  test('a few values are dots too', () => {
    const few: TimeSeries = { ...pulse, times: pulse.times, values: pulse.values, limits: {} }
    const one = timeOf({ ...few, times: [from + HOUR], values: [70] })
    expect(fills(drawn('time', lookIn(), one), skins.campus.accent)).toBe(1)
  })
})

describe('the band', () => {
  test('is as long as its states last, and what is not known is left empty', () => {
    const svg = drawn('band', lookIn('campus', { width: 600, height: 64 }))
    expect(fills(svg, skins.campus.ok)).toBe(1)
    const rect = new RegExp(
      `<path d="M([\\d.]+) [\\d.]+l([\\d.]+) [^"]*"[^>]*fill="${skins.campus.ok}"`,
    ).exec(svg)
    expect([Number(rect?.[1]), Number(rect?.[2])]).toEqual([50, 350])
    expect(count(svg, /<pattern/g)).toBeGreaterThan(0)
  })
})

describe('kinds for pages to come', () => {
  test('lines over categories keep their gaps and have shapes of their own', () => {
    const svg = drawn('lines', lookIn())
    expect(svg).toContain('>East<')
    const mirrored = drawn('lines', lookIn('campus', { mirrored: true }))
    expect(placeOf(mirrored, 'North')).toBeGreaterThan(placeOf(mirrored, 'South'))
  })
  test('each thing is a point of its group', () => {
    const svg = drawn('scatter', lookIn())
    expect(fills(svg, skins.campus.accent)).toBe(2)
    expect(fills(svg, skins.campus.new)).toBe(1)
  })
  test('a gauge says its figure on its stretches', () => {
    const svg = drawn('gauge', lookIn())
    expect(svg).toContain('>62 %<')
    for (const tone of ['critical', 'warning', 'ok'] as const)
      expect(strokesAndFills(svg, skins.campus[tone])).toBe(1)
  })
  test('branches have the sums of their parts', () => {
    expect(rowsOf(samples.treeBars.roots)).toEqual([
      { name: 'Site', depth: 0, sum: 8 },
      { name: 'Gate', depth: 1, sum: 3 },
      { name: 'Hall', depth: 1, sum: 4 },
    ])
    const svg = drawn('treeBars', lookIn())
    expect(svg).toContain('>8<')
    expect(svg).toContain('>Gate<')
  })
  test('a limit tints what is beyond it, a silence breaks the small line', () => {
    const svg = drawn('spark', lookIn('campus', { width: 360, height: 76 }))
    expect(fills(svg, skins.campus['critical-soft'])).toBe(1)
    const line = new RegExp(`<path d="([^"]*)"[^>]*stroke="${skins.campus.accent}"`).exec(svg)?.[1] ?? ''
    expect(count(line, /M/g)).toBe(2)
  })
})
