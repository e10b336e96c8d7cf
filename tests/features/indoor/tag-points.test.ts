// The devices of a full floor as live points: who keeps which slot, and what is told.
import { expect, test, vi } from 'vitest'
import { METRE_DEGREES } from '../../../src/domain/indoor/plan.ts'
import { createTagPoints } from '../../../src/features/indoor/tag-points.ts'
import { HIDDEN } from '../../../src/platform/map/map-port.ts'

const tag = (id: number, x = id, look = 0) => ({ id, x, y: 2, look })

test('each keeps its slot, whatever the order, and only what changed is told', () => {
  const crowd = createTagPoints()
  const told = vi.fn()
  crowd.points.subscribe(told)
  crowd.take([tag(7), tag(8), tag(9)])
  expect(told).toHaveBeenLastCalledWith([0, 1, 2])
  crowd.take([tag(9), tag(7, 7.5), tag(8)])
  expect(told).toHaveBeenLastCalledWith([0])
  expect(crowd.slotOf(7)).toBe(0)
  expect(crowd.points.longitudes[0]).toBeCloseTo(7.5 * METRE_DEGREES, 12)
  told.mockClear()
  crowd.take([tag(7, 7.5), tag(8), tag(9)])
  expect(told).not.toHaveBeenCalled()
})

test('who has gone is hidden; the place is given on only after the map knows', () => {
  const crowd = createTagPoints()
  crowd.take([tag(1), tag(2)])
  crowd.take([tag(2), tag(3)])
  expect(crowd.points.looks[0]).toBe(HIDDEN)
  expect(crowd.idOf(0)).toBeUndefined()
  expect(crowd.slotOf(3)).toBe(2)
  crowd.take([tag(2), tag(3), tag(4)])
  expect(crowd.slotOf(4)).toBe(0)
  expect(crowd.points.size).toBe(3)
})

test('there is room for as many as come', () => {
  const crowd = createTagPoints()
  const many = Array.from({ length: 2000 }, (_, id) => tag(id, id / 10, id % 16))
  crowd.take(many.slice(0, 151))
  crowd.take(many)
  const { size, looks, longitudes } = crowd.points
  expect(size).toBe(2000)
  expect(many.every(({ id, x, look }) => looks[id] === look && longitudes[id] === x * METRE_DEGREES)).toBe(
    true,
  )
})
