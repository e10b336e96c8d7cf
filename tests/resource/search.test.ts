// The address of a list and the query it stands for.
import { describe, expect, test } from 'vitest'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { device } from '../../src/domain/device/device.ts'
import {
  addressOf,
  queryOf,
  readListSearch,
  searchOf,
  withoutFilters,
  withSearch,
} from '../../src/resource/search.ts'

describe('reading an address', () => {
  test('keeps what fits', () => {
    expect(
      readListSearch(device, {
        page: 3,
        size: 50,
        sort: '-battery',
        q: 'tower',
        state: 'online,abnormal',
        groupId: 7,
        batteryTo: 20,
        open: 12,
      }),
    ).toEqual({
      page: 3,
      size: 50,
      sort: '-battery',
      q: 'tower',
      state: 'online,abnormal',
      groupId: 7,
      batteryTo: 20,
      open: 12,
    })
  })

  test.each([
    [{ page: 0 }, {}],
    [{ page: 'x' }, {}],
    [{ size: 100_000 }, {}],
    [{ sort: 'CASE WHEN 1=1' }, {}],
    [{ sort: 'wearerName' }, {}],
    [{ state: 'burning' }, {}],
    [{ state: 'burning,online' }, { state: 'online' }],
    [{ state: 1 }, {}],
    [{ batteryFrom: 'low' }, {}],
    [{ nonsense: 1 }, {}],
    [{ q: '' }, {}],
    [{ q: { a: 1 } }, {}],
    [{ q: ['a'] }, {}],
    [{ __proto__: 1 }, {}],
  ])('%j becomes %j', (raw, read) => {
    expect(readListSearch(device, raw)).toEqual(read)
  })

  test('digits are text where the field is text', () => {
    expect(readListSearch(device, { q: 866_040_053, imei: 866_040_053_214_418 })).toEqual({
      q: '866040053',
      imei: '866040053214418',
    })
  })

  test('a boolean filter', () => {
    expect(readListSearch(alarm, { read: false })).toEqual({ read: false })
    expect(readListSearch(alarm, { read: 'no' })).toEqual({})
  })
})

describe('the query of a search', () => {
  test('names page, size, order and counts, and splits words', () => {
    expect(queryOf(device, { state: 'online,offline', q: 'a' })).toEqual({
      page: 1,
      size: 20,
      sort: 'name',
      q: 'a',
      counts: true,
      state: ['online', 'offline'],
    })
  })

  test('the open row is no part of it', () => {
    expect(queryOf(device, { open: 3 })).not.toHaveProperty('open')
  })
})

describe('changing a search', () => {
  test('whatever narrows leads to page one', () => {
    expect(withSearch({ page: 4, size: 50 }, { state: 'online' })).toEqual({ size: 50, state: 'online' })
    expect(withSearch({ page: 4 }, { sort: '-name' })).toEqual({ sort: '-name' })
  })

  test('opening a row keeps the page', () => {
    expect(withSearch({ page: 4 }, { open: 9 })).toEqual({ page: 4, open: 9 })
    expect(withSearch({ page: 4, open: 9 }, { open: undefined })).toEqual({ page: 4 })
  })

  test('filters and text go together', () => {
    expect(withoutFilters({ page: 2, q: 'a', state: 'online', sort: 'name', size: 50 })).toEqual({
      sort: 'name',
      size: 50,
    })
  })
})

test('a query goes back into the address it came of, without page and order', () => {
  const search = { page: 3, size: 50, sort: '-battery', q: 'tower', state: 'online,abnormal', groupId: 7 }
  const back = searchOf(queryOf(device, search))
  expect(back).toEqual({ q: 'tower', state: 'online,abnormal', groupId: 7 })
  expect(addressOf(back)).toBe('q=tower&state=online%2Cabnormal&groupId=7')
})
