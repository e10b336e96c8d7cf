// The environment: defaults, refusals that name the variable, and secrets that are never weak outside demo mode.
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settings } from '../../server/config.ts'
import { ConfigError } from '../../server/settings/config-error.ts'

const freshFolder = () => join(mkdtempSync(join(tmpdir(), 'gatehouse-config-')), 'data')
const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig({ DATA_DIR: freshFolder(), ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('an empty environment gives the documented defaults, in demo mode', () => {
  const config = readConfig({ DATA_DIR: freshFolder(), PORT: '' })
  expect(config).toMatchObject({
    port: 8080,
    mqttPort: 1883,
    demo: true,
    simulate: true,
    logLevel: 'info',
    serviceBases: {},
  })
  expect(config.databaseUrl).toBeUndefined()
})

test('the plain port of devices is where the console is, unless it is told elsewhere', () => {
  const at = (env: Record<string, string>) => readConfig({ DATA_DIR: freshFolder(), ...env }).mqttHost
  expect([at({}), at({ HOST: '10.0.0.5' }), at({ HOST: '10.0.0.5', MQTT_HOST: '127.0.0.1' })]).toEqual([
    '0.0.0.0',
    '10.0.0.5',
    '127.0.0.1',
  ])
})

test('production turns demo mode and the simulator off, and each can be set', () => {
  expect(readConfig({ DATA_DIR: freshFolder(), NODE_ENV: 'production' })).toMatchObject({
    demo: false,
    simulate: false,
  })
  expect(readConfig({ DATA_DIR: freshFolder(), DEMO: 'on', SIMULATE: 'off' })).toMatchObject({
    demo: true,
    simulate: false,
  })
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['DEMO', 'maybe'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['MQTT_URL', 'broker'],
  ['LOG_LEVEL', 'loud'],
  ['CONFERENCE_SERVICE', 'other'],
  ['CONFERENCE_SERVICE', 'cloud'],
  ['CONFERENCE_SERVICE', 'livekit'],
  ['SERVICE_IOT_CARD', 'ftp://x'],
  ['SERVICE_AUTH', '//elsewhere'],
  ['MAP_RASTER_URL', 'https://tiles.example.org/one.png'],
  ['MAP_RASTER_URL', 'ftp://tiles.example.org/{z}/{x}/{y}.png'],
  ['MAP_RASTER_URL', 'https://{x}.example.org/{z}/{x}/{y}.png'],
  ['MAP_RASTER_MOST_ZOOM', '40'],
  ['AMAP_KEY', 'amap-key-0123456789'],
  ['AMAP_SECURITY_CODE', 'amap-code-0123456789'],
  ['GOOGLE_MAPS_KEY', 'short'],
  ['MQTT_TLS_PORT', '8883'],
  ['MQTT_TLS_CERT', '/etc/gatehouse/device.pem'],
  ['MQTT_MAX_CONNECTIONS', '0'],
  ['MQTT_TRUST_PROXY', '10.0.0.0/8'],
  ['MQTT_TRUST_PROXY', '2'],
  ['TENANT_MESSAGES_PER_MINUTE', '-1'],
])('%s=%s is refused by name', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)])
})

test('all problems are told at once', () => {
  expect(problemsOf({ PORT: 'x', MQTT_PORT: 'y', DEMO: 'z' })).toHaveLength(3)
})

test('device ports: what needs what', () => {
  const tls = { MQTT_TLS_PORT: '8883', MQTT_TLS_CERT: '/c.pem', MQTT_TLS_KEY: '/k.pem' }
  expect(readConfig({ DATA_DIR: freshFolder(), ...tls })).toMatchObject({
    mqttTls: { port: 8883, files: { cert: '/c.pem', key: '/k.pem', clientCa: undefined } },
    mqttProxies: undefined,
    mqttMostConnections: 20_000,
    tenantRate: 0,
  })
  expect(problemsOf({ ...tls, MQTT_TLS_CLIENT_CRL: '/l.pem' })).toEqual([
    'MQTT_TLS_CLIENT_CRL: needs MQTT_TLS_CLIENT_CA',
  ])
  const proxies = { MQTT_PROXY_PROTOCOL: 'required', MQTT_TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32' }
  expect(problemsOf(proxies)).toEqual([expect.stringContaining('SIMULATE=off')])
  expect(readConfig({ DATA_DIR: freshFolder(), SIMULATE: 'off', ...proxies })).toMatchObject({
    mqttProxies: ['10.0.0.0/8', '2001:db8::/32'],
  })
  expect(problemsOf({ MQTT_PROXY_PROTOCOL: 'required', SIMULATE: 'off' })).toEqual([
    expect.stringContaining('MQTT_TRUST_PROXY'),
  ])
})

test('a service can be set apart', () => {
  const { serviceBases } = readConfig({
    DATA_DIR: freshFolder(),
    SERVICE_MOCK_ADVERT: 'https://ads.example.org/api',
  })
  expect(serviceBases).toEqual({ mockAdvert: 'https://ads.example.org/api/' })
})

test('a secret is made once, readable by its owner only, and gives the same keys at the next start', () => {
  const DATA_DIR = freshFolder()
  const first = readConfig({ DATA_DIR }).secrets.keyFor('links')
  const again = readConfig({ DATA_DIR }).secrets
  expect(again.keyFor('links').equals(first)).toBe(true)
  expect(again.keyFor('devices').equals(first)).toBe(false)
  expect(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test.each(['short', 'please-change-me-please-change-me-please', 'default-default-default-default-default'])(
  'outside demo mode the secret %s is refused',
  SECRET_KEY => {
    expect(problemsOf({ DEMO: 'off', SECRET_KEY })).toEqual([expect.stringContaining('SECRET_KEY')])
  },
)

test('a folder filled in demo mode is refused outside it', () => {
  const DATA_DIR = freshFolder()
  readConfig({ DATA_DIR })
  expect(problemsOf({ DATA_DIR, DEMO: 'off' })).toEqual([expect.stringContaining('demo mode')])
})

test('a damaged secrets file is told, not replaced', () => {
  const DATA_DIR = freshFolder()
  readConfig({ DATA_DIR })
  const file = join(DATA_DIR, 'secrets.json')
  writeFileSync(file, '{')
  expect(problemsOf({ DATA_DIR })).toEqual([expect.stringContaining('damaged')])
  expect(readFileSync(file, 'utf8')).toBe('{')
})

test('each variable is documented once', () => {
  const names = settings.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(settings.every(({ meaning }) => meaning.length > 10)).toBe(true)
})
