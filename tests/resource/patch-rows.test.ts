// Live patches in the cache: cheap, exact, and honest about the age of the data.
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { device } from '../../src/domain/device/device.ts'
import { patchRows } from '../../src/resource/query.ts'

const pageKey = ['entity', 'device', 'page', { page: 1 }]
const otherKey = ['entity', 'device', 'page', { page: 2 }]
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(
    pageKey,
    {
      list: [
        { id: 1, state: 'online', battery: 80 },
        { id: 2, state: 'offline', battery: 9 },
      ],
      total: 2,
      counts: { online: 1, offline: 1 },
    },
    { updatedAt: 1000 },
  )
  client.setQueryData(otherKey, { list: [{ id: 3, state: 'online' }], total: 1 })
  client.setQueryData(['entity', 'device', 'get', 1], { id: 1, state: 'online', battery: 80 })
})

interface Cached {
  list: { id: number; state: string; battery?: number }[]
  counts?: Record<string, number>
}
const page = (key: unknown[] = pageKey) => client.getQueryData<Cached>(key)

test('changes the rows it names, in lists and by themselves', () => {
  patchRows(client, device, [{ id: 1, state: 'offline' }])
  expect(page()?.list[0]).toEqual({ id: 1, state: 'offline', battery: 80 })
  expect(client.getQueryData(['entity', 'device', 'get', 1])).toEqual({
    id: 1,
    state: 'offline',
    battery: 80,
  })
})

test('moves the counts of the segmented filter along', () => {
  patchRows(client, device, [{ id: 1, state: 'offline' }])
  expect(page()?.counts).toEqual({ online: 0, offline: 2 })
})

test('leaves everything else identical', () => {
  const before = page()
  const other = page(otherKey)
  patchRows(client, device, [
    { id: 1, battery: 79 },
    { id: 99, state: 'online' },
  ])
  expect(page()?.list[1]).toBe(before?.list[1])
  expect(page()?.counts).toBe(before?.counts)
  expect(page(otherKey)).toBe(other)
})

test('a patch that changes nothing keeps the identity', () => {
  const before = page()
  patchRows(client, device, [{ id: 1, state: 'online', battery: undefined }])
  expect(page()).toBe(before)
})

test('several patches of one row add up', () => {
  patchRows(client, device, [
    { id: 2, battery: 8 },
    { id: 2, state: 'online' },
  ])
  expect(page()?.list[1]).toEqual({ id: 2, state: 'online', battery: 8 })
})

test('the age of the data stays what it was', () => {
  patchRows(client, device, [{ id: 1, battery: 5 }])
  expect(client.getQueryState(pageKey)?.dataUpdatedAt).toBe(1000)
})
