// An alarm on a phone: who is asked to see to it hears of it by push, and it goes when somebody has it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPost } from '../../../../server/modules/push/post.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { type PushService, startPushService } from '../push/push-service.ts'

let service: PushService
let server: TestServer
beforeAll(async () => {
  service = await startPushService()
  server = await startServer({}, { post: createPost({ ca: service.ca, anywhere: true }) })
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

test('an assigned alarm is pushed to whom it is for, in their language, and taken back when it is taken', async () => {
  const { here, tokens } = server
  const browser = service.browser('phone')
  const { endpoint, p256dh, auth } = browser
  await server.call('/api/message/push/subscribe', {
    token: tokens.patrol,
    body: { endpoint, p256dh, auth, label: 'Phone', language: 'de' },
  })
  const { alarmId, patrolId } = await server.sql(async sql => ({
    alarmId: await insert(sql, 'alarm', {
      tenant_id: here.tenantId,
      type: 'smoke',
      severity: 'critical',
      title: 'x',
      device_id: here.deviceId,
      imei: here.imei,
      device_name: 'Melder 7',
      device_kind: 'smokeDetector',
      department_id: here.departmentId,
      place: 'Tor 1',
      raised_at: Date.now(),
    }),
    patrolId: (await sql.first<{ id: number }>(`select id from account where username = 'patrol'`))?.id,
  }))
  await server.call('/api/message/alarm/assign', {
    token: tokens.admin,
    body: { ids: [alarmId], input: { userId: patrolId } },
  })
  const [told] = await service.until(browser, 1)
  // Names stand between marks that keep their direction.
  expect({ ...told, title: told?.title.replace(/[\u2068\u2069]/g, '') }).toMatchObject({
    kind: 'alarm',
    tag: `alarm-${alarmId}`,
    title: 'Für Sie: Rauch',
    actions: [{ action: 'open' }],
    open: `/#/AlarmHistory?open=${alarmId}`,
  })
  await server.call('/api/message/alarm/take', { token: tokens.admin, body: { ids: [alarmId] } })
  const payloads = await service.until(browser, 2)
  expect(payloads.at(-1)).toMatchObject({ kind: 'gone', tag: `alarm-${alarmId}` })
})
