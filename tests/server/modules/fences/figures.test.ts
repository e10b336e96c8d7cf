// Figures of a fence are of all its events in the period, by the clocks of a zone, and of what the person may see.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { fenceFigures } from '../../../../src/contract/endpoints/fence.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

const MINUTE = 60_000
const at = (text: string) => Date.parse(text)
const FROM = at('2026-10-01T00:00:00+08:00')
const TO = at('2026-11-01T00:00:00+08:00')
const monday = at('2026-10-05T09:30:00+08:00')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => server.sql(sql => sql.change('delete from fence_event')))

const happens = (kind: 'entry' | 'exit' | 'dwell', moment: number, more: Record<string, unknown> = {}) => {
  const { here } = server
  return server.sql(sql =>
    insert(sql, 'fence_event', {
      tenant_id: here.tenantId,
      fence_id: here.fenceId,
      fence_name: 'x',
      device_id: here.deviceId,
      device_name: 'Device',
      imei: here.imei,
      department_id: here.departmentId,
      kind,
      at: moment,
      latitude: 1,
      longitude: 1,
      ...more,
    }),
  )
}

const ask = (more: Record<string, string | number> = {}, token?: string) =>
  server.call('/api/device/fence/figures', {
    token: token ?? server.tokens.admin,
    query: Object.fromEntries(
      Object.entries({ id: server.here.fenceId, from: FROM, to: TO, zone: 'Asia/Shanghai', ...more }).map(
        ([name, value]) => [name, String(value)],
      ),
    ),
  })
const figures = async (more: Record<string, string | number> = {}, token?: string) => {
  const answer = await ask(more, token)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as z.output<typeof fenceFigures.response>
}

test('nothing happened', async () => {
  const { heat, ...rest } = await figures()
  expect(rest).toEqual({ entries: 0, exits: 0, stays: null, lengths: [0, 0, 0, 0, 0, 0], often: [] })
  expect(heat).toEqual(Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0)))
})

test('entries by weekday and hour, stays by length, who comes most', async () => {
  const { here } = server
  const other = {
    device_id: here.otherDeviceId,
    imei: here.otherImei,
    wearer_name: '张伟',
    department_id: here.otherDepartmentId,
  }
  await happens('entry', monday)
  await happens('exit', monday + 4 * MINUTE, { since: monday })
  await happens('entry', monday, other)
  await happens('entry', monday + 60 * MINUTE, other)
  await happens('exit', monday + 100 * MINUTE, { ...other, since: monday + 60 * MINUTE })
  await happens('dwell', monday, { ...other, since: monday })
  // Before the period and at its end, at another fence, and one that never was told to be inside.
  await happens('entry', FROM - 1)
  await happens('entry', TO)
  await happens('exit', FROM, { since: null })
  const told = await figures()
  expect(told).toMatchObject({ entries: 3, exits: 3, lengths: [1, 0, 1, 0, 0, 0] })
  expect([told.heat[0]?.[9], told.heat[0]?.[10]]).toEqual([2, 1])
  expect(told.heat.flat().reduce((sum, n) => sum + n, 0)).toBe(3)
  expect(told.stays).toEqual({
    count: 2,
    average: 22 * MINUTE,
    middle: 22 * MINUTE,
    longest: 40 * MINUTE,
  })
  expect(told.often).toEqual([
    { deviceId: here.otherDeviceId, imei: here.otherImei, name: '张伟', entries: 2, ms: 40 * MINUTE },
    { deviceId: here.deviceId, imei: here.imei, name: 'Device', entries: 1, ms: 4 * MINUTE },
  ])
  // A patrol sees the devices of its own department only.
  expect(await figures({}, server.tokens.patrol)).toMatchObject({
    entries: 1,
    exits: 2,
    often: [{ deviceId: here.deviceId }],
  })
})

test('thousands of events are all counted', async () => {
  const { here } = server
  await server.sql(sql =>
    sql.change(
      `insert into fence_event (tenant_id, created_at, updated_at, fence_id, fence_name, device_id, device_name, imei, kind,
         at, since, latitude, longitude)
       select $1, 0, 0, $2, 'x', $3, 'x', $5, case when n % 2 = 0 then 'entry' else 'exit' end, $4 + n * 60000,
         case when n % 2 = 1 then $4 + (n - 1) * 60000 end, 1, 1 from generate_series(0::bigint, 2399) n`,
      [here.tenantId, here.fenceId, here.deviceId, monday, here.imei],
    ),
  )
  expect(await figures()).toMatchObject({
    entries: 1200,
    exits: 1200,
    stays: { count: 1200, average: MINUTE, middle: MINUTE, longest: MINUTE },
    lengths: [1200, 0, 0, 0, 0, 0],
  })
})

test('hours go by the clocks of the zone when they are set back', async () => {
  const zone = 'Europe/Berlin'
  await happens('entry', at('2026-10-25T00:30:00Z'))
  await happens('entry', at('2026-10-25T01:30:00Z'))
  const { heat } = await figures({ zone })
  expect(heat[6]?.[2]).toBe(2)
})

describe('are refused', () => {
  test.each<[string, () => Record<string, string | number>, string, string | undefined]>([
    ['for a zone that is none', () => ({ zone: 'Mars/Olympus' }), 'field.zone', 'zone'],
    ['for an end before the beginning', () => ({ to: FROM }), 'field.periodOrder', 'to'],
    ['for more than 400 days', () => ({ to: FROM + 400 * 86_400_000 + 1 }), 'field.tooBig', 'to'],
    ['for a fence of another tenant', () => ({ id: server.there.fenceId }), 'row.unknown', undefined],
    ['for a fence that is none', () => ({ id: 999_999_999 }), 'row.unknown', undefined],
  ])('%s', async (_, more, id, field) => {
    expect(await ask(more())).toMatchObject({ id, ...(field === undefined ? {} : { field }) })
  })
  test('to who may not see fences', async () => {
    await server.sql(sql =>
      sql.change(
        `delete from role_resource where resource_id in (select id from resource where mark = 'fence.read')
           and role_id in (select id from role where name = '巡逻人员' and tenant_id = $1)`,
        [server.here.tenantId],
      ),
    )
    const token = await server.logIn('patrol')
    expect((await ask({}, token)).id).toBe('forbidden')
  })
})
