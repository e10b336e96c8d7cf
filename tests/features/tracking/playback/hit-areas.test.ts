// Marks on the time line: the nearest one is taken hold of.
import { expect, test } from 'vitest'
import { hitAreasOf } from '../../../../src/features/tracking/playback/hit-areas.ts'

test('each reaches to the middle between it and its neighbours, in any order', () => {
  expect(hitAreasOf([50, 10, 20])).toEqual([
    { from: 35, to: 100 },
    { from: 0, to: 15 },
    { from: 15, to: 35 },
  ])
})

test('one alone reaches everywhere; of two at one moment the areas do not overlap', () => {
  expect(hitAreasOf([])).toEqual([])
  expect(hitAreasOf([30])).toEqual([{ from: 0, to: 100 }])
  expect(hitAreasOf([30, 30])).toEqual([
    { from: 0, to: 30 },
    { from: 30, to: 100 },
  ])
})
