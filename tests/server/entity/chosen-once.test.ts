// Nothing is chosen twice: a bulk action or a form that names a row twice is refused in words and changes nothing, and what
// was stored before that was so is put right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test.each([
  ['device/device/remove', 'ids', (id: number) => ({ ids: [id, id] })],
  ['device/device/restart', 'ids', (id: number) => ({ ids: [id, id] })],
  [
    'device/allocation/start',
    'deviceIds',
    (id: number) => ({ deviceIds: [id, id], targetDepartmentId: server.here.otherDepartmentId }),
  ],
  [
    'device/order/send',
    'deviceIds',
    (id: number) => ({ deviceIds: [id, id], order: { kind: 'restart', input: {} } }),
  ],
  ['device/fence/bind', 'add', (id: number) => ({ id: server.here.fenceId, add: [id, id], remove: [] })],
] as const)('%s', async (path, field, body) => {
  const state = () =>
    server.sql(sql =>
      sql.first(
        `select (select count(*)::int from device_command) as orders, (select count(*)::int from allocation) as allocations,
           (select count(*)::int from fence_device) as bound, (select sum(version)::int from device) as versions`,
      ),
    )
  const before = await state()
  const answer = await server.call(`/api/${path}`, {
    token: server.tokens.admin,
    body: body(server.here.deviceId),
  })
  expect(answer).toMatchObject({ id: 'field.chosenTwice', field })
  expect(answer.msg).toContain('chosen twice')
  expect(await state()).toEqual(before)
})

test('what was stored with doubles is read as it is after the upgrade: each once, in its order', async () => {
  const [rule, report] = await server.sql(async sql => [
    await insert(sql, 'alarm_rule', {
      tenant_id: server.here.tenantId,
      name: 'Doubled',
      zone: 'Asia/Shanghai',
      types: ['sos', 'fall', 'sos'],
      days: [3, 1, 3],
      role_ids: [server.here.roleId, server.here.roleId],
    }),
    await insert(sql, 'report', {
      tenant_id: server.here.tenantId,
      name: 'Doubled',
      subject: 'alarms',
      group_by: 'day',
      period: 'last7Days',
      zone: 'Asia/Shanghai',
      user_id: server.here.userId,
      user_name: 'Somebody',
      device_ids: [server.here.deviceId, server.here.otherDeviceId, server.here.deviceId],
    }),
  ])
  const untouched = () =>
    server.sql(sql => sql.first('select * from alarm_rule where id = $1', [server.here.alarmRuleId]))
  const before = await untouched()
  const owner = new pg.Client({ connectionString: server.app.database.ownerUrl })
  await owner.connect()
  await owner.query(
    readFileSync(join(import.meta.dirname, '../../../server/db/migrations/0048_chosen_once.sql'), 'utf8'),
  )
  await owner.end()
  expect(
    await server.sql(sql =>
      sql.first('select types, days, to_json(role_ids) as role_ids from alarm_rule where id = $1', [rule]),
    ),
  ).toMatchObject({ types: ['sos', 'fall'], days: [3, 1], role_ids: [server.here.roleId] })
  expect(
    await server.sql(sql =>
      sql.first('select to_json(device_ids) as device_ids from report where id = $1', [report]),
    ),
  ).toMatchObject({ device_ids: [server.here.deviceId, server.here.otherDeviceId] })
  expect(await untouched()).toEqual(before)
})
