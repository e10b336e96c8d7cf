// The server's clock on a device whose own is wrong, is set, or sleeps.
import { beforeEach, describe, expect, it } from 'vitest'
import { createServerClock, type ServerClock } from '../../src/platform/server-clock.ts'

const HOUR = 3_600_000
/** The truth, and what the device makes of it. */
let true_: number
let wallError: number
let asleep: number
let clock: ServerClock
const own = { steady: () => true_ - asleep - 5_000, wall: () => true_ + wallError }

const answer = (tookMs = 100, withMs = 0) => {
  const askedAt = own.steady()
  true_ += tookMs / 2
  const serverAt = withMs > 0 ? Math.floor(true_ / withMs) * withMs : true_
  true_ += tookMs / 2
  clock.sighted({ serverAt, within: withMs, askedAt, heardAt: own.steady() })
}
const off = () => Math.abs(clock.now() - true_)

beforeEach(() => {
  true_ = 1_800_000_000_000
  wallError = -3 * HOUR
  asleep = 0
  clock = createServerClock(own)
})

describe('ages go by the server', () => {
  it('from the first answer on, though the own clock is three hours off', () => {
    expect(off()).toBe(3 * HOUR)
    answer()
    expect(off()).toBeLessThan(60)
    true_ += HOUR
    expect(off()).toBeLessThan(60)
    expect(clock.ahead()).toBeGreaterThan(3 * HOUR - 100)
  })

  it('whole seconds of a header say it to a second', () => {
    answer(200, 1000)
    expect(off()).toBeLessThanOrEqual(700)
  })

  it('a clock that is right is left alone, however little an answer says', () => {
    wallError = 0
    clock = createServerClock(own)
    for (let at = 0; at < 20; at++) {
      true_ += 130
      answer(40, 1_000)
      expect(off()).toBe(0)
    }
  })

  it('and a better answer is believed, a worse one is not', () => {
    answer(2_000, 1_000)
    answer(40)
    expect(off()).toBeLessThan(30)
    answer(9_000, 1_000)
    expect(off()).toBeLessThan(60)
  })

  it('also when the device slept, and after its clock was set meanwhile', () => {
    answer()
    true_ += 8 * HOUR
    asleep = 8 * HOUR
    expect(off()).toBeLessThan(60)
    wallError = 2 * HOUR
    answer()
    expect(off()).toBeLessThan(60)
    // Set back: time does not run backwards.
    const before = clock.now()
    wallError = -5 * HOUR
    true_ += 1_000
    expect(clock.now()).toBeGreaterThan(before)
    expect(off()).toBeLessThan(60)
  })

  it('starts without a network from how far the server was ahead last', () => {
    clock = createServerClock(own, 3 * HOUR)
    expect(off()).toBeLessThan(60)
  })
})
