// What a plan of rooms makes of its numbers, what it refuses, and what naming rules give.
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  buildingPattern,
  filled,
  roomPattern,
  usualPatterns,
} from '../../../src/domain/community/patterns.ts'
import { floorNumber, roomNumber } from '../../../src/domain/community/room.ts'
import {
  doubledIn,
  floorsOf,
  type GeneratorPlan,
  generateRooms,
  generatorPlan,
  lostZeros,
  malformedIn,
  roomNoOf,
  sizeOf,
} from '../../../src/domain/community/room-generator.ts'

const plan = (more: Partial<GeneratorPlan> = {}): GeneratorPlan => ({
  ...{ firstBuilding: 1, lastBuilding: 1, units: 1, fromFloor: 1, toFloor: 33, perFloor: 4, kind: 'home' },
  ...more,
})
const numbersOf = (more: Partial<GeneratorPlan>, rules = usualPatterns) =>
  generateRooms(plan(more), rules).map(({ roomNo }) => roomNo)

describe('rooms of a plan', () => {
  test('33 floors of 4 with three floors skipped are 120 rooms, and none on those floors', () => {
    const rooms = generateRooms(plan({ skippedFloors: [4, 13, 14] }), usualPatterns)
    expect(rooms).toHaveLength(120)
    expect(sizeOf(plan({ skippedFloors: [4, 13, 14] }))).toBe(120)
    expect(rooms.some(({ floorNo }) => [4, 13, 14].includes(floorNo))).toBe(false)
    expect(rooms.at(-1)).toMatchObject({ building: '1号楼', unit: '1单元', floorNo: 33, roomNo: '3304' })
  })
  test('there is no floor 0 between the basement and the first', () => {
    expect(floorsOf(plan({ fromFloor: -2, toFloor: 2 }))).toEqual([-2, -1, 1, 2])
  })
  test.each([
    [{ fromFloor: -1, toFloor: 1, perFloor: 1, basementPrefix: 'B' }, ['B101', '101']],
    [{ toFloor: 2, perFloor: 2, others: [{ from: 1, to: 1, count: 1 }] }, ['101', '201', '202']],
    [{ toFloor: 2, perFloor: 2, others: [{ from: 1, to: 1, count: 0 }] }, ['201', '202']],
    [
      {
        toFloor: 1,
        perFloor: 1,
        others: [
          { from: 1, to: 2, count: 3 },
          { from: 1, to: 1, count: 2 },
        ],
      },
      ['101', '102'],
    ],
  ] as const)('%o gives %o', (more, expected) => {
    expect(numbersOf(more as Partial<GeneratorPlan>)).toEqual(expected)
  })
  test('several buildings and units are named by their rules', () => {
    const rooms = generateRooms(
      plan({ firstBuilding: 9, lastBuilding: 10, units: 2, toFloor: 1, perFloor: 1 }),
      {
        ...usualPatterns,
        buildingPattern: 'A{number:2}',
      },
    )
    expect(rooms.map(({ building, unit }) => `${building} ${unit}`)).toEqual([
      'A09 1单元',
      'A09 2单元',
      'A10 1单元',
      'A10 2单元',
    ])
  })
  test('numbers that come twice are found', () => {
    const rooms = generateRooms(plan({ toFloor: 11, perFloor: 11 }), {
      ...usualPatterns,
      roomPattern: '{floor}{room}',
    })
    expect(doubledIn(rooms).map(({ roomNo }) => roomNo)).toEqual(['111'])
    expect(doubledIn(generateRooms(plan({ toFloor: 11, perFloor: 11 }), usualPatterns))).toEqual([])
  })
  test('a pattern that gives no number of a room is found', () => {
    expect(
      malformedIn(generateRooms(plan(), { ...usualPatterns, roomPattern: '{floor}/{room}' }))?.roomNo,
    ).toBe('1/1')
    expect(malformedIn(generateRooms(plan(), usualPatterns))).toBeUndefined()
  })
})

describe('what a plan may not be', () => {
  test.each([
    [{ toFloor: 0 }, 'toFloor'],
    [{ fromFloor: 0 }, 'fromFloor'],
    [{ toFloor: 201 }, 'toFloor'],
    [{ fromFloor: 9, toFloor: 8 }, 'toFloor'],
    [{ fromFloor: -3, toFloor: -1 }, 'toFloor'],
    [{ firstBuilding: 3, lastBuilding: 2 }, 'lastBuilding'],
    [{ firstBuilding: 1, lastBuilding: 101 }, 'lastBuilding'],
    [{ units: 0 }, 'units'],
    [{ perFloor: 61 }, 'perFloor'],
    [{ perFloor: 1.5 }, 'perFloor'],
  ])('%o is refused for %s', (more, field) => {
    const result = z.safeParse(generatorPlan, plan(more))
    expect(result.error?.issues[0]?.path).toEqual([field])
  })
})

describe('numbers', () => {
  test.each([
    ['101', true],
    ['B1-05', true],
    ['商1', true],
    ['１０１', false],
    ['10１', false],
    ['', false],
    ['1 01', false],
    ['-1', false],
  ])('%s: %s', (text, ok) => expect(z.safeParse(roomNumber, text).success).toBe(ok))
  test.each([
    [1, true],
    [-9, true],
    [0, false],
    [201, false],
    [-10, false],
    [1.5, false],
  ])('floor %d: %s', (floor, ok) => expect(z.safeParse(floorNumber, floor).success).toBe(ok))
  test.each([
    ['{number}号楼', true],
    ['号楼', false],
    ['{floor}号楼', false],
    ['{number', false],
    ['{number:9}', false],
  ])('pattern of buildings %s: %s', (text, ok) => expect(z.safeParse(buildingPattern, text).success).toBe(ok))
  test('a pattern of rooms needs floor and room', () => {
    expect(z.safeParse(roomPattern, '{floor}{room:2}').success).toBe(true)
    expect(z.safeParse(roomPattern, '{room:4}').success).toBe(false)
  })
  test('zeros are put before what is shorter, and nothing is cut', () => {
    expect(filled('{a:3}-{b}', { a: 7, b: 12 })).toBe('007-12')
    expect(filled('{a:1}', { a: 123 })).toBe('123')
  })
  test.each([
    ['{floor:2}{room:2}', 1, '101', '0101'],
    ['{floor:2}{room:2}', 1, '0101', undefined],
    ['{floor:2}{room:2}', 12, '1201', undefined],
    ['{floor}{room:2}', 1, '101', undefined],
    ['{floor:2}{room:2}', 1, 'A1', undefined],
    ['{floor:2}{room:2}', -1, '101', undefined],
  ])('under %s floor %d, %s should be %s', (rule, floorNo, roomNo, wanted) => {
    expect(lostZeros({ roomPattern: rule }, { floorNo, roomNo })).toBe(wanted)
  })
  test('a room below the ground', () => {
    expect(roomNoOf(usualPatterns, -2, 3, 'B')).toBe('B203')
  })
})
