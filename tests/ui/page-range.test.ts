// Page buttons: at most five, around the current page; typed pages are brought inside.
import { expect, test } from 'vitest'
import { digitsOf, lastPage, pageRange, typedPage } from '../../src/ui/page-range.ts'

test.each([
  { current: 1, total: 0, pages: [1], before: false, after: false },
  { current: 1, total: 15, pages: [1], before: false, after: false },
  { current: 1, total: 16, pages: [1, 2], before: false, after: false },
  { current: 3, total: 75, pages: [1, 2, 3, 4, 5], before: false, after: false },
  { current: 1, total: 612, pages: [1, 2, 3, 4, 5], before: false, after: true },
  { current: 3, total: 612, pages: [1, 2, 3, 4, 5], before: false, after: true },
  { current: 4, total: 612, pages: [2, 3, 4, 5, 6], before: true, after: true },
  { current: 20, total: 612, pages: [18, 19, 20, 21, 22], before: true, after: true },
  { current: 39, total: 612, pages: [37, 38, 39, 40, 41], before: true, after: false },
  { current: 41, total: 612, pages: [37, 38, 39, 40, 41], before: true, after: false },
  { current: 99, total: 612, pages: [37, 38, 39, 40, 41], before: true, after: false },
  { current: -3, total: 30, pages: [1, 2], before: false, after: false },
  { current: Number.NaN, total: 30, pages: [1, 2], before: false, after: false },
])('page $current of $total rows shows $pages', ({ current, total, pages, before, after }) => {
  expect(pageRange(current, total, 15)).toMatchObject({ pages, before, after })
})

test.each([
  ['7', 7],
  ['41', 41],
  ['42', 41],
  ['999999999999999999999', 41],
  ['0', 1],
  ['', 1],
  ['-5', 5],
  ['1e3', 13],
  ['abc', 1],
])('typing %j goes to %i', (typed, page) => {
  expect(typedPage(typed, 41)).toBe(page)
})

test('digits only', () => {
  expect(digitsOf('1a2.3-')).toBe('123')
  expect(lastPage(0, 10)).toBe(1)
})
