// The story of a device that is a door says what happened at it, to those who may read that.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('a door that opened today has something today', async () => {
  const { deviceId, tenantId, imei, departmentId } = server.here
  const at = Date.now() - 60_000
  await server.sql(sql =>
    insert(sql, 'door_event', {
      tenant_id: tenantId,
      device_id: deviceId,
      imei,
      device_name: 'North gate',
      department_id: departmentId,
      kind: 'cardOpened',
      person_name: '李雷',
      at,
    }),
  )
  const { data } = await server.call('/api/device/device/timeline', {
    token: server.tokens.admin,
    query: { imei, from: String(at - 1), to: String(Date.now()), limit: '50' },
  })
  expect(data).toContainEqual(
    expect.objectContaining({ kind: 'door', subject: 'cardOpened', userName: '李雷', at }),
  )
})
