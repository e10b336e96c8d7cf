// Stays: which steps there are, and which days make none. Guest codes: how far they count.
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { guestCodeStateAt, guestHoursFlaw, spacedDigits } from '../../../src/domain/living/guest-code.ts'
import {
  type OccupancyState,
  type OccupancyStep,
  occupancyAfter,
  occupancyState,
  stayFlaw,
} from '../../../src/domain/living/occupancy-step.ts'

describe('steps of a stay', () => {
  const steps: OccupancyStep[] = ['approve', 'reject', 'end', 'expire']
  const table: Record<OccupancyState, (OccupancyState | undefined)[]> = {
    applied: ['active', 'rejected', undefined, undefined],
    active: [undefined, undefined, 'ended', 'ended'],
    ended: [undefined, undefined, undefined, undefined],
    rejected: [undefined, undefined, undefined, undefined],
  }
  test.each(occupancyState.options)('from %s', state => {
    expect(steps.map(step => occupancyAfter(state, step))).toEqual(table[state])
  })
})

test.each([
  ['2026-05-01', null, undefined],
  ['2026-05-01', '2026-05-01', undefined],
  ['2026-05-01', '2026-04-30', 'ends before'],
  ['2026-03-01', '2026-04-30', 'over'],
  ['2026-03-01', '2026-05-01', undefined],
] as const)('a stay from %s until %s: %s', (fromDay, untilDay, flaw) => {
  expect(stayFlaw({ fromDay, untilDay }, '2026-05-01')).toBe(flaw)
})

describe('guest codes', () => {
  const code = { validFrom: 1_000, validUntil: 2_000, mostUses: 2, used: 0, revoked: false }
  test.each([
    [{}, 999, 'planned'],
    [{}, 1_000, 'good'],
    [{}, 2_000, 'over'],
    [{ used: 2 }, 1_500, 'usedUp'],
    [{ used: 1 }, 1_500, 'good'],
    [{ revoked: true }, 1_500, 'revoked'],
  ] as const)('%o at %d is %s', (more, at, state) => {
    expect(guestCodeStateAt({ ...code, ...more }, at)).toBe(state)
  })
  test.each([
    [0, HOUR_MS, undefined],
    [HOUR_MS, HOUR_MS, 'order'],
    [-2 * HOUR_MS, -HOUR_MS, 'over'],
    [0, 73 * HOUR_MS, 'tooLong'],
  ] as const)('from %d until %d: %s', (validFrom, validUntil, flaw) => {
    expect(guestHoursFlaw({ validFrom, validUntil }, 0)).toBe(flaw)
  })
  test('digits are read in two groups', () => expect(spacedDigits('482913')).toBe('482 913'))
})
