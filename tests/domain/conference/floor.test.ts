// Push to talk: one speaks, the others wait in order, a higher rank interrupts, and nobody speaks for ever.
import { expect, test } from 'vitest'
import {
  type FloorEvent,
  freeFloor,
  LONGEST_TALK_MS,
  stepFloor,
} from '../../../src/domain/conference/floor.ts'

const after = (...events: FloorEvent[]) => events.reduce(stepFloor, freeFloor)
const ask = (key: string, at: number, rank = 0): FloorEvent => ({ on: 'ask', key, rank, at })
const release = (key: string, at: number): FloorEvent => ({ on: 'release', key, at })
const names = (events: FloorEvent[]) => {
  const { holder, queue } = after(...events)
  return [holder?.key, ...queue.map(({ key }) => key)]
}

test('the first who asks speaks, the others wait in the order in which they asked', () => {
  expect(names([ask('a', 1), ask('b', 2), ask('c', 3)])).toEqual(['a', 'b', 'c'])
  expect(names([ask('a', 1), ask('b', 2), ask('c', 3), release('a', 4)])).toEqual(['b', 'c'])
})

test('asking twice changes nothing, neither for who speaks nor for who waits', () => {
  const floor = after(ask('a', 1), ask('b', 2))
  expect(stepFloor(floor, ask('a', 3))).toBe(floor)
  expect(stepFloor(floor, ask('b', 3))).toBe(floor)
})

test('who lets go while waiting does not get their turn', () => {
  expect(names([ask('a', 1), ask('b', 2), ask('c', 3), release('b', 4), release('a', 5)])).toEqual(['c'])
})

test('letting go of what one does not hold changes nothing', () => {
  const floor = after(ask('a', 1))
  expect(stepFloor(floor, release('b', 2))).toBe(floor)
  expect(stepFloor(freeFloor, release('b', 2))).toBe(freeFloor)
})

test('a higher rank takes the floor, and who was interrupted goes on before the others', () => {
  const events = [ask('a', 1), ask('b', 2), ask('duty', 3, 1)]
  expect(names(events)).toEqual(['duty', 'a', 'b'])
  expect(names([...events, release('duty', 4)])).toEqual(['a', 'b'])
})

test('the same rank interrupts nobody, and waits before lower ones', () => {
  expect(names([ask('one', 1, 1), ask('a', 2), ask('two', 3, 1)])).toEqual(['one', 'two', 'a'])
})

test('after the longest talk the floor goes on, and who had it must ask again', () => {
  const floor = after(ask('a', 1000), ask('b', 2000))
  expect(stepFloor(floor, { on: 'time', at: 999 + LONGEST_TALK_MS })).toBe(floor)
  const later = stepFloor(floor, { on: 'time', at: 1000 + LONGEST_TALK_MS })
  expect(later.holder).toMatchObject({ key: 'b', until: 1000 + 2 * LONGEST_TALK_MS })
  expect(later.queue).toEqual([])
  expect(stepFloor(after(ask('a', 0)), { on: 'time', at: LONGEST_TALK_MS })).toEqual(freeFloor)
})
