// Who may connect, publish and subscribe: every refusal of the security design, against the real broker.
import { once } from 'node:events'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { connectPacket, packet, publishPacket, rawClient, subscribePacket } from './raw.ts'
import { hear, type Stage, setStage, until } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const unlock = (imei: string, userId: number | string) => JSON.stringify({ code: '5082', imei, userId })
const goes = (client: MqttClient) => until(() => !client.connected)
const granted = async (client: MqttClient, topic: string) => {
  try {
    const [grant] = await client.subscribeAsync(topic, { qos: 1 })
    return (grant?.qos ?? 128) < 128
  } catch {
    return false
  }
}

describe('a person', () => {
  test('subscribes to what is theirs and to nothing else', async () => {
    const me = await stage.addPerson({})
    const other = await stage.addPerson({})
    const own = await stage.addDevice({})
    const foreign = await stage.addDevice({ tenant: stage.tenants[1] })
    const client = await stage.person(me)
    for (const topic of [
      `acm/${me.id}/web`,
      'acm/notice/web',
      `acm/tenant/${stage.tenants[0]}/state`,
      `sfwatch/${own.imei}/client`,
    ])
      expect([topic, await granted(client, topic)]).toEqual([topic, true])
    for (const topic of [
      '#',
      '+',
      'acm/#',
      'acm/+/web',
      '$SYS/#',
      '$SYS/broker/load',
      `$share/g/acm/${me.id}/web`,
      '$share/g/acm/notice/web',
      `acm/${other.id}/web`,
      `acm/0${me.id}/web`,
      `acm/tenant/${stage.tenants[1]}/state`,
      'acm/tenant/+/state',
      `sfwatch/${foreign.imei}/client`,
      'sfwatch/000000000000000/client',
      `sfwatch/${own.imei}/server`,
      `sfwatch/${own.imei}/device`,
      `sfwatch/${own.imei}/client/`,
      'SFWATCH/x/client',
      '/acm/notice/web',
    ])
      expect([topic, await granted(client, topic)]).toEqual([topic, false])
    expect(client.connected).toBe(true)
    await client.endAsync()
  })

  test.each([
    ['a+', 'a+'],
    ['a#', 'a#'],
    ['a/#/b', 'a/#/b'],
    ['NUL', 'acm/notice/web\u0000'],
    ['control character', 'acm/\u0001notice/web'],
    ['surrogate', Buffer.from([0x61, 0xed, 0xa0, 0x80])],
    ['ill-formed UTF-8', Buffer.from([0x61, 0xc3, 0x28])],
    ['nothing', ''],
    ['101 levels', 'a/'.repeat(100)],
  ])('is cut off for an ill-formed filter: %s', async (_name, filter) => {
    const credentials = await stage.credentials(await stage.addPerson({}))
    const raw = rawClient(stage.broker.port)
    raw.send(
      connectPacket({
        clientId: String(credentials.clientId),
        username: String(credentials.username),
        password: String(credentials.password),
      }),
    )
    await until(() => raw.received().length >= 4)
    expect([...raw.received().subarray(0, 4)]).toEqual([0x20, 2, 0, 0])
    raw.send(subscribePacket(filter))
    await until(raw.isClosed)
  })

  test('publishes nothing but a request to unlock, and is cut off for all else', async () => {
    const me = await stage.addPerson({ permissions: ['device.read', 'device.unlock'] })
    const own = await stage.addDevice({ kind: 'doorUnit' })
    const foreign = await stage.addDevice({ kind: 'doorUnit', tenant: stage.tenants[1] })
    const attempts: [string, string, { qos?: 0 | 1; retain?: boolean }?][] = [
      [`acm/${me.id}/web`, '{}'],
      ['acm/notice/web', '{"code":"9003"}'],
      [`sfwatch/${own.imei}/client`, '{"code":"5091","type":3}'],
      [`sfwatch/${own.imei}/device`, '{"code":"6001"}'],
      [`sfwatch/${own.imei}/server`, '{"code":"5091","type":3}'],
      [`sfwatch/${own.imei}/server`, '{"code":"3001","type":15}'],
      [`sfwatch/${own.imei}/server`, 'not json'],
      [`sfwatch/${own.imei}/server`, unlock(own.imei, me.id + 1)],
      [`sfwatch/${own.imei}/server`, unlock(foreign.imei, me.id)],
      [`sfwatch/${foreign.imei}/server`, unlock(foreign.imei, me.id)],
      [`sfwatch/${own.imei}/server`, unlock(own.imei, me.id), { retain: true }],
      ['$SYS/x', ''],
      ['a/'.repeat(101), ''],
    ]
    for (const [topic, payload, options] of attempts) {
      const client = await stage.person(me)
      client.publish(topic, payload, { qos: 0, ...options }, () => {})
      await goes(client)
      client.end(true)
    }
    const rows = await stage.query('select 1 from alarm where imei = $1', [own.imei])
    expect(rows).toEqual([])
  })

  test('connects once with a ticket, under a client id of their own, without a will', async () => {
    const me = await stage.addPerson({})
    const credentials = await stage.credentials(me)
    const client = await stage.person(me, credentials)
    await client.endAsync()
    await expect(stage.person(me, credentials)).rejects.toThrow()
    await expect(stage.person(me, { clientId: 'user_1x' })).rejects.toThrow(/dentifier/)
    await expect(stage.person(me, { clientId: `user_${me.id + 1}_1` })).rejects.toThrow(/dentifier/)
    await expect(stage.person(me, { username: String(me.id + 1) })).rejects.toThrow()
    const door = await stage.addDevice({})
    await expect(
      stage.person(me, {
        will: {
          topic: `sfwatch/${door.imei}/server`,
          payload: Buffer.from(unlock(door.imei, me.id)),
          qos: 0,
          retain: false,
        },
      }),
    ).rejects.toThrow()
  })

  test('holds twenty connections and no more; one that goes makes room', async () => {
    const me = await stage.addPerson({})
    const clients = await Promise.all(Array.from({ length: 20 }, () => stage.person(me)))
    const refused = () => stage.broker.counts().refused['connect.tooMany'] ?? 0
    const before = refused()
    await expect(stage.person(me)).rejects.toThrow(/unavailable/i)
    expect(refused()).toBe(before + 1)
    const other = await stage.addPerson({})
    await (await stage.person(other)).endAsync()
    await clients.pop()?.endAsync()
    await until(async () => {
      const again = await stage.person(me).catch(() => undefined)
      if (again) clients.push(again)
      return again
    })
    await Promise.all(clients.map(client => client.endAsync()))
  })

  // The session itself is still there: a review of the connections would let them stay.
  test('is off when the session is said to be over, without waiting for a review', async () => {
    const me = await stage.addPerson({})
    const client = await stage.person(me)
    const raw = rawClient(stage.broker.port)
    const credentials = await stage.credentials(me)
    raw.send(
      connectPacket({
        clientId: String(credentials.clientId),
        username: String(credentials.username),
        password: String(credentials.password),
      }),
    )
    await until(() => raw.received().length >= 4)
    stage.bus.emit('session.ended', { tokenHashes: [me.tokenHash], accountId: me.id })
    await Promise.all([goes(client), until(raw.isClosed)])
  })

  test('hears of the departments in their scope only', async () => {
    const [mine, theirs] = stage.departments
    const inside = await stage.addDevice({ departmentId: mine })
    const outside = await stage.addDevice({ departmentId: theirs })
    const nowhere = await stage.addDevice({})
    const narrow = await stage.person(await stage.addPerson({ scope: 'department', departmentId: mine }))
    const wide = await stage.person(await stage.addPerson({}))
    const elsewhere = await stage.person(await stage.addPerson({ tenant: stage.tenants[1] }))
    for (const client of [narrow, wide]) await client.subscribeAsync(`acm/tenant/${stage.tenants[0]}/state`)
    for (const client of [narrow, wide, elsewhere]) await client.subscribeAsync('acm/notice/web', { qos: 1 })
    const [heardNarrow, heardWide, heardElsewhere] = [hear(narrow), hear(wide), hear(elsewhere)]
    // The last ones: whoever has heard of them has heard all that was said before.
    const last = await stage.addDevice({ departmentId: mine })
    const lastElsewhere = await stage.addDevice({ tenant: stage.tenants[1] })
    for (const { imei, secret } of [inside, outside, nowhere, last, lastElsewhere]) {
      const device = await stage.device(imei, secret)
      await device.publishAsync(`sfwatch/${imei}/server`, JSON.stringify({ code: '3001', type: 15 }), {
        qos: 1,
      })
      await device.endAsync()
    }
    const states = (heard: ReturnType<typeof hear>) =>
      new Set(
        heard.flatMap(({ body }) =>
          body.code === 'state' ? (body.devices as { imei: string }[]).map(({ imei }) => imei) : [],
        ),
      )
    const sos = (heard: ReturnType<typeof hear>) =>
      heard.filter(({ body }) => body.code === '9003').map(({ body }) => body.imei)
    const all = [inside, outside, nowhere, last].map(({ imei }) => imei)
    const some = [inside.imei, last.imei]
    const complete = (heard: ReturnType<typeof hear>) =>
      states(heard).has(last.imei) && sos(heard).includes(last.imei)
    await until(() => complete(heardWide) && complete(heardNarrow) && sos(heardElsewhere).length > 0)
    expect([[...states(heardWide)], sos(heardWide)]).toEqual([all, all])
    expect([[...states(heardNarrow)], sos(heardNarrow)]).toEqual([some, some])
    expect(sos(heardElsewhere)).toEqual([lastElsewhere.imei])
    expect(all.filter(imei => JSON.stringify(heardElsewhere).includes(imei))).toEqual([])
    for (const client of [narrow, wide, elsewhere]) await client.endAsync()
  })

  test('is let in over the websocket by origin and subprotocol only', async () => {
    const address = `ws://127.0.0.1:${stage.httpPort}/mqtt`
    const status = async (protocols: string[], origin?: string) => {
      const socket = new WebSocket(address, protocols, origin === undefined ? {} : { origin })
      const result = await Promise.race([
        once(socket, 'open').then(() => 101),
        once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number),
      ])
      socket.on('error', () => {})
      socket.terminate()
      return result
    }
    expect(await status(['mqtt'])).toBe(101)
    expect(await status(['mqtt'], `http://127.0.0.1:${stage.httpPort}`)).toBe(101)
    expect(await status(['mqtt'], 'https://evil.example')).toBe(403)
    expect(await status(['mqtt'], 'null')).toBe(403)
    expect(await status(['chat'])).toBe(400)
    expect(await status([])).toBe(400)
  })
})

describe('a device', () => {
  test('speaks as itself only', async () => {
    const own = await stage.addDevice({})
    const other = await stage.addDevice({})
    for (const topic of [
      `sfwatch/${other.imei}/server`,
      `sfwatch/${own.imei}/client`,
      `sfwatch/${own.imei}/device`,
      'acm/notice/web',
    ]) {
      const client = await stage.device(own.imei, own.secret)
      client.publish(topic, JSON.stringify({ code: '1002' }), () => {})
      await goes(client)
    }
    const client = await stage.device(own.imei, own.secret)
    expect(await granted(client, `sfwatch/${own.imei}/device`)).toBe(true)
    for (const topic of [`sfwatch/${other.imei}/device`, 'acm/notice/web', `sfwatch/${own.imei}/client`, '#'])
      expect([topic, await granted(client, topic)]).toEqual([topic, false])
    await client.endAsync()
  })

  test('needs its own secret and a client id of its own', async () => {
    const { imei, secret } = await stage.addDevice({})
    const other = await stage.addDevice({})
    await expect(stage.device(imei, `${secret}x`)).rejects.toThrow()
    await expect(stage.device('860000000000000', secret)).rejects.toThrow()
    await expect(stage.device(imei, secret, { clientId: other.imei })).rejects.toThrow(/dentifier/)
    await expect(stage.device(imei, secret, { clientId: 'user_1_1' })).rejects.toThrow(/dentifier/)
    const nameless = rawClient(stage.broker.port)
    nameless.send(connectPacket({ clientId: '', username: imei, password: secret, clean: false }))
    await until(nameless.isClosed)
    expect([...nameless.received()]).toEqual([0x20, 2, 0, 2])
    const client = await stage.device(imei, secret, { clientId: `${imei}_2` })
    await client.endAsync()
  })

  test('is cut off when it is taken out of service, and not let in again', async () => {
    const { id, imei, secret } = await stage.addDevice({})
    const client = await stage.device(imei, secret)
    await stage.query(`update device set lifecycle = 'recycled' where id = $1`, [id])
    stage.bus.emit('device.changed', { ids: [id], tenantId: stage.tenants[0], change: 'changed' })
    await goes(client)
    await expect(stage.device(imei, secret)).rejects.toThrow()
  })

  test('leaves its last word through its will', async () => {
    const { id, imei, secret } = await stage.addDevice({})
    const raw = rawClient(stage.broker.port)
    raw.send(
      connectPacket({
        clientId: imei,
        username: imei,
        password: secret,
        will: { topic: `sfwatch/${imei}/server`, payload: '{"code":"1003"}' },
      }),
      publishPacket(`sfwatch/${imei}/server`, '{"code":"1002"}'),
    )
    await until(async () => (await stage.query('select 1 from device_state where device_id = $1', [id]))[0])
    raw.socket.destroy()
    await until(
      async () =>
        (await stage.query(`select 1 from device_state where device_id = $1 and state = 'offline'`, [id]))[0],
    )
  })
})

test('a packet that announces more than 64 KB is cut off before its bytes come, also before CONNECT', async () => {
  const early = rawClient(stage.broker.port)
  early.send(packet(0x10, Buffer.alloc(10), 256 * 1024 * 1024 - 1))
  await until(early.isClosed)
  const { imei, secret } = await stage.addDevice({})
  const later = rawClient(stage.broker.port)
  later.send(
    connectPacket({ clientId: imei, username: imei, password: secret }),
    packet(0x30, Buffer.alloc(10), 70_000),
  )
  await until(later.isClosed)
  const socket = new WebSocket(`ws://127.0.0.1:${stage.httpPort}/mqtt`, 'mqtt')
  await once(socket, 'open')
  socket.send(packet(0x10, Buffer.alloc(10), 256 * 1024 * 1024 - 1))
  await until(() => socket.readyState === WebSocket.CLOSED)
})

test('an address may keep five hundred connections waiting before it says who it is, and no more', async () => {
  const refused = () => stage.broker.counts().refused['connect.crowd'] ?? 0
  const before = refused()
  const sockets = Array.from({ length: 520 }, () => rawClient(stage.broker.port))
  await until(() => sockets.filter(socket => socket.isClosed()).length >= 20)
  expect(sockets.filter(socket => socket.isClosed()).length).toBe(20)
  expect(refused()).toBe(before + 20)
  for (const { socket } of sockets) socket.destroy()
  await Promise.all(sockets.map(({ closed }) => closed))
  const { imei, secret } = await stage.addDevice({})
  await until(() =>
    stage.device(imei, secret).then(
      device => device.endAsync().then(() => true),
      () => false,
    ),
  )
})

test('refusals are counted by reason', () => {
  const { refused } = stage.broker.counts()
  for (const reason of [
    'subscribe.topic',
    'subscribe.malformed',
    'publish.topic',
    'publish.retained',
    'connect.will',
  ])
    expect([reason, (refused[reason] ?? 0) > 0]).toEqual([reason, true])
})
