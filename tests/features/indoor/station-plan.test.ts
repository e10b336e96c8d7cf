// Base stations while somebody places them: snapping, undo, what is saved; and devices gliding over the plan.
import { describe, expect, test } from 'vitest'
import { createWalker } from '../../../server/simulator/indoor-walk.ts'
import { anyMoves, GLIDE_MS, movesTo, placeOf } from '../../../src/features/indoor/glide.ts'
import { readIndoorSearch } from '../../../src/features/indoor/indoor-search.ts'
import {
  changesOf,
  emptyPlan,
  type StationEvent,
  type StationPlan,
  snapped,
  stepPlan,
} from '../../../src/features/indoor/station-plan.ts'

const size = { width: 60, height: 40 }
const row = (id: number, x: number, y: number) => ({
  id,
  version: 3,
  createdAt: 1,
  updatedAt: 1,
  name: `S${id}`,
  drawingId: 7,
  x,
  y,
  z: 2.6,
  range: 20,
  status: 'normal' as const,
  floor: null,
})
const name = (number: number) => `Station ${number}`
const planAfter = (...events: StationEvent[]): StationPlan => events.reduce(stepPlan, emptyPlan(size))
const loaded: StationEvent = { is: 'loaded', rows: [row(1, 10, 10), row(2, 50, 30)] }

test.each([
  [12.3, 7.9, 12.5, 8],
  // In a line with another one.
  [10.6, 20.1, 10, 20],
  [33, 29.5, 33, 30],
])('%d, %d snaps to %d, %d', (x, y, toX, toY) => {
  expect(
    snapped(x, y, [
      { x: 10, y: 10 },
      { x: 50, y: 30 },
    ]),
  ).toEqual({ x: toX, y: toY })
})

describe('a plan that is worked on', () => {
  test('nothing is to be saved at first', () => {
    expect(changesOf(planAfter(loaded))).toEqual({ save: [], remove: [] })
  })
  test('a new one gets a free name, the place of the click, and is chosen', () => {
    const plan = planAfter(
      loaded,
      { is: 'added', x: 22.2, y: 5.1, name },
      { is: 'added', x: 99, y: -3, name },
    )
    expect(plan.stations.slice(2)).toMatchObject([
      { key: 'new-1', name: 'Station 1', x: 22, y: 5 },
      // Beside the plan is on its edge.
      { key: 'new-2', name: 'Station 2', x: 60, y: 0 },
    ])
    expect(plan.selected).toBe('new-2')
    expect(changesOf(plan).save).toHaveLength(2)
  })
  test('a drag is one step of undo, however many places it came by', () => {
    const move = (x: number, done: boolean): StationEvent => ({
      is: 'moved',
      key: '1',
      x,
      y: 10,
      done,
      snap: false,
    })
    const plan = planAfter(loaded, move(11, false), move(12, false), move(13.37, true))
    expect(plan.stations[0]).toMatchObject({ x: 13.37, y: 10 })
    expect(plan.past).toHaveLength(1)
    const undone = stepPlan(plan, { is: 'undo' })
    expect(undone.stations[0]).toMatchObject({ x: 10, y: 10 })
    expect(changesOf(undone)).toEqual({ save: [], remove: [] })
    expect(stepPlan(undone, { is: 'redo' }).stations[0]).toMatchObject({ x: 13.37 })
  })
  test('figures stay on the plan', () => {
    const plan = planAfter(loaded, { is: 'changed', key: '1', change: { x: 75.123, z: 3 } })
    expect(plan.stations[0]).toMatchObject({ x: 60, y: 10, z: 3 })
  })
  test('what was saved is saved, what was refused says why and stays to be saved', () => {
    const plan = planAfter(
      loaded,
      { is: 'added', x: 5, y: 5, name },
      { is: 'changed', key: '1', change: { z: 3 } },
      { is: 'removed', key: '2' },
    )
    const { save, remove } = changesOf(plan)
    expect([save.map(({ key }) => key), remove.map(({ key }) => key)]).toEqual([['1', 'new-1'], ['2']])
    const saved = stepPlan(plan, {
      is: 'saved',
      results: [
        { key: '1', error: 'changed meanwhile' },
        { key: 'new-1', row: { id: 9, version: 1 } },
        { key: '2', gone: true },
      ],
    })
    expect(saved.problems.get('1')).toBe('changed meanwhile')
    expect(changesOf(saved).save.map(({ key }) => key)).toEqual(['1'])
    expect(changesOf(saved).remove).toEqual([])
    expect(saved.stations.find(({ key }) => key === 'new-1')).toMatchObject({ id: 9, version: 1 })
  })
})

describe('devices on their way', () => {
  test('half the time is half the way, and then it is there', () => {
    const first = movesTo(new Map(), [{ id: 1, x: 0, y: 0 }], 0)
    const moves = movesTo(first, [{ id: 1, x: 4, y: 2 }], 1000)
    const move = moves.get(1)
    if (!move) throw new Error('no move')
    expect(placeOf(move, 1000)).toEqual({ x: 0, y: 0 })
    expect(placeOf(move, 1000 + GLIDE_MS / 2)).toEqual({ x: 2, y: 1 })
    expect(placeOf(move, 1000 + 2 * GLIDE_MS)).toEqual({ x: 4, y: 2 })
    expect(anyMoves(moves, 1000 + GLIDE_MS / 2)).toBe(true)
    expect(anyMoves(moves, 1000 + GLIDE_MS)).toBe(false)
  })
  test('too far to walk, or where nothing may move, it is simply there', () => {
    const first = movesTo(new Map(), [{ id: 1, x: 0, y: 0 }], 0)
    expect(anyMoves(movesTo(first, [{ id: 1, x: 40, y: 0 }], 10), 10)).toBe(false)
    expect(anyMoves(movesTo(first, [{ id: 1, x: 1, y: 0 }], 10, true), 10)).toBe(false)
  })
})

test('an address that makes no sense says nothing', () => {
  expect(readIndoorSearch({ floor: '3', device: 'x', trail: '15' })).toEqual({
    floor: 3,
    device: undefined,
    trail: 15,
  })
  expect(readIndoorSearch({ floor: -1, trail: 7 })).toEqual({})
})

test('who walks stays on the plan and moves no faster than people do', () => {
  let seed = 1
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const walker = createWalker(size, next)
  let before: { x: number; y: number } | undefined
  for (let second = 0; second < 600; second++) {
    const place = walker.walk(1)
    if (!place) continue
    expect(place.x).toBeGreaterThan(-1)
    expect(place.x).toBeLessThan(61)
    expect(place.y).toBeGreaterThan(-1)
    expect(place.y).toBeLessThan(41)
    if (before) expect(Math.hypot(place.x - before.x, place.y - before.y)).toBeLessThan(3)
    before = place
  }
})
