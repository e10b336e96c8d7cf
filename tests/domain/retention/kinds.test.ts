// Bounds of what a tenant may decide, and the forecast of the disk.
import { expect, test } from 'vitest'
import {
  boundsOf,
  daysUntilFull,
  FORESEEN_DAYS,
  retentionKinds,
} from '../../../src/domain/retention/kinds.ts'

test('nobody keeps readings and positions for longer than the installation, and everything else as long as is sensible', () => {
  expect(boundsOf('readings', 90)).toEqual({ least: 31, most: 90 })
  expect(boundsOf('positions', 31)).toEqual({ least: 31, most: 31 })
  expect(boundsOf('calls', 365)).toEqual({ least: 30, most: 3_653 })
  for (const kind of retentionKinds) {
    const { least, most } = boundsOf(kind, 365)
    expect(least).toBeLessThanOrEqual(most)
  }
})

const kind = (bytes: number, bytesPerDay: number | undefined, keptDays: number | undefined) => ({
  bytes,
  bytesPerDay,
  keptDays,
})

test('a disk that grows for ever is full when its room is used up', () => {
  expect(daysUntilFull([kind(500, 10, undefined)], 100)).toBe(10)
  expect(daysUntilFull([kind(500, 10, undefined), kind(0, 15, undefined)], 100)).toBe(4)
})

test('a kind grows only until it holds all its days', () => {
  // 10 a day for 90 days are 900; 500 are there, 400 still come.
  expect(daysUntilFull([kind(500, 10, 90)], 400)).toBeUndefined()
  expect(daysUntilFull([kind(500, 10, 90)], 399)).toBe(39)
  expect(daysUntilFull([kind(1_000, 10, 90)], 0)).toBeUndefined()
})

test('what shrinks, stands still or is not known fills nothing', () => {
  expect(
    daysUntilFull([kind(5, -1, undefined), kind(5, 0, undefined), kind(5, undefined, undefined)], 0),
  ).toBeUndefined()
  expect(daysUntilFull([kind(0, 1, undefined)], FORESEEN_DAYS)).toBeUndefined()
})
