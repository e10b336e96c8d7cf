// Money in files: yuan with two decimals, as people add it up.
import { expect, test } from 'vitest'
import { cellOf } from '../../../../server/modules/tasks/cells.ts'

const looks = { words: {}, zone: 'UTC' }

test('fen are written as yuan, and only where a field holds money', () => {
  expect(cellOf('amount', 3805, looks)).toBe(38.05)
  expect(cellOf('price', 1, looks)).toBe(0.01)
  expect(cellOf('amount', 0, looks)).toBe(0)
  expect(cellOf('sold', 3805, looks)).toBe(3805)
  expect(cellOf('amount', null, looks)).toBe(null)
})
