// Axes, shares and levels of charts.
import { describe, expect, it } from 'vitest'
import { levelOf, transposed } from '../../../src/ui/chart/heat-levels.ts'
import { shownSlices } from '../../../src/ui/chart/share-slices.ts'
import { everyOf, scaleOf } from '../../../src/ui/chart/value-ticks.ts'
import { stepOf } from '../../../src/ui/part-focus.ts'

describe('scaleOf', () => {
  it.each([
    [0, true, [0, 1]],
    [1, true, [0, 1]],
    [3, true, [0, 1, 2, 3]],
    [7, true, [0, 2, 4, 6, 8]],
    [41, true, [0, 20, 40, 60]],
    [97, true, [0, 25, 50, 75, 100]],
    [0.7, false, [0, 0.2, 0.4, 0.6, 0.8]],
  ])('%d gives round figures from zero', (highest, whole, ticks) => {
    expect(scaleOf(highest, { whole }).ticks).toEqual(ticks)
  })

  it('always reaches the highest', () => {
    for (let highest = 1; highest < 3000; highest += 7) {
      const { top, ticks } = scaleOf(highest, { whole: true })
      expect(top).toBeGreaterThanOrEqual(highest)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }
  })
})

describe('labels', () => {
  it.each([
    [7, 700, 1],
    [24, 400, 4],
    [10, 0, 560],
  ])('%d in %d px: every %d', (count, width, every) => {
    expect(everyOf(count, width, 56)).toBe(every)
  })
})

describe('shownSlices', () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `${at}`, value: at + 1 }))
  it('sorts, leaves out what is nothing, and fills the ring', () => {
    const shown = shownSlices([...parts(3), { id: 'none', name: 'none', value: 0 }], 'Others')
    expect(shown.map(({ id }) => id)).toEqual(['2', '1', '0'])
    expect(shown.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  })
  it('sums up what is left after six, but never a single one', () => {
    expect(shownSlices(parts(7), 'Others').map(({ name }) => name)).not.toContain('Others')
    expect(shownSlices(parts(8), 'Others').at(-1)).toMatchObject({ name: 'Others', value: 3 })
    expect(shownSlices([], 'Others')).toEqual([])
  })
})

describe('heat levels', () => {
  it.each([
    [0, 10, 0],
    [1, 10, 1],
    [5, 10, 2],
    [6, 10, 3],
    [10, 10, 4],
    [3, 0, 0],
  ])('%d of %d is %d', (value, highest, level) => {
    expect(levelOf(value, highest)).toBe(level)
  })
  it('lies on its side', () => {
    expect(transposed({ rows: ['a'], columns: ['x', 'y'], values: [[1, 2]] })).toEqual({
      rows: ['x', 'y'],
      columns: ['a'],
      values: [[1], [2]],
    })
  })
})

describe('keys', () => {
  it.each([
    ['ArrowRight', 24, false, 1],
    ['ArrowRight', 24, true, -1],
    ['ArrowDown', 24, false, 24],
    ['ArrowDown', 1, false, 1],
    ['ArrowRight', 1, false, 0],
    ['ArrowDown', Number.POSITIVE_INFINITY, false, 0],
    ['x', 3, false, 0],
  ])('%s in lines of %d', (key, columns, mirrored, step) => {
    expect(stepOf(key, columns, mirrored)).toBe(step)
  })
})
