// Marks on the time line: the nearest one is taken hold of.
import { expect, test } from 'vitest'
import { reachesOf } from '../../../../src/features/tracking/playback/mark-reach.ts'

test('each reaches to the middle between it and its neighbours, in any order', () => {
  expect(reachesOf([50, 10, 20])).toEqual([
    { from: 35, to: 100 },
    { from: 0, to: 15 },
    { from: 15, to: 35 },
  ])
})

test('one alone reaches everywhere; of two at one moment the reaches do not overlap', () => {
  expect(reachesOf([])).toEqual([])
  expect(reachesOf([30])).toEqual([{ from: 0, to: 100 }])
  expect(reachesOf([30, 30])).toEqual([
    { from: 0, to: 30 },
    { from: 30, to: 100 },
  ])
})
