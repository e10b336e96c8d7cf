// Every kind of chart in the table, drawn by the real engine without a browser, and what its picture says.
import { init } from 'echarts/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
// Registers the parts that the kinds are drawn with.
import '../../../src/ui/chart/engine.ts'
import { type ChartInputs, type ChartKind, kinds } from '../../../src/ui/chart/kinds.ts'
import type { Look } from '../../../src/ui/chart/look.ts'
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

/** One of each: a kind without a sample does not compile. */
const samples: { [Kind in ChartKind]: ChartInputs[Kind] } = {
  columns: bars,
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
  rows: bars,
  share: {
    parts: [
      { id: 'sos', name: 'SOS', value: 9 },
      { id: 'fall', name: 'Fall', value: 3 },
    ],
  },
  states: {
    parts: [
      { id: 'online', name: 'Online', value: 7, tone: 'ok' },
      { id: 'offline', name: 'Offline', value: 2, tone: 'off' },
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
    expect(campus).not.toContain(skins.blue['ink-3'])
    expect(blue).not.toContain(skins.campus['ink-3'])
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

  const placeOf = (svg: string, text: string) =>
    Number(new RegExp(`translate\\(([\\d.]+) [\\d.]+\\)"[^>]*>${text}<`).exec(svg)?.[1])
  test('categories run with the page, time from left to right', () => {
    const upright = drawn('columns', lookIn())
    expect(placeOf(upright, 'Mon')).toBeLessThan(placeOf(upright, 'Tue'))
    const mirrored = drawn('columns', lookIn('campus', { mirrored: true }))
    expect(placeOf(mirrored, 'Mon')).toBeGreaterThan(placeOf(mirrored, 'Tue'))
    const time = drawn('columns', lookIn('campus', { mirrored: true }), { ...bars, time: true })
    expect(placeOf(time, 'Mon')).toBeLessThan(placeOf(time, 'Tue'))
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
