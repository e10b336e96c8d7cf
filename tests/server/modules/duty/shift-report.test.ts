// Shift reports against the real server: what fell into the shift, for whom, within tenant, department and rights.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultPath } from '../../../../src/contract/endpoint.ts'
import { shiftReport } from '../../../../src/contract/endpoints/duty.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../src/domain/durations.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { addColleagues } from '../approvals/colleagues.ts'

const ENDS = Date.now() - HOUR_MS
const STARTS = ENDS - 8 * HOUR_MS
const span = { startsAt: STARTS, endsAt: ENDS }

let server: TestServer
let otherDepartment: number
beforeAll(async () => {
  server = await startServer()
  const { tenantId, deviceId, imei, departmentId } = server.here
  await server.sql(async sql => {
    otherDepartment = await insert(sql, 'department', { tenant_id: tenantId, name: 'Elsewhere' })
    const alarm = (type: string, raised_at: number, more: object = {}) =>
      insert(sql, 'alarm', {
        ...{ tenant_id: tenantId, type, severity: 'critical', title: type, device_id: deviceId, imei },
        ...{ device_name: 'Helmet', device_kind: 'helmet', department_id: departmentId, raised_at },
        ...more,
      })
    const sos = await alarm('sos', STARTS, {
      ...{ status: 'handled', taken_by: 'Li', taken_at: STARTS + MINUTE_MS },
      ...{ handled_by: 'Li', handled_at: STARTS + 5 * MINUTE_MS, note: 'Fell, brought out' },
    })
    await alarm('fall', STARTS + 1, { department_id: otherDepartment })
    const test_id = await insert(sql, 'alarm_test', {
      ...{ tenant_id: tenantId, reason: 'Yearly', user_name: 'Li', starts_at: STARTS, ends_at: ENDS },
    })
    await alarm('fall', STARTS + 2, { test_id })
    // Neither the moment before nor the one at which the next shift begins.
    await alarm('fall', STARTS - 1)
    await alarm('sos', ENDS)
    const step = { key: 'callPerson', text: null, who: 'taker', within: 60 }
    const run = await sql.first<{ id: number }>(
      'insert into response_run (tenant_id, alarm_id, created_at, steps) values ($1, $2, $3, $4) returning id',
      [tenantId, sos, STARTS, JSON.stringify([step, { ...step, key: 'writeUp' }])],
    )
    await sql.change(
      `insert into response_event (tenant_id, run_id, event_key, step, does, at, recorded_at, user_name)
       values ($1, $2, 'event-one', 'callPerson', 'done', $3, $3, 'Li')`,
      [tenantId, run?.id, STARTS + MINUTE_MS],
    )
    for (const [state, started_at, department_id] of [
      ['missed', STARTS + 3, departmentId],
      ['ended', STARTS + 4, departmentId],
      ['missed', ENDS, departmentId],
      ['missed', STARTS + 5, otherDepartment],
    ])
      await insert(sql, 'call', {
        ...{ tenant_id: tenantId, kind: 'door', state, started_at, expires_at: ENDS, department_id },
        ...{ device_name: 'Gate', room_no: '1201', channel: 'c', provider: 'p' },
      })
    const worker_id = await insert(sql, 'worker', {
      tenant_id: tenantId,
      name: 'Wang',
      label_code: 'W-report',
    })
    const post_id = await insert(sql, 'post', { tenant_id: tenantId, name: 'Control room' })
    await insert(sql, 'duty_shift', {
      ...{ tenant_id: tenantId, worker_id, post_id, starts_at: STARTS, ends_at: ENDS, state: 'published' },
    })
    const work = (title: string, created_at: number, done_at: number | null) =>
      insert(sql, 'work_item', {
        ...{ tenant_id: tenantId, title, assignee_id: worker_id, due_on: '2026-01-01', created_at, done_at },
        ...{ department_id: departmentId, state: done_at === null ? 'open' : 'done' },
      })
    await work('Mend the gate', STARTS, null)
    await work('Done only afterwards', STARTS, ENDS)
    await work('Done in the shift', STARTS, ENDS - 1)
    await work('Came afterwards', ENDS, null)
    for (const at of [STARTS + 6, STARTS + 7, ENDS])
      await sql.change(
        'insert into online_change (tenant_id, device_id, at, online) values ($1, $2, $3, false)',
        [tenantId, deviceId, at],
      )
    await insert(sql, 'duty_record', {
      ...{ tenant_id: tenantId, day: '2026-01-01', area: 'North', worker_id, situation: 'All quiet' },
      ...{ starts_at: STARTS, ends_at: ENDS, out_signed_at: ENDS },
    })
  })
})
afterAll(() => server.stop())

const ask = (token: string | undefined, query: object = span) =>
  server.call(defaultPath(shiftReport), {
    token,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  })
async function report(token: string) {
  const answer = await ask(token)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  return z.parse(shiftReport.response, answer.data)
}

test('a report has what fell into the shift, and what stood open when it was over', async () => {
  const { onDuty, alarms, sos, calls, work, runs, quiet, notes } = await report(server.tokens.admin)
  expect(onDuty).toMatchObject({ total: 1, list: [{ workerName: 'Wang', postName: 'Control room' }] })
  expect(alarms).toMatchObject([
    { type: 'fall', count: 1, open: 1, taken: { count: 0, median: null } },
    {
      ...{ type: 'sos', count: 1, open: 0 },
      taken: { count: 1, median: MINUTE_MS, longest: MINUTE_MS },
      closed: { count: 1, median: 5 * MINUTE_MS },
    },
  ])
  expect(sos).toMatchObject({ total: 1, list: [{ takenBy: 'Li', note: 'Fell, brought out' }] })
  expect(calls).toMatchObject({ answered: 1, missed: 2 })
  expect(calls?.list[0]).toMatchObject({ fromName: 'Gate', roomNo: '1201' })
  expect(work?.list.map(({ title }) => title).sort()).toEqual(['Done only afterwards', 'Mend the gate'])
  expect(runs).toMatchObject({ total: 1, list: [{ type: 'sos', steps: 2, done: 1, skipped: 0 }] })
  expect(quiet).toMatchObject({ total: 1, list: [{ times: 2, at: STARTS + 7 }] })
  expect(notes).toMatchObject({ total: 1, list: [{ area: 'North', situation: 'All quiet', state: 'half' }] })
})

test('another tenant gets nothing of it', async () => {
  const { onDuty, alarms, sos, calls, work, runs, quiet, notes } = await report(server.tokens.stranger)
  for (const part of [onDuty, sos, work, runs, quiet, notes]) expect(part).toEqual({ total: 0, list: [] })
  expect(alarms).toEqual([])
  expect(calls).toEqual({ answered: 0, missed: 0, list: [] })
})

test('who sees one department gets what is of it, and no part that their role may not read', async () => {
  const { alarms, calls, sos, runs, quiet } = await report(server.tokens.patrol)
  expect(alarms?.map(({ type }) => type)).toEqual(['sos'])
  expect(sos?.total).toBe(1)
  expect(runs?.total).toBe(1)
  expect(quiet?.total).toBe(1)
  // A patrol reads no call log.
  expect(calls).toBeNull()
})

test('a patrol of another department sees nothing of this one', async () => {
  const [colleague] = await addColleagues(server, ['far'], '巡逻人员')
  if (!colleague) throw new Error('nobody')
  await server.sql(sql =>
    sql.change('update account set department_id = $2 where id = $1', [colleague.id, otherDepartment]),
  )
  const { alarms, sos, runs, quiet } = await report(colleague.token)
  expect(alarms?.map(({ type }) => type)).toEqual(['fall'])
  for (const part of [sos, runs, quiet]) expect(part?.total).toBe(0)
})

test('without a session, as a visitor and for a span that is none, nothing is answered', async () => {
  expect(await ask(undefined)).toMatchObject({ code: 208 })
  expect(await ask(server.tokens.visitor)).toMatchObject({ id: 'forbidden' })
  const { admin } = server.tokens
  expect(await ask(admin, { startsAt: ENDS, endsAt: ENDS })).toMatchObject({
    ...{ id: 'field.periodOrder', field: 'endsAt' },
  })
  expect(await ask(admin, { startsAt: ENDS - 49 * HOUR_MS, endsAt: ENDS })).toMatchObject({
    ...{ id: 'field.tooBig', field: 'endsAt' },
  })
  expect(await ask(admin, { startsAt: 'then', endsAt: ENDS })).toMatchObject({ field: 'startsAt' })
  expect(await ask(admin, { startsAt: STARTS })).toMatchObject({ field: 'endsAt' })
})
