// One connection of the client library against the real broker: what is granted, refused, acknowledged, and why it ends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMqtt, type MqttClientLike } from '../../../src/platform/mqtt-client.ts'
import type { BrokerError } from '../../../src/platform/mqtt-errors.ts'
import { startServer, type TestServer } from '../start.ts'

let server: TestServer
const open: MqttClientLike[] = []

beforeAll(async () => {
  server = await startServer()
  // The address of the page, as far as the client asks.
  Object.assign(globalThis, { location: { href: server.url } })
})
afterAll(async () => {
  for (const client of open) client.end()
  Reflect.deleteProperty(globalThis, 'location')
  await server.stop()
})

async function connect(more: { password?: string } = {}) {
  const answer = await server.call('/api/message/message/config', { token: server.tokens.admin, body: {} })
  const config = answer.data as {
    url: string
    username: string
    ticket: string
    clientIdPrefix: string
    topics: string[]
  }
  const client = await connectMqtt({
    url: config.url,
    clientId: `${config.clientIdPrefix}${open.length}`,
    username: config.username,
    password: more.password ?? config.ticket,
  })
  open.push(client)
  const heard: (string | undefined)[] = []
  const errors: BrokerError[] = []
  client.onError(error => errors.push(error))
  client.onMessage((_, payload) => heard.push(payload))
  const closed = new Promise<void>(resolve => client.onClose(resolve))
  const up = new Promise<void>(resolve => client.onConnect(resolve))
  return { client, own: config.topics[0] ?? '', heard, errors, closed, up }
}

test('names the topics that were refused and keeps the others', async () => {
  const { client, own, heard, up } = await connect()
  await up
  expect(await client.subscribe([own, 'acm/999999/web', '#'])).toEqual(['acm/999999/web', '#'])
  for (const qos of [0, 1, 2] as const) await client.publish(own, JSON.stringify({ qos }), qos)
  await expect.poll(() => heard).toEqual(['{"qos":0}', '{"qos":1}', '{"qos":2}'])
  await client.unsubscribe([own])
  await client.publish(own, '{}', 1)
  expect(heard).toHaveLength(3)
})

test('a message that the broker refuses ends the connection and is never acknowledged', async () => {
  const { client, closed, up } = await connect()
  await up
  let acknowledged = false
  client.publish('acm/notice/web', '{}', 1).then(
    () => {
      acknowledged = true
    },
    () => {},
  )
  await closed
  expect(acknowledged).toBe(false)
  await expect(client.publish('acm/notice/web', '{}', 0)).rejects.toMatchObject({ id: 'notConnected' })
})

test('a ticket that is not accepted has a name', async () => {
  const { closed, errors } = await connect({ password: 'wrong' })
  await closed
  expect(errors.map(({ id }) => id)).toContain('badCredentials')
})
