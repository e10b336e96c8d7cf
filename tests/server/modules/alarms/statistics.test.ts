// Statistics of alarms: counts by type, severity, time, place and device; days of 23 and 25 hours; whose alarms they are.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { alarmStatistics } from '../../../../src/contract/endpoints/report.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

type Answer = z.output<typeof alarmStatistics.response>
const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (text: string) => Date.parse(text)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() =>
  server.sql(async sql => {
    await sql.change('delete from alarm_event')
    await sql.change('delete from alarm')
  }),
)

const raise = (raised_at: number, more: Record<string, unknown> = {}) => {
  const { here } = server
  return server.sql(sql =>
    insert(sql, 'alarm', {
      tenant_id: here.tenantId,
      type: 'smoke',
      severity: 'critical',
      title: 'x',
      device_id: here.deviceId,
      imei: here.imei,
      device_name: 'as it was',
      device_kind: 'smokeDetector',
      department_id: here.departmentId,
      place: 'Gate 1',
      raised_at,
      ...more,
    }),
  )
}
const ask = (more: Record<string, string | number>, token = server.tokens.admin) => {
  const query = {
    zone: 'Asia/Shanghai',
    by: 'day',
    from: at('2026-03-01T00:00:00+08:00'),
    to: at('2026-04-01T00:00:00+08:00'),
    ...more,
  }
  return server.call('/api/message/alarm/statistics', {
    token,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  })
}
const figures = async (more: Record<string, string | number> = {}, token?: string) => {
  const answer = await ask(more, token)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as Answer
}

test('nothing is nothing, with every day there', async () => {
  const { series, ...rest } = await figures()
  expect(rest).toEqual({
    total: 0,
    open: 0,
    onTest: 0,
    acknowledgeMs: null,
    handleMs: null,
    byType: [],
    bySeverity: [],
    byPlace: [],
    byDevice: [],
    byHour: [],
  })
  expect(series).toHaveLength(31)
  expect(series[0]).toEqual({
    at: at('2026-03-01T00:00:00+08:00'),
    critical: 0,
    warning: 0,
    attention: 0,
    info: 0,
  })
})

test('counts by type, severity, place, device, weekday and hour', async () => {
  const { here } = server
  const other = { device_id: here.otherDeviceId, imei: here.otherImei, place: null }
  // A Friday.
  await raise(at('2026-03-06T09:15:00+08:00'))
  await raise(at('2026-03-06T09:45:00+08:00'), { status: 'handled' })
  await raise(at('2026-03-07T00:00:00+08:00'), { type: 'lowVoltage', severity: 'attention', ...other })
  await raise(at('2026-03-31T23:59:59.999+08:00'), { type: 'smoke', status: 'taken' })
  // Beyond the period on both sides.
  await raise(at('2026-02-28T23:59:59.999+08:00'))
  await raise(at('2026-04-01T00:00:00+08:00'))
  const answer = await figures()
  expect(answer).toMatchObject({ total: 4, open: 3, onTest: 0 })
  // Coded on the wire: 8 smoke, 9 low voltage.
  expect(answer.byType).toEqual([
    { type: 8, count: 3 },
    { type: 9, count: 1 },
  ])
  expect(answer.bySeverity).toEqual([
    { severity: 'critical', count: 3 },
    { severity: 'attention', count: 1 },
  ])
  expect(answer.byPlace).toEqual([
    { place: 'Gate 1', count: 3 },
    { place: null, count: 1 },
  ])
  expect(answer.byDevice).toEqual([
    { imei: here.imei, name: `here ${here.imei}`, count: 3 },
    { imei: here.otherImei, name: `here ${here.otherImei}`, count: 1 },
  ])
  expect(answer.byHour).toEqual([
    { day: 2, hour: 23, count: 1 },
    { day: 5, hour: 9, count: 2 },
    { day: 6, hour: 0, count: 1 },
  ])
  expect(answer.series.filter(({ critical, attention }) => critical + attention > 0)).toEqual([
    { at: at('2026-03-06T00:00:00+08:00'), critical: 2, warning: 0, attention: 0, info: 0 },
    { at: at('2026-03-07T00:00:00+08:00'), critical: 0, warning: 0, attention: 1, info: 0 },
    { at: at('2026-03-31T00:00:00+08:00'), critical: 1, warning: 0, attention: 0, info: 0 },
  ])
})

test('alarms of test windows are counted apart', async () => {
  const { here } = server
  const test_id = await server.sql(sql =>
    insert(sql, 'alarm_test', {
      tenant_id: here.tenantId,
      reason: 'x',
      starts_at: 1,
      ends_at: 2,
      user_name: 'x',
    }),
  )
  await raise(at('2026-03-06T09:15:00+08:00'), { test_id, status: 'handled' })
  await raise(at('2026-03-06T10:15:00+08:00'))
  expect(await figures()).toMatchObject({
    total: 1,
    onTest: 1,
    byType: [{ count: 1 }],
    byDevice: [{ count: 1 }],
  })
})

test('medians are of what people did', async () => {
  const begin = at('2026-03-06T09:00:00+08:00')
  for (const [index, seconds] of [10, 20, 600].entries())
    await raise(begin + index, {
      status: 'handled',
      acknowledged_by: 'x',
      acknowledged_at: begin + index + seconds * 1_000,
      handled_by: 'x',
      handled_at: begin + index + seconds * 2_000,
    })
  // By a clock that was hours behind: how long it took is not known.
  for (const index of [20, 21, 22])
    await raise(begin + index, {
      status: 'handled',
      acknowledged_by: 'x',
      acknowledged_at: begin - 10_800_000,
      handled_by: 'x',
      handled_at: begin - 10_800_000,
    })
  // Ended by itself, and one nobody has touched.
  await raise(begin + 10, { type: 'online', status: 'handled', handled_at: begin + 10 })
  await raise(begin + 11)
  expect(await figures()).toMatchObject({ acknowledgeMs: 20_000, handleMs: 40_000 })
})

describe('time goes by the clocks of the zone', () => {
  test('a day of 23 hours and one of 25', async () => {
    const zone = 'Europe/Berlin'
    const spring = await figures({
      zone,
      by: 'hour',
      from: at('2026-03-29T00:00:00+01:00'),
      to: at('2026-03-30T00:00:00+02:00'),
    })
    expect(spring.series).toHaveLength(23)
    await raise(at('2026-10-25T00:30:00Z'))
    await raise(at('2026-10-25T01:30:00Z'))
    const period = { from: at('2026-10-25T00:00:00+02:00'), to: at('2026-10-26T00:00:00+01:00') }
    const autumn = await figures({ zone, by: 'hour', ...period })
    expect(autumn.series).toHaveLength(25)
    // 02:30 comes twice: two hours of the series, one of the week.
    expect(autumn.series.filter(({ critical }) => critical > 0)).toHaveLength(2)
    expect(autumn.byHour).toEqual([{ day: 7, hour: 2, count: 2 }])
    const day = await figures({ zone, by: 'day', ...period })
    expect(day.series).toEqual([{ at: period.from, critical: 2, warning: 0, attention: 0, info: 0 }])
  })
  test('weeks begin on Monday, months on the first, zones of 45 minutes at their midnight', async () => {
    const weeks = await figures({ by: 'week' })
    expect(weeks.series.map(row => row.at)).toEqual([
      at('2026-02-23T00:00:00+08:00'),
      at('2026-03-02T00:00:00+08:00'),
      at('2026-03-09T00:00:00+08:00'),
      at('2026-03-16T00:00:00+08:00'),
      at('2026-03-23T00:00:00+08:00'),
      at('2026-03-30T00:00:00+08:00'),
    ])
    const months = await figures({ by: 'month', to: at('2026-06-01T00:00:00+08:00') })
    expect(months.series).toHaveLength(3)
    await raise(at('2026-03-05T18:15:00Z'))
    const nepal = await figures({
      zone: 'Asia/Kathmandu',
      from: at('2026-03-05T18:15:00Z'),
      to: at('2026-03-06T18:15:00Z'),
    })
    expect(nepal.series).toMatchObject([{ at: at('2026-03-05T18:15:00Z'), critical: 1 }])
    expect(nepal.byHour).toEqual([{ day: 5, hour: 0, count: 1 }])
  })
})

test('filters narrow everything', async () => {
  const { here } = server
  const moment = at('2026-03-06T09:00:00+08:00')
  await raise(moment)
  await raise(moment + 1, { type: 'fall', device_kind: 'helmet', department_id: here.otherDepartmentId })
  expect(await figures({ type: 13 })).toMatchObject({
    total: 1,
    byType: [{ type: 13 }],
    byHour: [{ count: 1 }],
  })
  expect(await figures({ deviceKind: 'smokeDetector' })).toMatchObject({ total: 1, byType: [{ type: 8 }] })
  expect(await figures({ departmentId: here.otherDepartmentId })).toMatchObject({
    total: 1,
    byType: [{ type: 13 }],
  })
})

test('are about what the person sees', async () => {
  const { here, there, tokens } = server
  const moment = at('2026-03-06T09:00:00+08:00')
  await raise(moment)
  await raise(moment + 1, {
    department_id: here.otherDepartmentId,
    device_id: here.otherDeviceId,
    imei: here.otherImei,
  })
  await raise(moment + 2, {
    tenant_id: there.tenantId,
    device_id: there.deviceId,
    imei: there.imei,
    place: 'there',
  })
  expect(await figures({}, tokens.patrol)).toMatchObject({ total: 1, byDevice: [{ imei: here.imei }] })
  const all = await figures({}, tokens.admin)
  expect(all.total).toBe(2)
  expect(JSON.stringify(all)).not.toContain('there')
  expect(await figures({}, tokens.stranger)).toMatchObject({ total: 1 })
  expect(await figures({}, tokens.root)).toMatchObject({ total: 3 })
})

describe('are refused', () => {
  const from = at('2026-03-01T00:00:00+08:00')
  test.each<[string, () => Record<string, string | number>, string, string | undefined]>([
    ['for a zone that is none', () => ({ zone: 'Mars/Olympus' }), 'field.zone', 'zone'],
    ['for an end before the beginning', () => ({ to: from - 1 }), 'field.periodOrder', 'to'],
    ['for no time at all', () => ({ to: from }), 'field.periodOrder', 'to'],
    ['for more than 400 days', () => ({ to: from + 400 * DAY + HOUR + 1 }), 'field.tooBig', 'to'],
    [
      'for more than 31 days of hours',
      () => ({ by: 'hour', to: from + 31 * DAY + HOUR + 1 }),
      'field.tooBig',
      'to',
    ],
    ['by the minute', () => ({ by: 'minute' }), 'field.choice', 'by'],
    [
      'for a department of another tenant',
      () => ({ departmentId: server.there.departmentId }),
      'row.unknown',
      undefined,
    ],
    ['for a department that is none', () => ({ departmentId: 999_999_999 }), 'row.unknown', undefined],
  ])('%s', async (_, more, id, field) => {
    expect(await ask(more())).toMatchObject({ id, ...(field === undefined ? {} : { field }) })
  })
  test('for a department that the person does not see', async () => {
    expect(await ask({ departmentId: server.here.otherDepartmentId }, server.tokens.patrol)).toMatchObject({
      id: 'row.unknown',
    })
  })
  test('400 days and 31 days of hours are not', async () => {
    expect((await figures({ to: from + 400 * DAY })).series).toHaveLength(400)
    expect((await figures({ by: 'hour', to: from + 31 * DAY })).series).toHaveLength(744)
  })
})
