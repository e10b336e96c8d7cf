// An SOS while the console is closed: from the device's alarm through the push service into a real service worker, and
// back from its notification. The push service is this test; the server's own console runs beside the walks'.

import { expect, test } from 'playwright/test'
import { createPost } from '../../server/modules/push/post.ts'
import { type PushService, startPushService } from '../server/modules/push/push-service.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../server/start.ts'

let service: PushService
let server: TestServer
test.beforeAll(async () => {
  service = await startPushService()
  server = await startServer({}, { post: createPost({ ca: service.ca, anywhere: true }) })
  // What waits from before would lie over the page.
  await server.sql(async sql => {
    await sql.change(`update alarm set status = 'handled'`)
    await sql.change('delete from card_notice')
  })
})
test.afterAll(async () => {
  await server?.stop()
  await service?.stop()
})

/** Raises an SOS in the own tenant, as ingestion does. */
async function raiseSos(): Promise<number> {
  const { here, app } = server
  const facts = {
    imei: here.imei,
    deviceName: 'Wristband',
    wearerName: 'Chen',
    place: null,
    building: 'Block 3',
  }
  const id = await server.sql(sql =>
    insert(sql, 'alarm', {
      tenant_id: here.tenantId,
      type: 'sos',
      severity: 'critical',
      title: 'SOS',
      device_id: here.deviceId,
      imei: here.imei,
      device_name: facts.deviceName,
      device_kind: 'wristband',
      wearer_name: facts.wearerName,
      building: facts.building,
      department_id: here.departmentId,
      raised_at: Date.now(),
    }),
  )
  const { tenantId, departmentId } = here
  app.parts.bus.emit('alarm.raised', {
    alarms: [
      { ...facts, id, tenantId, departmentId, type: 'sos', unit: null, roomNo: null, raisedAt: Date.now() },
    ],
  })
  return id
}

test('patrol: app closed, SOS raised, taken from the notification', async ({ browser }) => {
  const context = await browser.newContext({
    permissions: ['notifications'],
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  const phone = service.browser('phone')
  // A private window has no push of its own, and no test asks a maker's service: the subscription is this one.
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    if (localStorage.getItem('lang') === null) localStorage.setItem('lang', 'en')
    let subscription: object | null = null
    const make = (options: PushSubscriptionOptionsInit | undefined) => ({
      endpoint,
      options,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        subscription = null
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async (options?: PushSubscriptionOptionsInit) => {
        subscription = make(options)
        return subscription
      },
    })
  }, phone)
  await page.goto(server.url)
  await page.getByRole('textbox', { name: 'Account' }).fill('patrol')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: /^Notifications on this device/ }).click()
  await page.getByRole('button', { name: 'Switch notifications on' }).click()
  await expect(page.getByText('Notifications reach this device')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  expect((await service.until(phone, 1))[0]).toMatchObject({ kind: 'test', lang: 'en' })

  const devTools = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })

  // The console is closed.
  await page.goto('about:blank')
  const before = Date.now()
  const id = await raiseSos()
  const payload = (await service.until(phone, 2))[1]
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId,
    data: JSON.stringify(payload),
  })
  await expect.poll(shown).toContainEqual({
    title: 'SOS emergency',
    body: '\u2068Chen\u2069 · \u2068Block 3\u2069',
    tag: `sos-${id}`,
  })
  const proven = () =>
    server.sql(sql => sql.first<{ at: number | null }>('select last_proven_at as at from push_subscription'))
  await expect.poll(async () => (await proven())?.at).toBeGreaterThanOrEqual(before)

  await worker.evaluate(async tag => {
    const worker = self as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const [notification] = await worker.registration.getNotifications({ tag })
    const Clicked = Reflect.get(self, 'NotificationEvent') as new (type: string, of: object) => Event
    worker.dispatchEvent(new Clicked('notificationclick', { notification, action: 'acknowledge' }))
  }, `sos-${id}`)
  await expect.poll(async () => (await shown())[0]?.title).toBe('You have taken it.')
  const row = await server.sql(sql =>
    sql.first<{ status: string; by: string }>('select status, taken_by as by from alarm where id = $1', [id]),
  )
  expect(row).toEqual({ status: 'taken', by: 'Name of patrol' })
  await context.close()
})
