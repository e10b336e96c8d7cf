// What the fence pages work out by themselves: lengths of stays, addresses, shapes between form and map.
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { watchedOptions } from '../../../src/features/fences/fence-query.ts'
import { readFenceInfoSearch, readFenceMapSearch } from '../../../src/features/fences/fence-search.ts'
import { fieldsOfShape, isSound, shapeOfFence } from '../../../src/features/fences/fence-shape.ts'
import { stayText } from '../../../src/features/fences/stay-text.ts'
import { patchSides } from '../../../src/features/fences/use-fence-live.ts'

const MINUTE = 60_000

describe('stays', () => {
  test.each([
    [40_000, '40 sec'],
    [5 * MINUTE, '5 min'],
    [125 * MINUTE, '2 hr 5 min'],
    [120 * MINUTE, '2 hr'],
    [1500 * MINUTE, '1 day 1 hr'],
    [-5, '0 sec'],
  ])('a stay of %s ms', (ms, text) => {
    expect(stayText(ms, 'en')).toBe(text)
  })
})

test.each([
  [{ id: 3 }, { id: 3 }],
  [{ id: 3, new: 'circle' }, { id: 3 }],
  [{ new: 'polygon' }, { new: 'polygon' }],
  [{ new: 'square', id: -1 }, {}],
  [{ id: '3' }, {}],
])('the address of the map: %o', (raw, read) => {
  expect(readFenceMapSearch(raw)).toEqual(read)
})

test('the address of one fence', () => {
  expect(readFenceInfoSearch({ id: 7, bind: 1, form: 7, what: 1 })).toEqual({ id: 7, bind: 1, form: 7 })
  expect(readFenceInfoSearch({ id: 0, bind: 2, form: 'new' })).toEqual({})
})

describe('shapes', () => {
  const circle = { shape: 'circle', longitude: 114, latitude: 22, radius: 80 } as const
  const rings: [number, number][][] = [
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
  ]
  test.each([
    ['a circle', circle],
    ['a polygon', { shape: 'polygon', rings } as const],
  ])('%s comes back from the map', (_, fence) => {
    expect(fieldsOfShape(shapeOfFence(fence))).toMatchObject(fence)
  })
  test('nothing drawn is no shape, and not sound', () => {
    expect(shapeOfFence({ shape: 'polygon', rings: null })).toBeUndefined()
    expect(isSound({ shape: 'polygon', rings: null })).toBe(false)
    expect(isSound({ shape: 'circle', longitude: 1, latitude: 1, radius: 0 })).toBe(false)
    expect(isSound(circle)).toBe(true)
    expect(
      isSound({
        shape: 'polygon',
        rings: [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
          ],
        ],
      }),
    ).toBe(false)
  })
})

test('a notice turns the sides that are on screen, and those alone', () => {
  const client = new QueryClient()
  const device = (id: number) => ({
    id,
    imei: `86611205126201${id}`,
    name: `Device ${id}`,
    wearerName: null,
    kind: 'watch' as const,
    state: 'online' as const,
    direct: true,
    inside: true,
    since: 1,
    longitude: null,
    latitude: null,
    positionAt: null,
  })
  const { queryKey } = watchedOptions(5)
  client.setQueryData(queryKey, [device(1), device(2)])
  const change = {
    deviceId: 2,
    imei: '866112051262012',
    inside: false,
    since: 9,
    kind: 'exit' as const,
    at: 9,
  }
  patchSides(client, {
    code: 'fence',
    tenantId: 1,
    changes: [
      { ...change, fenceId: 5 },
      { ...change, fenceId: 6, deviceId: 1 },
    ],
  })
  expect(client.getQueryData(queryKey)?.map(({ inside, since }) => [inside, since])).toEqual([
    [true, 1],
    [false, 9],
  ])
})
