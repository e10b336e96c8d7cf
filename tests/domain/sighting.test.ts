// When a code in front of the camera counts as read once more.
import { expect, test } from 'vitest'
import { type Sighting, sighted } from '../../src/domain/sighting.ts'

const cases: [what: string, seen: [code: string, at: number][], read: string[]][] = [
  ['the first one is read', [['A', 0]], ['A']],
  [
    'held in front it is read once',
    [
      ['A', 0],
      ['A', 100],
      ['A', 900],
      ['A', 2_000],
      ['A', 3_000],
    ],
    ['A'],
  ],
  [
    'gone for a while it is read again',
    [
      ['A', 0],
      ['A', 100],
      ['A', 1_600],
    ],
    ['A', 'A'],
  ],
  [
    'not gone for long enough',
    [
      ['A', 0],
      ['A', 1_499],
    ],
    ['A'],
  ],
  [
    'another one is read at once',
    [
      ['A', 0],
      ['B', 100],
    ],
    ['A', 'B'],
  ],
  [
    'and the first one after it again',
    [
      ['A', 0],
      ['B', 100],
      ['A', 200],
    ],
    ['A', 'B', 'A'],
  ],
]

test.each(cases)('%s', (_, seen, expected) => {
  let last: Sighting | undefined
  const read = seen.flatMap(([code, at]) => {
    const sight = sighted(last, code, at)
    last = sight.last
    return sight.isNew ? [code] : []
  })
  expect(read).toEqual(expected)
})
