// How rooms stand beside and above each other, and what the legend counts.
import { expect, test } from 'vitest'
import { countsOf, frontOf } from '../../../src/domain/community/front.ts'

const room = (id: number, unitId: number, floorNo: number, roomNo: string) => ({
  ...{ id, unitId, floorNo, roomNo, state: 'empty' as const },
})

test('floors stand from the highest down, rooms in the order of their numbers, and units keep their columns', () => {
  const front = frontOf(
    [{ id: 1 }, { id: 2 }],
    [
      room(1, 1, 1, '110'),
      room(2, 1, 1, '102'),
      room(3, 2, 3, '301'),
      room(4, 1, -1, 'B101'),
      room(5, 9, 7, '701'),
    ],
  )
  expect(front.floors).toEqual([7, 3, 1, -1])
  expect(front.units.map(({ columns }) => columns)).toEqual([2, 1])
  expect(front.units[0]?.floors.get(1)?.map(({ roomNo }) => roomNo)).toEqual(['102', '110'])
})

test('the legend counts each state', () => {
  expect(countsOf([{ state: 'alarm' }, { state: 'empty' }, { state: 'empty' }])).toEqual({
    ...{ alarm: 1, waiting: 0, owing: 0, tenant: 0, owner: 0, empty: 2 },
  })
})
