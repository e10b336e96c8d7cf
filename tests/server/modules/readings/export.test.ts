// Measured values as a file: a task with the rights of the person, packed and plain hours alike, bad orders refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packClosedHours } from '../../../../server/modules/readings/hours.ts'
import { startServer, type TestServer } from '../../start.ts'

const HOUR = 3_600_000
const from = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR
const path = '/api/device/reading/export'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const order = (more: object = {}) => ({
  imeis: [server.here.imei],
  kinds: ['heartRate', 'bloodOxygen'],
  from,
  to: from + 3 * HOUR,
  format: 'csv',
  words: { device: 'Device', imei: 'IMEI', time: 'Time', heartRate: 'Pulse (bpm)', bloodOxygen: '=Oxygen' },
  zone: 'UTC',
  ...more,
})

test('the file has a line for each moment, whoever packed its hour', async () => {
  await server.sql(async sql => {
    for (const [kind, at, value] of [
      ['heartRate', from, 70],
      ['bloodOxygen', from, 97],
      ['heartRate', from + 60_000, 71],
      ['heartRate', from + 2 * HOUR, 72],
      ['heartRate', from + 4 * HOUR, 99],
    ] as const)
      await sql.change(
        'insert into reading (tenant_id, device_id, kind, at, value) values ($1, $2, $3, $4, $5)',
        [server.here.tenantId, server.here.deviceId, kind, at, value],
      )
    // Rows that no message brought are found by the look at all of them.
    await sql.change('delete from packing_mark')
  })
  await packClosedHours(server.app.parts.data, from + 2 * HOUR)
  const answer = await server.call(path, { token: server.tokens.admin, body: order() })
  const { taskId } = answer.data as { taskId: number }
  await expect
    .poll(
      async () =>
        (
          await server.sql(sql =>
            sql.first<{ state: string }>('select state from task where id = $1', [taskId]),
          )
        )?.state,
      { timeout: 15_000 },
    )
    .toBe('done')
  const file = await server.call('/api/message/task/file', {
    token: server.tokens.admin,
    query: { id: String(taskId) },
  })
  const lines = String(file.data)
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  const time = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  expect(lines).toEqual([
    "Device,IMEI,Time,Pulse (bpm),'=Oxygen",
    `here ${server.here.imei},${server.here.imei},${time(from)},70,97`,
    `here ${server.here.imei},${server.here.imei},${time(from + 60_000)},71,`,
    `here ${server.here.imei},${server.here.imei},${time(from + 2 * HOUR)},72,`,
  ])
  const task = await server.sql(sql =>
    sql.first<{ kind: string }>('select kind from task where id = $1', [taskId]),
  )
  expect(task?.kind).toBe('readings')
})

test('a foreign IMEI among the own ones refuses the whole order, as an unknown one does', async () => {
  const foreign = await server.call(path, {
    token: server.tokens.admin,
    body: order({ imeis: [server.here.imei, server.there.imei] }),
  })
  const unknown = await server.call(path, {
    token: server.tokens.admin,
    body: order({ imeis: [server.here.imei, '99999999999999'] }),
  })
  expect(foreign).toMatchObject({ id: 'row.unknown' })
  expect(unknown.id).toBe(foreign.id)
})

test('who may not export starts no task', async () => {
  expect(await server.call(path, { token: server.tokens.visitor, body: order() })).toMatchObject({
    id: 'forbidden',
  })
})

test.each([
  ['21 devices', { imeis: Array.from({ length: 21 }, (_, index) => `8660000000000${10 + index}`) }, 'imeis'],
  ['no device', { imeis: [] }, 'imeis'],
  ['no reading', { kinds: [] }, 'kinds'],
  ['an end before the beginning', { from: from + HOUR, to: from }, 'to'],
  ['more than a year and a month', { to: from + 401 * 24 * HOUR }, 'to'],
  ['an unknown reading', { kinds: ['happiness'] }, 'kinds.0'],
])('%s', async (_, more, field) => {
  expect(await server.call(path, { token: server.tokens.admin, body: order(more) })).toMatchObject({
    code: 1400,
    field,
  })
})
