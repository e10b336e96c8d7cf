// What was known at a moment: by halving, and the same as looking through everything.
import { expect, test } from 'vitest'
import {
  countUntil,
  indexOf,
  isLate,
  knownFrom,
  momentOf,
  neighbour,
  type ReplayEvent,
} from '../../../src/domain/replay/replay-index.ts'

const event = (id: string, at: number, knownAt = at): ReplayEvent => ({ id, lane: 'alarms', at, knownAt })
const ids = (events: readonly ReplayEvent[]) => events.map(({ id }) => id)

const fire = event('fire', 100_000, 100_500)
const button = event('button', 200_000, 570_000)
const note = event('note', 300_000, 300_000)
const index = indexOf([note, button, fire])

test('what came at once is known where it happened; what came late only from its arrival on', () => {
  expect(momentOf(index, 250_000, 250_000)).toEqual({ known: [fire], unknown: [button] })
  expect(ids(momentOf(index, 250_000, 569_999).unknown)).toEqual(['button'])
  expect(momentOf(index, 250_000, 570_000)).toEqual({ known: [fire, button], unknown: [] })
})

test('what has not happened yet is neither known nor unknown', () => {
  expect(momentOf(index, 99_999, 900_000)).toEqual({ known: [], unknown: [] })
  expect(ids(momentOf(index, 299_999, 900_000).known)).toEqual(['fire', 'button'])
})

test('by the knowledge of an earlier time less is known', () => {
  expect(momentOf(index, 350_000, 250_000).known).toEqual([fire])
})

test('of many known ones the latest are shown, in their order', () => {
  expect(ids(momentOf(index, 400_000, 900_000, 2).known)).toEqual(['button', 'note'])
})

test('a device whose clock runs ahead makes nothing known before it happened', () => {
  const ahead = event('ahead', 5_000, 1_000)
  expect(knownFrom(ahead)).toBe(5_000)
  expect(isLate(ahead)).toBe(false)
})

test('steps from one to the next and back, also from a moment between them', () => {
  expect(neighbour(index, 100_000, 'next')).toBe(button)
  expect(neighbour(index, 150_000, 'previous')).toBe(fire)
  expect(neighbour(index, 100_000, 'previous')).toBeUndefined()
  expect(neighbour(index, 300_000, 'next')).toBeUndefined()
})

test('halving finds what looking through finds, whatever the order and however many are at one time', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  const events = Array.from({ length: 400 }, (_, id) => {
    const at = random(90) * 1_000
    return event(String(id), at, at + (random(3) === 0 ? random(60_000) : random(900)))
  })
  const found = indexOf(events)
  for (let round = 0; round < 200; round++) {
    const [at, known] = [random(95_000), random(160_000)]
    const before = events.filter(one => one.at <= at)
    const unknown = before.filter(one => isLate(one) && one.knownAt > known)
    const { known: shown, unknown: hidden } = momentOf(found, at, known)
    expect(new Set(ids(hidden))).toEqual(new Set(ids(unknown)))
    const wanted = before.filter(one => !unknown.includes(one) && (isLate(one) || one.at <= known))
    expect(new Set(ids(shown))).toEqual(new Set(ids(wanted)))
    expect(countUntil(found.times, at)).toBe(before.length)
  }
})
