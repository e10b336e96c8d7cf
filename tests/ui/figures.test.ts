// Pure parts of widgets: tree boxes, gaps and extents of charts, ages, battery levels, fixed sides.
import { expect, test } from 'vitest'
import { formatAge, formatElapsed } from '../../src/ui/age.tsx'
import { batteryLevel } from '../../src/ui/battery.tsx'
import { extentOf, type Point, withGaps } from '../../src/ui/chart/chart-points.ts'
import { momentText } from '../../src/ui/data-table/cell.tsx'
import { movedColumn, orderedIds } from '../../src/ui/data-table/column-chooser.tsx'
import type { Column } from '../../src/ui/data-table/columns.ts'
import { fixedSides } from '../../src/ui/data-table/placed-columns.ts'
import { formatMoment, intlLocale } from '../../src/ui/locale.ts'
import { holdsActive } from '../../src/ui/side-menu.tsx'
import { type Branch, checkState, toggled } from '../../src/ui/tree-check.ts'

const tree: Branch = { id: 'a', children: [{ id: 'b' }, { id: 'c', children: [{ id: 'd' }, { id: 'e' }] }] }

test.each([
  [[], 'none'],
  [['d'], 'some'],
  [['b', 'd', 'e'], 'all'],
  [['a', 'c'], 'none'],
])('with %j checked the root is %s', (checked, state) => {
  expect(checkState(tree, new Set(checked))).toBe(state)
})

test('a half branch fills, a whole one empties, others stay', () => {
  expect([...toggled(tree, new Set(['d', 'x']))].sort()).toEqual(['b', 'd', 'e', 'x'])
  expect([...toggled(tree, new Set(['b', 'd', 'e', 'x']))]).toEqual(['x'])
})

const points: Point[] = [
  [0, 5],
  [10, 7],
  [100, 3],
  [110, null],
  [120, 4],
]

test('a silence is a gap', () => {
  expect(withGaps(points, 50).map(([, value]) => value)).toEqual([5, 7, null, 3, null, 4])
  expect(extentOf(points)).toEqual({ low: 3, high: 7, last: 4, lastAt: 120 })
  expect(extentOf([[1, null]])).toBeUndefined()
})

const NOW = Date.UTC(2026, 0, 20, 12)

test.each([
  [11, 'en', '11s ago'],
  [0, 'en', 'now'],
  [-5, 'en', 'now'],
  [360, 'en', '6m ago'],
  [7200, 'en', '2h ago'],
  [90_000, 'en', 'yesterday'],
  [360, 'zh-CN', '6分钟前'],
  // Never a bare minus, as in "-5 с".
  [5, 'ru', '5 сек. назад'],
  [5, 'fr', 'il y a 5\u00a0s'],
])('%i s before now in %s is %s', (seconds, locale, text) => {
  expect(formatAge(NOW - seconds * 1000, NOW, locale)).toBe(text)
})

test('after a week an age is a day; an open alarm counts like a stopwatch, then in minutes', () => {
  expect(formatAge(NOW - 8 * 86_400_000, NOW, 'en')).toBe('2026-01-12')
  expect(formatElapsed(NOW - 12_000, NOW, 'en')).toBe('0:12')
  expect(formatElapsed(NOW - 185_000, NOW, 'en')).toBe('3:05')
  expect(formatElapsed(NOW - 360_000, NOW, 'en')).toBe('6 min')
})

test('the wire language cn is Chinese to Intl; Arabic keeps western digits', () => {
  expect(intlLocale('cn')).toBe('zh-CN')
  expect(intlLocale('de')).toBe('de')
  expect(formatAge(NOW - 11_000, NOW, intlLocale('ar'))).toContain('11')
})

test.each([
  [0, 'low'],
  [10, 'low'],
  [11, 'weak'],
  [20, 'weak'],
  [21, 'good'],
  [100, 'good'],
])('battery %i is %s', (percent, level) => {
  expect(batteryLevel(percent)).toBe(level)
})

test('times under 13 digits are seconds', () => {
  const at = new Date(2026, 1, 3, 4, 5, 6).getTime()
  expect(momentText(at)).toBe('2026-02-03 04:05:06')
  expect(momentText(at / 1000)).toBe('2026-02-03 04:05:06')
  expect(momentText(String(at))).toBe(formatMoment(at))
  expect(momentText('soon')).toBe('soon')
})

interface Row {
  a: string
  b: string
}
const columns: Column<Row>[] = [
  { name: 'a', title: 'A', fixed: 'left', width: 200 },
  { name: 'b', title: 'B', fixed: 'right', width: 200 },
]

test.each([
  [0, ['left', 'right']],
  [1000, ['left', 'right']],
  [500, ['left']],
  [300, []],
])('a table %i px wide keeps %j fixed', (width, sides) => {
  expect(fixedSides(columns, width)).toEqual(sides)
})

test('columns move, and new ones join a remembered order', () => {
  expect(orderedIds(['a', 'b', 'c'], { order: ['c', 'gone', 'a'], hidden: [] })).toEqual(['c', 'a', 'b'])
  expect(movedColumn(['a', 'b', 'c'], undefined, 'c', -1).order).toEqual(['a', 'c', 'b'])
  expect(movedColumn(['a', 'b'], undefined, 'a', -1).order).toEqual(['a', 'b'])
})

test('a group knows the active page inside it', () => {
  const group = {
    key: 'g',
    title: 'G',
    children: [{ key: 'h', title: 'H', children: [{ key: 'i', title: 'I' }] }],
  }
  expect([holdsActive(group, 'i'), holdsActive(group, 'x'), holdsActive(group, undefined)]).toEqual([
    true,
    false,
    false,
  ])
})
