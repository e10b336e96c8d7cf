// The matrix of an article: every combination once, made anew as a difference, and what was used stays known.
import { expect, test } from 'vitest'
import {
  combinationsOf,
  combinationText,
  differenceOf,
  flawOf,
  keyOf,
  nextId,
  type ProductOption,
  withArchived,
} from '../../../src/domain/mall/sku-matrix.ts'

const option = (
  id: number,
  name: string,
  ...values: [id: number, name: string, archived?: true][]
): ProductOption => ({
  id,
  name,
  values: values.map(([value, label, archived]) => ({ id: value, name: label, archived: archived === true })),
})
const colour = option(1, 'Colour', [2, 'Red'], [3, 'Blue'])
const size = option(4, 'Size', [5, 'S'], [6, 'L'])

test('without options there is one, with them each combination', () => {
  expect(combinationsOf([])).toEqual([[]])
  expect(combinationsOf([size, colour])).toEqual([
    [2, 5],
    [3, 5],
    [2, 6],
    [3, 6],
  ])
  expect(combinationsOf([option(1, 'Empty'), colour])).toEqual([[2], [3]])
  expect(combinationsOf([option(1, 'Colour', [2, 'Red', true], [3, 'Blue'])])).toEqual([[3]])
})

test('the order in which values were named makes no other SKU', () => {
  expect(keyOf({ valueIds: [5, 2] })).toBe(keyOf({ valueIds: [2, 5] }))
  expect(keyOf({ valueIds: [12] })).not.toBe(keyOf({ valueIds: [1, 2] }))
})

test('making it anew keeps what is still meant and says what is gone', () => {
  const present = [
    { valueIds: [2, 5], price: 100 },
    { valueIds: [3, 5], price: 200 },
  ]
  const wider = differenceOf([option(1, 'Colour', [2, 'Crimson'], [7, 'Green']), size], present)
  expect(wider.rows.map(({ valueIds, row }) => [keyOf({ valueIds }), row?.price])).toEqual([
    ['2-5', 100],
    ['2-6', undefined],
    ['5-7', undefined],
    ['6-7', undefined],
  ])
  expect(wider.gone).toEqual([{ valueIds: [3, 5], price: 200 }])
  const back = differenceOf([colour, option(4, 'Size', [5, 'S'])], present)
  expect(back.rows.map(({ row }) => row?.price)).toEqual([100, 200])
})

test('values that are used stay as archived ones, others go, and no id comes twice', () => {
  const next = [option(1, 'Colour', [2, 'Red'])]
  const stored = withArchived(next, [colour, size], new Set([2, 3, 5]))
  expect(stored).toEqual([
    option(1, 'Colour', [2, 'Red'], [3, 'Blue', true]),
    option(4, 'Size', [5, 'S', true]),
  ])
  expect(nextId(next, [5])).toBe(6)
  expect(combinationText(stored, { valueIds: [3, 5] })).toBe('Blue / S')
  expect(withArchived([], [colour], new Set())).toEqual([])
})

test.each([
  ['nothing is wrong', [colour, size], undefined],
  ['a name twice in other letters', [colour, option(9, ' colour', [10, 'x'])], 'sameTwice'],
  ['a value twice', [option(1, 'Size', [2, 'S'], [3, 's '])], 'sameTwice'],
  ['an id twice', [option(1, 'A', [2, 'S']), option(3, 'B', [2, 'L'])], 'sameTwice'],
  ['an archived value may be there again', [option(1, 'A', [2, 'S', true], [3, 'S'])], undefined],
  ['four options', [1, 3, 5, 7].map(id => option(id, `O${id}`, [id + 1, 'x'])), 'tooManyOptions'],
  [
    'more combinations than there may be',
    [1, 100].map(from =>
      option(
        from,
        `O${from}`,
        ...Array.from({ length: 15 }, (_, n): [number, string] => [from + n + 1, `${n}`]),
      ),
    ),
    'tooManySkus',
  ],
] as const)('%s', (_, options, flaw) => {
  expect(flawOf(options)).toBe(flaw)
})
