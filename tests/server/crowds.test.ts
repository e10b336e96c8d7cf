// Many at once: a crowd that logs in or asks for its menu is answered, all of it, and a device is heard meanwhile. One
// connection for all of them is enough, because nobody ever holds one and waits for another. With FIGURES set it measures.
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { calling } from './crowd-device.ts'
import { PASSWORD, startServer, type TestServer } from './start.ts'

const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

let server: TestServer
let device: Awaited<ReturnType<typeof calling>>
beforeAll(async () => {
  const mqttPort = await freePort()
  const one = { DATABASE_PEOPLE: '1', DATABASE_WAIT_SECONDS: '300' }
  server = await startServer({ MQTT_PORT: String(mqttPort), ...(process.env.FIGURES ? {} : one) })
  device = await calling(server, mqttPort)
})
afterAll(() => server.stop())

const VISITOR = '/api/auth/auth/visitor'
const NAVIGATION = '/api/user/per/getNavigationBar'
/** What is remembered for a few seconds is forgotten, as after a change of rights. */
const forgetRights = () => server.app.parts.bus.emit('rights.changed', {})

async function crowd(name: string, calls: number, call: () => Promise<{ code: unknown }>) {
  forgetRights()
  const began = performance.now()
  const all = Promise.all(Array.from({ length: calls }, call))
  const heard = await device.callForHelp()
  const codes = (await all).map(({ code }) => code)
  if (process.env.FIGURES)
    process.stdout.write(
      `${JSON.stringify({ name, calls, answered: codes.filter(code => code === 0).length, ms: Math.round(performance.now() - began), connackMs: Math.round(heard.connected), pubackMs: Math.round(heard.acknowledged) })}\n`,
    )
  expect(codes).toEqual(Array.from({ length: calls }, () => 0))
}

test('80 visitors log in at once', () =>
  crowd('visitor logins', 80, () => server.call(VISITOR, { body: {} })))

test.each([60, 200])('%i consoles ask for their menus at once', calls =>
  crowd('getNavigationBar', calls, () => server.call(NAVIGATION, { token: server.tokens.admin, body: {} })),
)

test('40 people change their password at once, and a wrong one counts although the call is undone', async () => {
  const tokens = await Promise.all(Array.from({ length: 5 }, () => server.logIn('second')))
  const change = (token: string | undefined, oldPassword: string) =>
    server.call('/api/auth/auth/changePassword', {
      token: token ?? '',
      body: { oldPassword, newPassword: DEMO_PASSWORD },
    })
  const failures = () =>
    server.sql(
      async sql =>
        (
          await sql.first<{ n: number }>(
            `select count(*)::int as n from login_failure where subject like 'account:#%'`,
          )
        )?.n ?? 0,
    )
  expect(await change(tokens[0], 'not this one')).toMatchObject({ id: 'session.wrongPassword' })
  expect(await failures()).toBe(1)
  forgetRights()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => change(tokens[at % 5], 'nor this')))
  // Five tries are free; the rest waits. None hangs, none fails otherwise.
  const ids = new Set(answers.map(({ id }) => id))
  expect([...ids].sort()).toEqual(['session.throttled', 'session.wrongPassword'])
  const admin = await change(server.tokens.patrol, PASSWORD)
  expect(admin.code).toBe(0)
})
