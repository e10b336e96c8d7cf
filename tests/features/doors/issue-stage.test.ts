// Where the issuing of a card stands, read from its row.
import { expect, test } from 'vitest'
import { formatDuration } from '../../../src/features/doors/duration.tsx'
import { secondsLeft, stageOf } from '../../../src/features/doors/issue-stage.ts'

type Card = NonNullable<Parameters<typeof stageOf>[0]>
const card = (state: Card['state'], version = 1, writeFailure: Card['writeFailure'] = null): Card => ({
  state,
  version,
  writeFailure,
})

test.each([
  ['no card yet', undefined, undefined, 'holder'],
  ['a prepared one', card('draft'), undefined, 'door'],
  ['one with an old failure', card('draft', 4, 'timeout'), undefined, 'door'],
  ['an issued one, to be written anew', card('issued'), undefined, 'door'],
  ['a blocked one', card('blocked'), undefined, 'blocked'],
  ['while the door unit waits', card('writing', 2), 1, 'writing'],
  ['opened in the middle of it', card('writing', 2), undefined, 'writing'],
  ['written', card('issued', 3), 1, 'written'],
  ['the time is over', card('draft', 3, 'timeout'), 1, 'failed'],
  ['written anew in vain', card('issued', 3, 'duplicate'), 1, 'failed'],
  ['ordered, but nothing newer is known', card('issued', 1), 1, 'door'],
] as const)('%s', (_, row, ordered, stage) => {
  expect(stageOf(row, ordered)).toBe(stage)
})

test('a countdown never says more than the wait can last', () => {
  expect(secondsLeft(60_000, 0, 60)).toBe(60)
  expect(secondsLeft(60_000, 59_001, 60)).toBe(1)
  expect(secondsLeft(60_000, 60_000, 60)).toBe(0)
  expect(secondsLeft(60_000, 99_000, 60)).toBe(0)
  expect(secondsLeft(600_000, 0, 60)).toBe(60)
})

test.each([
  [0, '00:00'],
  [9, '00:09'],
  [75, '01:15'],
  [3599, '59:59'],
  [3661, '1:01:01'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
