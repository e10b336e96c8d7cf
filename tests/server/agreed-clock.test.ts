// The clock that processes agree on is the database's, however far the machine's own is off.
import { expect, test } from 'vitest'
import { createAgreedClock } from '../../server/agreed-clock.ts'

const TEN_MINUTES = 600_000

test('a machine whose clock is ten minutes off has the database’s time', async () => {
  for (const ahead of [TEN_MINUTES, -TEN_MINUTES]) {
    const theirs = 1_800_000_000_000
    const clock = createAgreedClock(() => theirs + ahead)
    expect(clock.aheadMs()).toBeUndefined()
    await clock.set(async () => theirs)
    expect(clock.aheadMs()).toBe(ahead)
    expect(clock.now()).toBe(theirs)
  }
})

test('what the way to the database takes is no difference', async () => {
  let own = 1_800_000_000_000
  const clock = createAgreedClock(() => own)
  await clock.set(async () => {
    own += 400
    return own
  })
  expect(clock.aheadMs()).toBe(-200)
  expect(clock.now()).toBe(own)
})

test('an answer that took too long says nothing, and a question that failed changes nothing', async () => {
  let own = 1_800_000_000_000
  const clock = createAgreedClock(() => own)
  await clock.set(async () => own - TEN_MINUTES)
  await clock.set(async () => {
    own += 5_000
    return own
  })
  expect(clock.aheadMs()).toBe(TEN_MINUTES)
  await expect(clock.set(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(clock.now()).toBe(own - TEN_MINUTES)
})
