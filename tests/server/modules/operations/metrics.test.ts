// Metrics: who may read them, that they say what happened, and that nothing from outside makes them grow or names anybody.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { connectedDevice } from './speaking-device.ts'

const TOKEN = 'a-token-of-24-characters'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: TOKEN, METRICS_PORT: '0' })
})
afterAll(() => server.stop())

const read = async (token = TOKEN) => {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, text: await answer.text() }
}
const numberOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find(each => each.startsWith(`${line} `))
      ?.slice(line.length) ?? Number.NaN,
  )

describe('who may read them', () => {
  test.each([
    ['nobody', undefined],
    ['another token', 'Bearer another-token-of-24-chars'],
    ['the beginning of it', `Bearer ${TOKEN.slice(0, -1)}`],
    ['more than it', `Bearer ${TOKEN}x`],
    ['another scheme', `Basic ${TOKEN}`],
    ['the token alone', TOKEN],
  ])('not %s', async (_, authorization) => {
    const answer = await fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} })
    expect(answer.status).toBe(401)
    expect(await answer.text()).toBe('')
  })
  test('no session opens them, not even of the super administrator', async () => {
    for (const token of Object.values(server.tokens)) expect((await read(token)).status).toBe(401)
  })
  test('the token does', async () => {
    expect((await read()).status).toBe(200)
  })
  test('at their own address too, and nothing else is there', async () => {
    const own = `http://127.0.0.1:${server.app.metricsPort()}`
    expect((await fetch(`${own}/metrics`)).status).toBe(401)
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await fetch(`${own}/metrics`, { headers })).status).toBe(200)
    for (const path of ['/', '/api/health', '/metrics/x'])
      expect((await fetch(`${own}${path}`, { headers })).status, path).toBe(404)
    expect((await fetch(`${own}/metrics`, { method: 'POST', headers })).status).toBe(404)
  })
})

test('they count what a device says, what is refused and what it raises', async () => {
  const before = (await read()).text
  const device = await connectedDevice(server)
  await device.say({ code: '3001', type: 15 })
  await device.say({ code: 'nonsense' })
  await expect
    .poll(async () => numberOf((await read()).text, 'gatehouse_connections{kind="device"}'))
    .toBeGreaterThan(0)
  const { text } = await read()
  await device.end()
  const grew = (line: string) => numberOf(text, line) - (numberOf(before, line) || 0)
  expect(grew('gatehouse_messages_stored_total')).toBeGreaterThanOrEqual(1)
  expect(grew('gatehouse_store_seconds_count')).toBeGreaterThanOrEqual(1)
  expect(grew('gatehouse_alarms_raised_total{type="sos",severity="critical"}')).toBe(1)
  expect(text).toMatch(/^gatehouse_messages_refused_total\{reason="[^"]+"\} 1$/m)
  expect(numberOf(text, 'gatehouse_lane_messages')).toBe(0)
  expect(numberOf(text, 'gatehouse_pool_connections{pool="people",state="most"}')).toBeGreaterThan(0)
  expect(numberOf(text, 'gatehouse_jobs_dead')).toBeGreaterThanOrEqual(0)
  expect(numberOf(text, 'gatehouse_nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
  expect(numberOf(text, 'gatehouse_nodejs_heap_size_used_bytes')).toBeGreaterThan(0)
})

test('requests are counted by the pattern of their address and their status', async () => {
  await server.call('/api/device/device/page', { token: server.tokens.admin })
  await server.call('/api/device/device/page')
  const { text } = await read()
  const line = (status: number) =>
    `gatehouse_http_request_seconds_count{method="GET",route="/api/device/device/page",status="${status}"}`
  expect(numberOf(text, line(200))).toBeGreaterThanOrEqual(1)
})

test('whatever somebody tries makes no further line', async () => {
  const probe = (at: number) => server.call(`/api/nowhere/${at}?key=secret${at}`)
  await probe(0)
  const lines = (await read()).text.split('\n').length
  for (let at = 1; at <= 60; at++) await probe(at)
  const { text } = await read()
  // The route of the metrics themselves may have come.
  expect(text.split('\n').length - lines).toBeLessThan(15)
  expect(text).not.toContain('nowhere')
  expect(text).not.toContain('secret')
})

test('they name no tenant, no person, no device and no address', async () => {
  await server.call('/api/auth/auth/login', { body: { username: 'admin', password: 'wrong' } })
  const { text } = await read()
  const names = await server.sql(sql =>
    sql.query(
      `select name from tenant union select username from account where length(username) > 4 union select name from account
       union select imei from device union select name from device`,
    ),
  )
  expect(names.length).toBeGreaterThan(5)
  for (const { name } of names) expect(text, String(name)).not.toContain(`"${name}"`)
  expect(text).not.toMatch(/="[^"]*\d{14,}/)
  expect(text).not.toContain('127.0.0.1')
})

test('without a setting nothing is there', async () => {
  const off = await startServer()
  try {
    expect((await fetch(`${off.url}/metrics`)).status).toBe(404)
    const headers = { authorization: `Bearer ${TOKEN}` }
    expect((await fetch(`${off.url}/metrics`, { headers })).status).toBe(404)
    expect(off.app.metricsPort()).toBeUndefined()
  } finally {
    await off.stop()
  }
})
