// A real Mosquitto in place of the embedded broker, with the access list of docs/external-broker.md.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueCommand } from '../../../server/modules/devices/commands.ts'
import { readWebMessage } from '../../../src/contract/messages.ts'
import { connectClient } from '../../mqtt-client.ts'
import { console_, OPENER, orders, words } from '../modules/intercom/at-the-door.ts'
import { hear, type Stage, setStage, until } from './stage.ts'

const program = [
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
  'mosquitto',
].find(path => spawnSync(path, ['-h']).error === undefined)
const suite = program
  ? 'with Mosquitto'
  : 'with Mosquitto (skipped: it is not installed; Debian has it as package mosquitto)'

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** The block of the documentation, so that what is printed there is what was tried. */
const accessList = () =>
  /```acl\n([\s\S]*?)```/.exec(
    readFileSync(join(import.meta.dirname, '../../../docs/external-broker.md'), 'utf8'),
  )?.[1] ?? ''

describe.skipIf(!program)(suite, () => {
  let stage: Stage
  let mosquitto: ChildProcess
  let port: number
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mosquitto-'))
  let device: { id: number; imei: string; secret: string }
  let door: { id: number; imei: string; secret: string }
  let flooding: { id: number; imei: string; secret: string }

  const start = async () => {
    mosquitto = spawn(program ?? '', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    await until(async () => {
      const client = mqtt.connect(`mqtt://gatehouse:server@127.0.0.1:${port}`, { reconnectPeriod: 0 })
      client.on('error', () => {})
      const up = await Promise.race([
        new Promise<boolean>(resolve => client.once('connect', () => resolve(true))),
        new Promise<boolean>(resolve => client.once('close', () => resolve(false))),
      ])
      await client.endAsync(true)
      return up
    })
    await until(() => stage.broker.isUp())
  }

  beforeAll(async () => {
    port = await freePort()
    stage = await setStage({ mqttUrl: `mqtt://gatehouse:server@127.0.0.1:${port}`, deviceRate: 30 })
    device = await stage.addDevice({})
    door = await stage.addDevice({ kind: 'doorUnit' })
    flooding = await stage.addDevice({})
    writeFileSync(join(folder, 'acl'), accessList())
    writeFileSync(
      join(folder, 'passwords'),
      `gatehouse:server\n${[device, door, flooding].map(({ imei, secret }) => `${imei}:${secret}\n`).join('')}`,
    )
    spawnSync('mosquitto_passwd', ['-U', join(folder, 'passwords')])
    spawnSync('chmod', ['-R', 'a+rX', folder])
    spawnSync('chmod', ['a+rwx', folder])
    writeFileSync(
      join(folder, 'mosquitto.conf'),
      [
        `listener ${port} 127.0.0.1`,
        'allow_anonymous false',
        `password_file ${join(folder, 'passwords')}`,
        `acl_file ${join(folder, 'acl')}`,
        'max_inflight_messages 1000',
        'max_queued_messages 100000',
        'persistence false',
      ].join('\n'),
    )
    await start()
  })
  afterAll(async () => {
    await stage.stop()
    mosquitto.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const connectDevice = () => stage.device(device.imei, device.secret, { port })

  test('processes tell each other what concerns their sockets', async () => {
    const other = await connectClient(`mqtt://gatehouse:server@127.0.0.1:${port}`, {})
    await other.subscribeAsync('gatehouse/fanout')
    const told: unknown[] = []
    other.on('message', (_, payload) => told.push(JSON.parse(String(payload))))
    const heard: unknown[] = []
    stage.broker.peers?.hear((what, from) => heard.push([what, from]))
    stage.broker.peers?.tell({ about: 'here' })
    await other.publishAsync('gatehouse/fanout', '{"from":"other","to":"peers","what":{"about":"there"}}')
    await until(() => heard.length > 0 && told.length > 1)
    expect(heard).toEqual([[{ about: 'there' }, 'other']])
    expect(told).toContainEqual({
      from: expect.any(String),
      to: 'peers',
      what: { about: 'here' },
      parts: expect.any(Boolean),
    })
    await other.endAsync()
  })

  test('a message of a device is stored and told, an order reaches it, its answer counts', async () => {
    const me = await stage.addPerson({})
    const tablet = await stage.person(me)
    await tablet.subscribeAsync(`acm/tenant/${stage.tenants[0]}/state`)
    const heard = hear(tablet)
    const client = await connectDevice()
    await client.subscribeAsync(`sfwatch/${device.imei}/device`, { qos: 1 })
    const orders = hear(client)
    await client.publishAsync(
      `sfwatch/${device.imei}/server`,
      JSON.stringify({ code: '2001', seq: 1, values: { heartRate: 66 } }),
      { qos: 1 },
    )
    const { body } = await until(() => heard[0])
    expect(readWebMessage(JSON.stringify(body))).toMatchObject({
      code: 'state',
      devices: [{ imei: device.imei }],
    })
    expect(await stage.query('select value from reading where device_id = $1', [device.id])).toEqual([
      { value: 66 },
    ])
    const id = await stage.data.scoped({ tenant: '*' }, sql =>
      queueCommand(sql, stage.bus, {
        tenantId: stage.tenants[0],
        deviceId: device.id,
        imei: device.imei,
        kind: 'restart',
        input: null,
        userId: me.id,
        userName: 'P',
      }),
    )
    await until(() => orders.find(order => order.body.code === '6001'))
    await client.publishAsync(
      `sfwatch/${device.imei}/server`,
      JSON.stringify({ code: '6002', id, result: 'done' }),
      { qos: 1 },
    )
    await until(
      async () =>
        (await stage.query(`select 1 from device_command where id = $1 and state = 'done'`, [id]))[0],
    )
    for (const one of [client, tablet]) await one.endAsync()
  })

  test('a door rings, is opened and confirms through it', async () => {
    const me = await stage.addPerson({ permissions: OPENER })
    const mine = await console_(stage, me, door)
    const unit = await stage.device(door.imei, door.secret, { port })
    const heard = hear(unit)
    await unit.subscribeAsync(`sfwatch/${door.imei}/device`, { qos: 1 })
    const say = (message: object) =>
      unit.publishAsync(`sfwatch/${door.imei}/server`, JSON.stringify(message), { qos: 1 })
    await say({ code: '5080' })
    const { callId } = await until(() => words(mine.heard, '5081')[0])
    expect(await mine.ask(door, { callId })).toMatchObject({ result: 'sent' })
    const order = await until(() => orders(heard)[0]?.body)
    await say({ code: '5091', type: 3, nonce: order.nonce, result: 'opened' })
    expect(await until(() => words(mine.heard, '5091')[0])).toMatchObject({ callId, result: 'opened' })
    await mine.client.endAsync()
    await unit.endAsync()
  })

  test('the access list keeps a device to its own topics', async () => {
    const client = await connectDevice()
    await client
      .subscribeAsync(['sfwatch/+/server', 'sfwatch/+/device', 'gatehouse/#', 'acm/#'])
      .catch(() => [])
    // Mosquitto grants such filters and then delivers nothing of them.
    const heard = hear(client)
    const me = await stage.addPerson({})
    const tablet = await stage.person(me)
    await tablet.subscribeAsync(`acm/${me.id}/web`)
    const forged = hear(tablet)
    const order = { from: 'x', to: 'person', userId: me.id, message: { code: '208' } }
    await client.publishAsync('gatehouse/fanout', JSON.stringify(order), { qos: 1 })
    await client.publishAsync('sfwatch/860000000000000/server', '{"code":"1002"}', { qos: 1 })
    stage.broker.outlet().toPerson(me.id, { code: 'real' })
    await until(() => forged.length > 0)
    expect(forged.map(({ body }) => body.code)).toEqual(['real'])
    expect(heard).toEqual([])
    await tablet.endAsync()
    await client.endAsync()
  })

  test('a device that floods is held to its budget, and its emergencies and those of others come through', async () => {
    const [flood, other] = [
      await stage.device(flooding.imei, flooding.secret, { port }),
      await connectDevice(),
    ]
    const say = (client: typeof flood, to: { imei: string }, body: object) =>
      client.publishAsync(`sfwatch/${to.imei}/server`, JSON.stringify(body), { qos: 1 })
    const base = Date.now() - 3_600_000
    const alarm = (type: number) => (_: unknown, n: number) => ({ code: '3001', type, time: base + n })
    const said = Array.from({ length: 10_000 }, alarm(24)).map(body => say(flood, flooding, body))
    // Sixty at once, then in their turn: each is a row, though nobody behind this broker can be made to wait.
    const urgent = Array.from({ length: 64 }, alarm(15)).map(body => say(flood, flooding, body))
    await Promise.all([...said, ...urgent, say(other, device, { code: '3001', type: 15 })])
    const count = async (imei: string, type: string) =>
      (await stage.query('select 1 from alarm where imei = $1 and type = $2', [imei, type])).length
    await until(async () => (await count(flooding.imei, 'sos')) === 64)
    expect(await count(device.imei, 'sos')).toBe(1)
    await until(() => stage.broker.ingest.counts().waiting === 0)
    const stored = await count(flooding.imei, 'button')
    expect(stored).toBeGreaterThanOrEqual(3000)
    expect(stored).toBeLessThan(6000)
    expect(stage.broker.counts().refused.budget).toBe(10_000 - stored)
    // The line to the broker is everybody's: it stays.
    expect(stage.broker.isUp()).toBe(true)
    for (const one of [flood, other]) await one.endAsync()
  })

  test('2,000 messages in one go are all stored', async () => {
    const client = await connectDevice()
    const base = Date.now() - 100_000
    await Promise.all(
      Array.from({ length: 2000 }, (_, n) =>
        client.publishAsync(
          `sfwatch/${device.imei}/server`,
          JSON.stringify({ code: '2001', seq: 100 + n, time: base + n, values: { steps: n } }),
          { qos: 1 },
        ),
      ),
    )
    await until(
      async () =>
        (
          await stage.query<{ n: number }>(
            `select count(*)::int as n from reading where device_id = $1 and kind = 'steps'`,
            [device.id],
          )
        )[0]?.n === 2000,
    )
    await client.endAsync()
  })
})
