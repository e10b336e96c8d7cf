// Devices by TLS: whom a certificate lets in, what replaces one while the server runs, and what never does.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../server/broker/certificates.ts'
import { judgeMaterial, namesWith, readMaterial, urgencyOf } from '../../../server/tls/material.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { type Authority, createAuthority, type Pair } from './authority.ts'
import { type Stage, setStage, until } from './stage.ts'

let own: Authority
let other: Authority
let folder: string
let stage: Stage
const files = () => ({
  cert: join(folder, 'cert.pem'),
  key: join(folder, 'key.pem'),
  clientCa: own.ca,
  clientCrl: join(folder, 'crl.pem'),
})
const install = ({ cert, key }: Pair) => {
  copyFileSync(cert, files().cert)
  copyFileSync(key, files().key)
}

beforeAll(async () => {
  own = createAuthority('Fleet')
  other = createAuthority('Somebody else')
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-tls-'))
  install(own.issue('localhost', { alternative: 'DNS:localhost' }))
  copyFileSync(own.list(), files().clientCrl)
  stage = await setStage({ edge: { mqttTls: { port: 0, files: files() } }, lookEveryMs: 30 })
})
afterAll(async () => {
  await stage.stop()
  own.remove()
  other.remove()
  rmSync(folder, { recursive: true, force: true })
})

const tlsPort = () => {
  const { tlsPort: port } = stage.broker
  if (port === undefined) throw new Error('The TLS port is not open')
  return port
}
const by = (pair: Pair | undefined): IClientOptions => ({
  protocol: 'mqtts',
  port: tlsPort(),
  servername: 'localhost',
  ca: readFileSync(own.ca),
  ...(pair && { cert: readFileSync(pair.cert), key: readFileSync(pair.key) }),
})
const connect = (imei: string, secret: string, pair?: Pair, more: IClientOptions = {}): Promise<MqttClient> =>
  stage.device(imei, secret, { ...by(pair), ...more })
const refusal = (imei: string, pair: Pair, more: IClientOptions = {}) =>
  connect(imei, '', pair, more).then(
    client => {
      client.end(true)
      return 'let in'
    },
    (error: Error & { code?: number }) => error.code,
  )
const audited = async (id: number) => {
  await stage.broker.audit.flush()
  const rows = await stage.query<{ refusal: string }>(
    `select distinct detail->>'refusal' as refusal from audit where row_id = $1 and entity = 'device' order by 1`,
    [id],
  )
  return rows.map(row => row.refusal)
}
const served = (port = tlsPort(), options: object = {}) =>
  new Promise<{ serial: string; protocol: string | null }>((resolve, reject) => {
    const socket = connectTls({
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      ca: readFileSync(own.ca),
      ...options,
    })
    socket.once('secureConnect', () => {
      resolve({ serial: socket.getPeerCertificate().serialNumber, protocol: socket.getProtocol() })
      socket.destroy()
    })
    socket.once('error', reject)
  })

describe('by its secret', () => {
  test('a device speaks by TLS as it does without, and what it says is stored', async () => {
    const device = await stage.addDevice({})
    const client = await connect(device.imei, device.secret)
    await client.publishAsync(`sfwatch/${device.imei}/server`, '{"code":"2001","values":{"heartRate":72}}', {
      qos: 1,
    })
    const rows = await stage.query('select 1 from latest_reading where device_id = $1', [device.id])
    expect(rows).toHaveLength(1)
    await client.endAsync()
  })
  test('a wrong secret is refused as it is elsewhere', async () => {
    const device = await stage.addDevice({})
    await expect(connect(device.imei, 'wrong')).rejects.toMatchObject({ code: 4 })
  })
  test('nothing older than TLS 1.2 is spoken', async () => {
    expect((await served(tlsPort(), { maxVersion: 'TLSv1.2' })).protocol).toBe('TLSv1.2')
    await expect(
      served(tlsPort(), { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    ).rejects.toThrow()
  })
})

test('what keeps no secrets when a key is lost, or is not authenticated, is not spoken', async () => {
  const only = (ciphers: string) =>
    served(tlsPort(), { maxVersion: 'TLSv1.2', ciphers }).then(({ protocol }) => protocol)
  expect(await only('ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('TLSv1.2')
  for (const ciphers of [
    'AES256-GCM-SHA384',
    'AES128-SHA',
    'ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256',
  ])
    await expect(only(ciphers)).rejects.toThrow()
})

describe('by its certificate', () => {
  test.each([
    ['its common name', (imei: string) => own.issue(imei)],
    ['an alternative name', (imei: string) => own.issue('Watch 7', { alternative: `DNS:${imei}` })],
    [
      'an alternative address',
      (imei: string) => own.issue('Watch 7', { alternative: `URI:urn:imei:${imei}` }),
    ],
  ])('%s lets the device in without a secret, also one that has none', async (_, issue) => {
    const device = await stage.addDevice({})
    await stage.query('update device set secret_hash = null, order_key = null where id = $1', [device.id])
    stage.bus.emit('device.changed', { ids: [device.id], tenantId: stage.tenants[0], change: 'secret' })
    const client = await connect(device.imei, '', issue(device.imei))
    await client.endAsync()
    expect(await audited(device.id)).toEqual([])
  })
  test('who names nobody is whom the certificate names', async () => {
    const device = await stage.addDevice({})
    const client = await connect(device.imei, '', own.issue(device.imei), {
      username: '',
      clientId: device.imei,
    })
    await client.publishAsync(`sfwatch/${device.imei}/server`, '{"code":"1002"}', { qos: 1 })
    await client.endAsync()
  })
  test('it lets nobody else in, not even with the other one’s secret', async () => {
    const [mine, theirs] = [await stage.addDevice({}), await stage.addDevice({})]
    const pair = own.issue(mine.imei)
    expect(await refusal(theirs.imei, pair, { password: theirs.secret })).toBe(5)
    expect(await audited(theirs.id)).toEqual(['connect.certificate.other'])
  })
  test('another authority, its end, two names and none are refused, each with its reason', async () => {
    const device = await stage.addDevice({})
    const { imei, id } = device
    expect(await refusal(imei, other.issue(imei))).toBe(5)
    expect(await audited(id)).toEqual(['connect.certificate.issuer'])
    expect(await refusal(imei, own.issue(imei, { from: '20200101000000Z', to: '20200201000000Z' }))).toBe(5)
    expect(await refusal(imei, own.issue(imei, { alternative: 'DNS:860000000000001' }))).toBe(5)
    expect(await refusal(imei, own.issue('Watch'))).toBe(5)
    expect(await audited(id)).toEqual([
      'connect.certificate.expired',
      'connect.certificate.issuer',
      'connect.certificate.name',
    ])
  })
  test('a refused certificate is not made good by a secret', async () => {
    const { imei, secret } = await stage.addDevice({})
    expect(await refusal(imei, other.issue(imei), { password: secret })).toBe(5)
  })
  test('a device of a disabled tenant and an unknown one stay outside', async () => {
    const { imei, id } = await stage.addDevice({})
    await stage.query(`update device set lifecycle = 'recycled' where id = $1`, [id])
    stage.bus.emit('device.changed', { ids: [id], tenantId: stage.tenants[0], change: 'changed' })
    expect(await refusal(imei, own.issue(imei))).toBe(5)
    expect(await refusal('860000999999999', own.issue('860000999999999'))).toBe(4)
  })
  test('a new list closes those who came by certificates; the revoked one does not come back', async () => {
    const [kept, lost] = [await stage.addDevice({}), await stage.addDevice({})]
    const [good, stolen] = [own.issue(kept.imei), own.issue(lost.imei)]
    const clients = [await connect(kept.imei, '', good), await connect(lost.imei, '', stolen)]
    const secret = await stage.addDevice({})
    const bySecret = await connect(secret.imei, secret.secret)
    const closed = clients.map(client => new Promise<void>(resolve => client.once('close', () => resolve())))
    own.revoke(stolen)
    copyFileSync(own.list(), files().clientCrl)
    await Promise.all(closed)
    expect(await refusal(lost.imei, stolen)).toBe(5)
    expect(await audited(lost.id)).toEqual(['connect.certificate.revoked'])
    await (await connect(kept.imei, '', good)).endAsync()
    expect(bySecret.connected).toBe(true)
    await bySecret.endAsync()
  })
})

describe('a new certificate of the port', () => {
  test('takes its place while connections stand, and a broken one does not', async () => {
    const device = await stage.addDevice({})
    const standing = await connect(device.imei, device.secret)
    const before = await served()
    const next = own.issue('localhost', { alternative: 'DNS:localhost' })
    // The key comes later than its certificate: meanwhile they do not fit.
    copyFileSync(next.cert, files().cert)
    await until(() => stage.broker.tls()?.problem?.includes('MQTT_TLS_KEY'))
    expect((await served()).serial).toBe(before.serial)
    copyFileSync(next.key, files().key)
    await until(async () => (await served()).serial !== before.serial)
    expect(stage.broker.tls()).toMatchObject({ status: 'ok' })
    const now = await served()
    writeFileSync(files().cert, 'nothing')
    await until(() => stage.broker.tls()?.status === 'act')
    install(own.issue('localhost', { from: '20200101000000Z', to: '20200201000000Z' }))
    await until(() => stage.broker.tls()?.problem?.includes('ended on 2020-02-01'))
    rmSync(files().key)
    await until(() => stage.broker.tls()?.problem?.includes('cannot be read'))
    expect((await served()).serial).toBe(now.serial)
    install(next)
    await until(() => stage.broker.tls()?.status === 'ok')
    expect(standing.connected).toBe(true)
    await standing.endAsync()
  })
  test('its end is told in time', () => {
    const end = 100 * DAY_MS
    expect([78, 79, 92, 93, 101].map(day => urgencyOf(end, day * DAY_MS))).toEqual([
      'ok',
      'warn',
      'warn',
      'act',
      'act',
    ])
  })
  test('an ended one at the start leaves the port without TLS open, and opens when it is renewed', async () => {
    const late = mkdtempSync(join(tmpdir(), 'gatehouse-tls-'))
    const mine = {
      cert: join(late, 'cert.pem'),
      key: join(late, 'key.pem'),
      clientCa: undefined,
      clientCrl: undefined,
    }
    const put = ({ cert, key }: Pair) => {
      copyFileSync(cert, mine.cert)
      copyFileSync(key, mine.key)
    }
    put(own.issue('localhost', { from: '20200101000000Z', to: '20200201000000Z' }))
    const port = 20_000 + (process.pid % 10_000)
    const ended = await setStage({ edge: { mqttTls: { port, files: mine } }, lookEveryMs: 30 })
    try {
      expect(ended.broker.tlsPort).toBeUndefined()
      expect(ended.broker.tls()).toEqual({
        status: 'refused',
        problem: 'MQTT_TLS_CERT: a certificate ended on 2020-02-01',
      })
      const device = await ended.addDevice({})
      await (await ended.device(device.imei, device.secret)).endAsync()
      await expect(served(port)).rejects.toThrow()
      put(own.issue('localhost', { alternative: 'DNS:localhost' }))
      await until(() => served(port).catch(() => undefined))
      expect(ended.broker.tls()).toMatchObject({ status: 'ok' })
    } finally {
      await ended.stop()
      rmSync(late, { recursive: true, force: true })
    }
  })
})

test('who has gone takes no place of the device ports any more', async () => {
  const { imei, secret } = await stage.addDevice({})
  const client = await connect(imei, secret)
  expect(stage.broker.counts().ports.open).toBeGreaterThan(0)
  await client.endAsync()
  await until(() => stage.broker.counts().ports.open === 0)
})

test('what cannot be used is called by name', async () => {
  const good = own.issue('localhost')
  const key = other.issue('localhost').key
  const at = Date.now()
  const judge = async (given: Partial<Pair> & { clientCa?: string; clientCrl?: string }) => {
    const names = namesWith('MQTT_TLS')
    const material = await readMaterial(
      { ...good, clientCa: undefined, clientCrl: undefined, ...given },
      names,
    )
    if ('problem' in material) return material.problem
    const judged = judgeMaterial(material, at, names)
    return 'problem' in judged ? judged.problem : undefined
  }
  expect(await judge({})).toBeUndefined()
  expect(await judge({ key })).toContain('MQTT_TLS_KEY: is not the key')
  expect(await judge({ key: good.cert })).toContain('MQTT_TLS_KEY')
  expect(await judge({ cert: good.key })).toContain('MQTT_TLS_CERT')
  expect(await judge({ clientCa: good.key })).toContain('MQTT_TLS_CLIENT_CA')
  expect(await judge({ clientCa: own.ca, clientCrl: good.key })).toContain('MQTT_TLS_CLIENT_CRL')
  expect(await judge({ cert: join(own.folder, 'none') })).toContain('ENOENT')
})

test('names that only look like several are none', () => {
  const names = (subject: string, subjectAltName?: string) => imeisOf({ subject, subjectAltName })
  expect(names('O=Fleet\nCN=860000000000042')).toEqual(['860000000000042'])
  expect(names('CN=Watch', 'DNS:"a, DNS:860000000000042"')).toEqual([])
  expect(names('CN=860000000000042', 'DNS:860000000000042, URI:imei:860000000000043')).toHaveLength(2)
  expect(names('CN=x860000000000042')).toEqual([])
})
