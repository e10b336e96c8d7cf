// Action buttons appear by equality, by threshold, or in the recycling range.
import { expect, test } from 'vitest'
import { actionVisible, ruleHolds } from '../../../src/ui/data-table/action-visibility.ts'
import { nextSort } from '../../../src/ui/data-table/columns.ts'
import { rowCommand } from '../../../src/ui/data-table/row-keys.ts'
import { runOnSelection } from '../../../src/ui/selection-line.tsx'

interface Row {
  state: number | string | undefined | null
}

test.each<[Row['state'], '==' | '>=' | 'huishou' | undefined, string | number | boolean, boolean]>([
  [1, undefined, 1, true],
  ['1', '==', 1, true],
  [1, '==', '1', true],
  [2, '==', 1, false],
  [undefined, '==', 'undefined', false],
  [null, '==', 'null', false],
  [2, '>=', 3, false],
  [3, '>=', 3, true],
  ['10', '>=', '9', true],
  [9, '>=', 3, true],
  ['', '>=', 0, false],
  ['x', '>=', 0, false],
  [undefined, '>=', 0, false],
  [2, 'huishou', 3, false],
  [3, 'huishou', 3, true],
  [5, 'huishou', 3, true],
  ['5', 'huishou', '3', true],
  [6, 'huishou', 3, false],
  [5.5, 'huishou', 3, false],
])('state %j %s %j → %s', (state, rule, value, shown) => {
  expect(ruleHolds<Row>({ state }, { name: 'state', value, ...(rule && { rule }) })).toBe(shown)
})

test('a hidden action stays hidden, one without a rule shows, a function decides itself', () => {
  expect(actionVisible({ state: 1 }, { ishide: true, filter: { name: 'state', value: 1 } })).toBe(false)
  expect(actionVisible({ state: 1 }, {})).toBe(true)
  expect(actionVisible({ state: 1 }, { filter: row => row.state === 2 })).toBe(false)
})

test('a header click sorts up, down, not at all', () => {
  const up = nextSort(undefined, 'name')
  const down = nextSort(up, 'name')
  expect([up, down, nextSort(down, 'name'), nextSort(up, 'age')]).toEqual([
    { id: 'name', direction: 'asc' },
    { id: 'name', direction: 'desc' },
    undefined,
    { id: 'age', direction: 'asc' },
  ])
})

test.each([
  ['ArrowDown', { move: 5 }],
  ['j', { move: 5 }],
  ['K', { move: 3 }],
  ['Home', { move: 0 }],
  ['End', { move: 9 }],
  ['PageDown', { move: 9 }],
  ['PageUp', { move: 0 }],
  ['Enter', { act: 'open' }],
  [' ', { act: 'toggle' }],
  ['x', undefined],
])('key %j in the fifth of ten rows', (key, command) => {
  expect(rowCommand(key, 4, 10, 8)).toEqual(command)
})

test('a bulk action with nothing selected says so', () => {
  const told: string[] = []
  runOnSelection(
    new Set(),
    () => told.push('ran'),
    () => told.push('nothing'),
  )
  runOnSelection(
    new Set(['a', 'b']),
    keys => told.push(...keys),
    () => told.push('nothing'),
  )
  expect(told).toEqual(['nothing', 'a', 'b'])
})
