// Live messages in the caches: patches, newcomers, what a list's filters let through.
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AlarmRow, receiveAlarms } from '../../src/app/live-alarms.ts'
import { receiveDevices } from '../../src/app/live-devices.ts'
import { matchesQuery } from '../../src/app/live-match.ts'
import type { Page, PageQuery } from '../../src/contract/entity-endpoints.ts'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { newcomers } from '../../src/features/alarms/newcomers.ts'
import { alarmRow } from '../features/alarms/alarm-row.ts'

const row = (id: number, facts: Partial<AlarmRow> = {}): AlarmRow =>
  alarmRow({
    id,
    createdAt: id,
    updatedAt: id,
    type: 'fall',
    severity: 'critical',
    title: 'Fall',
    deviceId: 3,
    wearerName: '王建国',
    place: 'Tower B, level 12',
    raisedAt: id * 1000,
    ...facts,
  })

let client: QueryClient
const key = (query: PageQuery) => ['entity', 'alarm', 'page', query]
const list = (query: PageQuery) => client.getQueryData<Page<AlarmRow>>(key(query))
const first: PageQuery = { page: 1, size: 3, sort: '-raisedAt', counts: true, status: ['open', 'taken'] }
const second: PageQuery = { ...first, page: 2 }
const announced = (query: PageQuery) => {
  const known = client.getQueryCache().find({ queryKey: key(query) })
  return newcomers.read(known?.queryHash ?? '', known?.state.dataUpdatedAt ?? 0)
}

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(key(first), { list: [row(3), row(2), row(1)], total: 4, counts: { open: 4 } })
  client.setQueryData(key(second), { list: [row(0)], total: 4, counts: { open: 4 } })
})

describe('alarms that arrive', () => {
  it('a new one goes on top of the first page, and is announced on the others', () => {
    receiveAlarms(client, [row(9)])
    expect(list(first)).toMatchObject({ total: 5, counts: { open: 5 } })
    expect(list(first)?.list.map(({ id }) => id)).toEqual([9, 3, 2])
    expect(list(second)?.list.map(({ id }) => id)).toEqual([0])
    expect(announced(second)).toBe(1)
  })

  it('what is not critical waits behind a number, so that a list worked off does not move', () => {
    for (let id = 10; id < 310; id++) receiveAlarms(client, [row(id, { severity: 'warning' })])
    expect(list(first)?.list.map(({ id }) => id)).toEqual([3, 2, 1])
    expect(list(first)).toMatchObject({ total: 304, counts: { open: 304 } })
    expect(announced(first)).toBe(300)
    client.setQueryData(key(first), list(first), { updatedAt: 1 })
    expect(announced(first)).toBe(0)
  })

  it('comes into a short list of a device at once', () => {
    const short: PageQuery = { page: 1, size: 3, sort: '-raisedAt', imei: '866040053214418' }
    client.setQueryData(key(short), { list: [row(3)], total: 1 })
    receiveAlarms(client, [row(9, { severity: 'info' })])
    expect(list(short)?.list.map(({ id }) => id)).toEqual([9, 3])
  })

  it('by urgency: a critical one goes before all others, by time among its own', () => {
    const urgent: PageQuery = { ...first, size: 4, sort: '-severity' }
    const known = [row(6), row(2), row(8, { severity: 'warning' })]
    client.setQueryData(key(urgent), { list: known, total: 3, counts: {} })
    receiveAlarms(client, [row(4)])
    expect(list(urgent)?.list.map(({ id }) => id)).toEqual([6, 4, 2, 8])
  })

  it.each([
    ['-severity', [5, 9, 6, 2, 8]],
    ['-urgency', [5, 9, 6, 2, 8]],
  ])('an SOS stands above newer critical ones, and what comes after it comes in below: %s', (sort, ids) => {
    const urgent: PageQuery = { ...first, size: 5, sort }
    const known = [row(6), row(2), row(8, { severity: 'warning' })]
    client.setQueryData(key(urgent), { list: known, total: 3, counts: {} })
    receiveAlarms(client, [row(5, { type: 'sos' })])
    receiveAlarms(client, [row(9)])
    expect(list(urgent)?.list.map(({ id }) => id)).toEqual(ids)
  })

  it('one that the filter refuses goes nowhere', () => {
    client.setQueryData(key({ ...first, severity: ['info'] }), { list: [], total: 0 })
    receiveAlarms(client, [row(9)])
    expect(list({ ...first, severity: ['info'] })?.total).toBe(0)
  })

  it('the same one twice is counted once', () => {
    receiveAlarms(client, [row(9), row(9)])
    receiveAlarms(client, [row(9)])
    expect(list(first)?.total).toBe(5)
  })

  it('a change reaches the row, an older word about it does not', () => {
    receiveAlarms(client, [row(2, { version: 3, status: 'taken', takenBy: '王队' })])
    receiveAlarms(client, [row(2, { version: 2 })])
    expect(list(first)?.list[1]).toMatchObject({ version: 3, status: 'taken', takenBy: '王队' })
  })

  it('rows nobody touched keep their identity', () => {
    const before = list(first)?.list
    receiveAlarms(client, [row(2, { version: 2, read: true })])
    expect(list(first)?.list[0]).toBe(before?.[0])
    expect(list(first)?.list[1]).not.toBe(before?.[1])
  })
})

describe('filters in the browser', () => {
  it.each<[Partial<PageQuery>, boolean]>([
    [{}, true],
    [{ type: ['fall', 'sos'] }, true],
    [{ type: ['sos'] }, false],
    [{ deviceId: 3 }, true],
    [{ deviceId: 4 }, false],
    [{ raisedAtFrom: 5000 }, true],
    [{ raisedAtFrom: 5001 }, false],
    [{ raisedAtTo: 4999 }, false],
    [{ q: 'tower b' }, true],
    [{ q: '王建' }, true],
    [{ q: 'crane' }, false],
    [{ read: true }, false],
  ])('%j', (query, passes) => expect(matchesQuery(alarm, query, row(5))).toBe(passes))
})

describe('devices that report', () => {
  it('a reading that comes while the series is fetched stands behind the older answer', async () => {
    const queryKey = ['device', '866040053214418', 'series', 'heartRate', 24, 100]
    const older = { kind: 'heartRate', times: [1000], values: [71] }
    client.setQueryData(queryKey, older)
    const answer = Promise.withResolvers<typeof older>()
    const fetched = client.fetchQuery({ queryKey, queryFn: () => answer.promise, staleTime: 0 })
    receiveDevices(client, [
      {
        id: 3,
        imei: '866040053214418',
        heardAt: 2000,
        readings: [{ kind: 'heartRate', value: 86, at: 2000 }],
      },
    ])
    answer.resolve(older)
    await fetched
    await expect
      .poll(() => client.getQueryData(queryKey))
      .toMatchObject({ times: [1000, 2000], values: [71, 86] })
  })

  it('a reading reaches the figures of the open device and the end of its series', () => {
    client.setQueryData(['device', '866040053214418', 'latest'], [{ kind: 'heartRate', value: 80, at: 5 }])
    client.setQueryData(['device', '866040053214418', 'series', 'heartRate', 1], {
      kind: 'heartRate',
      times: [5],
      values: [80],
    })
    receiveDevices(client, [
      { id: 3, imei: '866040053214418', heardAt: 9, readings: [{ kind: 'heartRate', value: 112, at: 9 }] },
      { id: 3, imei: '866040053214418', heardAt: 9, readings: [{ kind: 'heartRate', value: 80, at: 5 }] },
      { id: 4, imei: '866040053214419', heardAt: 9, readings: [{ kind: 'heartRate', value: 70, at: 9 }] },
    ])
    expect(client.getQueryData(['device', '866040053214418', 'latest'])).toEqual([
      { kind: 'heartRate', value: 112, at: 9 },
    ])
    expect(client.getQueryData(['device', '866040053214418', 'series', 'heartRate', 1])).toMatchObject({
      times: [5, 9],
      values: [80, 112],
    })
    expect(client.getQueryData(['device', '866040053214419', 'latest'])).toBeUndefined()
  })

  it('settings that a device has told are asked for anew, those of others are not', () => {
    const keys = ['866040053214418', '866040053214419'].map(imei => ['device', imei, 'settings'])
    for (const key of keys) client.setQueryData(key, { desired: {}, reported: null })
    receiveDevices(client, [{ id: 3, imei: '866040053214418', heardAt: 9, settingsAt: 9 }])
    expect(keys.map(key => client.getQueryState(key)?.isInvalidated)).toEqual([true, false])
  })
})
