// The push service of the real server: who gets in, who sees whom, what closes it.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashDeviceSecret } from '../../../../server/device-secret.ts'
import { connectClient } from '../../../mqtt-client.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { names, openSpoken, type Push, push, ticketOf } from './connect.ts'

const freePort = () =>
  new Promise<number>(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

let server: TestServer
let mqttPort = 0
const open: Push[] = []

beforeAll(async () => {
  mqttPort = await freePort()
  server = await startServer({ MQTT_PORT: String(mqttPort) })
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.disconnect()
  await vi.waitFor(async () => expect(await names(server, server.tokens.root)).toEqual([]), 10_000)
})

const enter = async (...args: [token: string, options?: Parameters<typeof push>[2]]) => {
  const made = await push(server, ...args)
  open.push(made)
  return made
}
const told = ({ heard }: Push) => heard.map(([event, { name }]) => (name ? `${event} ${name}` : event))
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe('who gets in', () => {
  test.each(['websocket', 'polling'] as const)('a person with a ticket, by %s', async transport => {
    const me = await enter(server.tokens.admin, { transports: [transport] })
    const { userId } = await ticketOf(server, server.tokens.admin)
    expect(me.socket.io.engine.transport.name).toBe(transport)
    expect(me.heard[0]).toEqual(['connectSuccess', { id: `user_${userId}` }])
    expect(await names(server, server.tokens.admin)).toEqual(['Name of admin'])
  })

  test('nobody without a ticket, with a made-up one, with a used one, or with another person’s', async () => {
    const { userId, ticket } = await ticketOf(server, server.tokens.admin)
    const stranger = await ticketOf(server, server.tokens.stranger)
    for (const auth of [
      {},
      { userId },
      { userId, ticket: 'A'.repeat(32) },
      { userId: String(userId), ticket },
      { userId: stranger.userId, ticket },
      { userId, ticket: [ticket] },
      { userId, ticket, more: 1 },
    ])
      await expect(push(server, undefined, { auth })).rejects.toThrow('session.ended')
    open.push(await push(server, undefined, { auth: { userId, ticket } }))
    await expect(push(server, undefined, { auth: { userId, ticket } })).rejects.toThrow('session.ended')
    expect(await names(server, server.tokens.admin)).toEqual(['Name of admin'])
  })

  test.each(['websocket', 'polling'] as const)('no page of another origin, by %s', async transport => {
    await expect(
      push(server, server.tokens.admin, { transports: [transport], origin: 'https://elsewhere.example' }),
    ).rejects.toThrow()
    open.push(await push(server, server.tokens.admin, { transports: [transport], origin: server.url }))
  })

  test('not more than twenty connections of one person', async () => {
    for (let at = 0; at < 20; at += 1) await enter(server.tokens.patrol)
    await expect(push(server, server.tokens.patrol)).rejects.toThrow('throttled')
    open.pop()?.socket.disconnect()
    await vi.waitFor(async () => void (await enter(server.tokens.patrol)), 10_000)
    expect(await names(server, server.tokens.admin)).toEqual(['Name of patrol'])
  })
})

describe('who sees whom', () => {
  test('colleagues of the scope come and go; another tenant hears nothing', async () => {
    const admin = await enter(server.tokens.admin)
    const stranger = await enter(server.tokens.stranger)
    const patrol = await enter(server.tokens.patrol)
    await until(() => expect(told(admin)).toContain('clientConnect Name of patrol'))
    const second = await enter(server.tokens.patrol)
    expect(await names(server, server.tokens.admin)).toEqual(['Name of admin', 'Name of patrol'])
    // The patrol has a department's scope: administrators stand above it.
    expect(await names(server, server.tokens.patrol)).toEqual(['Name of patrol'])
    expect(await names(server, server.tokens.stranger)).toEqual(['Name of stranger'])

    patrol.socket.disconnect()
    await patrol.closed
    expect(await names(server, server.tokens.admin)).toContain('Name of patrol')
    second.socket.disconnect()
    await until(() => expect(told(admin)).toContain('clientClose Name of patrol'))
    expect(told(admin).filter(line => line.endsWith('patrol'))).toEqual([
      'clientConnect Name of patrol',
      'clientClose Name of patrol',
    ])
    expect(told(stranger).filter(line => !line.endsWith('stranger'))).toEqual(['connectSuccess'])
  })

  test('a visitor, to whom a room would be a home, is let in neither here nor there', async () => {
    await expect(enter(server.tokens.visitor)).rejects.toThrow('forbidden')
    const asked = await server.call('/api/message/users.json', { token: server.tokens.visitor })
    expect(asked.id).toBe('forbidden')
  })

  test('a door unit that listens is the room client of its room', async () => {
    const { tenantId, categoryId, productId, groupId, departmentId, otherDepartmentId } = server.here
    const door = async (imei: string, department_id: number, place: object) => {
      const secret = randomBytes(16).toString('base64url')
      const secret_hash = await hashDeviceSecret(secret)
      await server.sql(sql =>
        insert(sql, 'device', {
          tenant_id: tenantId,
          imei,
          kind: 'doorUnit',
          name: `Door ${imei}`,
          category_id: categoryId,
          product_id: productId,
          group_id: groupId,
          department_id,
          secret_hash,
          ...place,
        }),
      )
      const client = await connectClient(`mqtt://127.0.0.1:${mqttPort}`, {
        clientId: imei,
        username: imei,
        password: secret,
      })
      await client.subscribeAsync(`sfwatch/${imei}/device`, { qos: 1 })
      return client
    }
    const admin = await enter(server.tokens.admin)
    const patrol = await enter(server.tokens.patrol)
    const stranger = await enter(server.tokens.stranger)
    const first = await door('869900000000001', departmentId, {
      building: '3栋',
      unit: '2单元',
      room_no: '1204',
    })
    const other = await door('869900000000002', otherDepartmentId, {})
    server.app.parts.bus.emit('device.changed', { ids: [], tenantId, change: 'created' })
    await until(() => expect(told(admin)).toContain('clientConnect ba_321204'))
    await until(() => expect(told(admin)).toContain('clientConnect ba_000000'))
    await until(() => expect(told(patrol)).toContain('clientConnect ba_321204'))
    expect(await names(server, server.tokens.patrol)).toEqual(['Name of patrol', 'ba_321204'])

    await first.endAsync(true)
    await until(() => expect(told(patrol)).toContain('clientClose ba_321204'))
    expect(await names(server, server.tokens.admin)).not.toContain('ba_321204')
    await other.endAsync(true)
    await until(() => expect(told(admin)).toContain('clientClose ba_000000'))
    expect(told(patrol)).not.toContain('clientConnect ba_000000')
    expect(told(stranger).some(line => line.includes('ba_'))).toBe(false)
  })
})

describe('what closes it', () => {
  // Connections are reviewed every half minute: this is not what closes them.
  test('a logout, at once, by both transports; a ticket of that session is dead', async () => {
    const token = await server.logIn('admin')
    const sockets = [
      await enter(token, { transports: ['websocket'] }),
      await enter(token, { transports: ['polling'] }),
    ]
    const { userId, ticket } = await ticketOf(server, token)
    const began = Date.now()
    await server.call('/api/auth/auth/logout', { token, body: {} })
    await Promise.all(sockets.map(({ closed }) => closed))
    expect(Date.now() - began).toBeLessThan(5000)
    await expect(push(server, undefined, { auth: { userId, ticket } })).rejects.toThrow('session.ended')
  })

  test('a change of rights: who was let in under others comes again', async () => {
    const me = await enter(await server.logIn('second'))
    const bystander = await enter(server.tokens.admin)
    await server.sql(async sql => {
      await sql.query(
        `delete from account_role where account_id = (select id from account where username = 'second')`,
      )
    })
    const began = Date.now()
    server.app.parts.bus.emit('rights.changed', {})
    await me.closed
    expect(Date.now() - began).toBeLessThan(5000)
    expect(bystander.socket.connected).toBe(true)
  })

  test('anything that a client says, and a packet that is too large', async () => {
    const talker = await enter(server.tokens.admin)
    talker.socket.emit('clientConnect', { id: 'user_1', name: 'Somebody else' })
    await talker.closed
    const heavy = await enter(server.tokens.admin)
    heavy.socket.emit('x', 'x'.repeat(10_000))
    await heavy.closed
    await vi.waitFor(async () => expect(await names(server, server.tokens.admin)).toEqual([]), 10_000)
  })
})

test('the other websockets of the port are not taken away, and a stray one is told so', async () => {
  const config = await server.call('/api/message/message/config', { token: server.tokens.admin, body: {} })
  const { username, ticket, clientIdPrefix } = config.data as Record<string, string>
  const client = await connectClient(`${server.url.replace('http', 'ws')}/mqtt`, {
    clientId: `${clientIdPrefix}1`,
    username,
    password: ticket,
  })
  await client.endAsync()
  await expect(openSpoken(`${server.url.replace('http', 'ws')}/nowhere`)).rejects.toThrow('404')
})

test('health counts the connections, for the highest authorization only', async () => {
  await enter(server.tokens.admin)
  const health = async (token: string) => {
    const response = await fetch(`${server.url}/api/health`, { headers: { authorization: token } })
    return (await response.json()) as { traffic?: Record<string, unknown> }
  }
  expect((await health(server.tokens.root)).traffic).toMatchObject({
    pushConnections: 1,
    pushCut: 0,
    spokenConnections: 0,
    spokenCut: 0,
  })
  expect(await health(server.tokens.admin)).not.toHaveProperty('traffic')
})
