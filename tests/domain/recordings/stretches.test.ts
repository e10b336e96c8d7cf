// Where something was recorded: files of a camera as stretches, those of several cameras as one list.
import { expect, test } from 'vitest'
import { joined, NEXT_MS, stretchAt, together } from '../../../src/domain/recordings/stretches.ts'

test('files that follow each other are one stretch; held ones and what lies apart are not', () => {
  const files = [
    { from: 0, to: 60_000, held: false },
    { from: 60_000 + NEXT_MS, to: 120_000, held: false },
    { from: 120_040, to: 180_000, held: true },
    { from: 180_000 + NEXT_MS + 1, to: 200_000, held: true },
  ]
  expect(joined(files)).toEqual([
    { from: 0, to: 120_000, held: false },
    { from: 120_040, to: 180_000, held: true },
    { from: 180_000 + NEXT_MS + 1, to: 200_000, held: true },
  ])
  // What was given stays as it was.
  expect(files[0]).toEqual({ from: 0, to: 60_000, held: false })
})

test('what any camera has is one list, in order', () => {
  expect(
    together([
      [{ from: 50_000, to: 90_000 }],
      [
        { from: 10_000, to: 50_000 },
        { from: 200_000, to: 210_000 },
        { from: 201_000, to: 202_000 },
      ],
      [],
    ]),
  ).toEqual([
    { from: 10_000, to: 90_000 },
    { from: 200_000, to: 210_000 },
  ])
})

test('a moment has the file it lies in, and its last picture until the next one begins', () => {
  const files = [
    { from: 1_000, to: 5_000 },
    { from: 5_500, to: 9_000 },
  ]
  const found = [999, 1_000, 5_000, 5_499, 5_500, 9_000 + NEXT_MS - 1, 9_000 + NEXT_MS]
  expect(found.map(at => stretchAt(files, at)?.from)).toEqual([
    undefined,
    1_000,
    1_000,
    1_000,
    5_500,
    5_500,
    undefined,
  ])
})
