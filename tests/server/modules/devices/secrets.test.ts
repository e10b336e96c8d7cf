// Secrets of devices: many at once, an old one beside its successor, and codes with which devices fetch their own.
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDeviceSecret, orderKeyOf } from '../../../../server/device-secret.ts'
import { endOldSecrets } from '../../../../server/modules/devices/rotation.ts'
import { MOST_SECRETS } from '../../../../src/contract/endpoints/device.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
const clients: MqttClient[] = []
beforeAll(async () => {
  server = await startServer({ MQTT_PORT: '0' })
})
beforeEach(async () => {
  await server.sql(sql => sql.change('delete from login_failure'))
})
afterAll(async () => {
  for (const client of clients) client.end(true)
  await server.stop()
})

const ask = (path: string, body: object, token?: string) =>
  server.call(`/api/device/device/${path}`, { ...(token !== undefined && { token }), body })
const admin = () => server.tokens.admin
const connect = (imei: string, secret: string, clientId = imei) =>
  new Promise<MqttClient>((resolve, reject) => {
    const client = mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
      ...{ clientId, username: imei, password: secret, reconnectPeriod: 0 },
    })
    clients.push(client)
    client.once('connect', () => resolve(client))
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
const closed = (client: MqttClient) =>
  new Promise<void>(resolve => (client.connected ? client.once('close', () => resolve()) : resolve()))
const newSecret = async (overlapHours?: number) => {
  const { imei } = server.here
  const { data } = await ask(
    'newSecret',
    { imei, ...(overlapHours !== undefined && { overlapHours }) },
    admin(),
  )
  return (data as { secret: string }).secret
}
const stored = () =>
  server.sql(sql =>
    sql.first<{ order_key: Buffer; next_secret_hash: string | null }>(
      'select order_key, next_secret_hash from device where id = $1',
      [server.here.deviceId],
    ),
  )

describe('an old secret and its successor', () => {
  test('without an overlap the old one is void at once', async () => {
    const { imei } = server.here
    const old = await newSecret()
    const client = await connect(imei, old)
    const next = await newSecret()
    await closed(client)
    await expect(connect(imei, old)).rejects.toThrow()
    await connect(imei, next)
  })
  test('both work; the first use of the new one ends the old one and its connections', async () => {
    const { imei } = server.here
    const old = await newSecret()
    const client = await connect(imei, old, `${imei}_a`)
    const next = await newSecret(24)
    expect(client.connected).toBe(true)
    const second = await connect(imei, old, `${imei}_b`)
    // Orders are signed by what the device has.
    expect((await stored())?.order_key.equals(orderKeyOf(old))).toBe(true)
    const renewed = await connect(imei, next, `${imei}_c`)
    await Promise.all([closed(client), closed(second)])
    expect(renewed.connected).toBe(true)
    await expect(connect(imei, old)).rejects.toThrow()
    const row = await stored()
    expect(row?.next_secret_hash).toBeNull()
    expect(row?.order_key.equals(orderKeyOf(next))).toBe(true)
  })
  test('at the end of its time the old one ends by itself', async () => {
    const { imei, deviceId } = server.here
    const old = await newSecret()
    const client = await connect(imei, old)
    const next = await newSecret(1)
    await server.sql(sql => sql.change('update device set old_secret_until = 1 where id = $1', [deviceId]))
    server.app.parts.bus.emit('device.changed', {
      ...{ ids: [deviceId], tenantId: server.here.tenantId, change: 'changed' },
    })
    // Also before anybody has swept.
    await expect(connect(imei, old, `${imei}_late`)).rejects.toThrow()
    const ended = closed(client)
    for (const { id, tenantId } of await server.sql(sql => endOldSecrets(sql, Date.now())))
      server.app.parts.bus.emit('device.changed', { ids: [id], tenantId, change: 'secret' })
    await ended
    expect((await stored())?.order_key.equals(orderKeyOf(next))).toBe(true)
    await connect(imei, next)
  })
  test('a third one replaces the second, which was never used', async () => {
    const { imei } = server.here
    const old = await newSecret()
    const unused = await newSecret(24)
    const next = await newSecret(24)
    await expect(connect(imei, unused)).rejects.toThrow()
    await connect(imei, old)
    await connect(imei, next)
  })
  test('an overlap has a longest', async () => {
    expect(await ask('newSecret', { imei: server.here.imei, overlapHours: 721 }, admin())).toMatchObject({
      field: 'overlapHours',
    })
  })
})

test('no secret begins like a formula of a spreadsheet, or an option of a program', () => {
  const secrets = Array.from({ length: 2_000 }, newDeviceSecret)
  expect(secrets.filter(secret => !/^[A-Za-z0-9_]/.test(secret))).toEqual([])
  expect(new Set(secrets).size).toBe(2_000)
})

describe('many at once', () => {
  test('each gets its own, those of others get none, and each is in the audit log', async () => {
    const { deviceId, otherDeviceId } = server.here
    const { data } = await ask(
      'newSecrets',
      { ids: [deviceId, otherDeviceId, server.there.deviceId], overlapHours: 0 },
      admin(),
    )
    const { list } = data as { list: { id: number; imei: string; secret: string }[] }
    expect(list.map(({ id }) => id)).toEqual([deviceId, otherDeviceId].toSorted((a, b) => a - b))
    expect(new Set(list.map(({ secret }) => secret)).size).toBe(2)
    for (const { imei, secret } of list) await connect(imei, secret)
    const audited = await server.sql(sql =>
      sql.query(`select 1 from audit where action = 'device.secret' and row_id = $1`, [otherDeviceId]),
    )
    expect(audited).toHaveLength(1)
  })
  test('nobody’s are refused, as are too many, and who has no right', async () => {
    expect((await ask('newSecrets', { ids: [server.there.deviceId] }, admin())).id).toBe('row.unknown')
    const many = Array.from({ length: MOST_SECRETS + 1 }, (_, n) => n + 1)
    expect((await ask('newSecrets', { ids: many }, admin())).field).toBe('ids')
    expect((await ask('newSecrets', { ids: [server.here.deviceId] }, server.tokens.patrol)).id).toBe(
      'forbidden',
    )
    expect(
      (await ask('claimCodes', { ids: [server.here.deviceId], hours: 1 }, server.tokens.patrol)).id,
    ).toBe('forbidden')
  })
})

describe('claim codes', () => {
  const codesFor = async (hours = 24) => {
    const { data } = await ask('claimCodes', { ids: [server.here.deviceId], hours }, admin())
    const [made] = (data as { list: { imei: string; code: string; expiresAt: number }[] }).list
    if (!made) throw new Error('no code was made')
    return made
  }
  const claim = (imei: string, code: string) => ask('claim', { imei, code })

  test('a code works once, is not stored as it is, and the old secret goes on until the new one is used', async () => {
    const old = await newSecret()
    const { imei, code, expiresAt } = await codesFor()
    expect(code).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
    const rows = await server.sql(sql => sql.query('select * from claim_code'))
    expect(JSON.stringify(rows)).not.toContain(code)
    // As people type it.
    const claimed = await claim(imei, code.replace('-', '').toLowerCase())
    const { secret } = claimed.data as { secret: string }
    expect(claimed.data).toMatchObject({ imei, mqttPort: 0, mqttTlsPort: null })
    await connect(imei, old, `${imei}_old`)
    await connect(imei, secret)
    await expect(connect(imei, old)).rejects.toThrow()
    expect((await claim(imei, code)).id).toBe('device.codeInvalid')
    const actions = await server.sql(sql =>
      sql.query<{ action: string }>(
        `select action from audit where row_id = $1 and action like 'device.claim%' order by id`,
        [server.here.deviceId],
      ),
    )
    expect(actions.map(({ action }) => action)).toEqual(['device.claimCode', 'device.claimed'])
  })
  test('of two at the same moment one gets the secret', async () => {
    const { imei, code } = await codesFor()
    const both = await Promise.all([claim(imei, code), claim(imei, code)])
    expect(both.filter(({ id }) => id === 'device.codeInvalid')).toHaveLength(1)
  })
  test('is of its device alone, for its time, and until there is a newer one', async () => {
    const { imei, code } = await codesFor()
    expect((await claim(server.here.otherImei, code)).id).toBe('device.codeInvalid')
    const newer = await codesFor()
    expect((await claim(imei, code)).id).toBe('device.codeInvalid')
    await server.sql(sql => sql.change('update claim_code set expires_at = 1'))
    expect((await claim(imei, newer.code)).id).toBe('device.codeInvalid')
    await server.sql(sql => sql.change('delete from login_failure'))
    const last = await codesFor()
    await server.sql(sql =>
      sql.change(`update tenant set status = 'disabled' where id = $1`, [server.here.tenantId]),
    )
    expect((await claim(imei, last.code)).id).toBe('device.codeInvalid')
    await server.sql(sql =>
      sql.change(`update tenant set status = 'enabled' where id = $1`, [server.here.tenantId]),
    )
  })
  test('whoever guesses waits after five, even with the right one', async () => {
    const { imei, code } = await codesFor()
    const tries = await Promise.all(Array.from({ length: 12 }, () => claim(imei, '22222-22222')))
    expect(tries.filter(({ id }) => id === 'device.codeInvalid')).toHaveLength(5)
    expect((await claim(imei, code)).id).toBe('session.throttled')
  })
})
