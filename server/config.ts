// Reads the environment once. The table below is the only place that knows a variable's name, default and meaning.
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { type ServiceName, serviceNames } from '../src/domain/services.ts'
import { type MapConfig, mapTable, readMaps } from './modules/maps/settings.ts'
import { type PaymentConfig, payTable, readPayment } from './modules/pay/settings.ts'
import { readSecrets, type Secrets } from './secrets.ts'

export interface Setting {
  name: string
  /** As the documentation prints it. */
  fallback: string
  meaning: string
}

/** Thrown when the server must not start; the message has one line for each problem and no stack is needed. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const onOff = z.pipe(
  z.string().check(z.regex(/^(on|off|true|false|yes|no|1|0)$/i, 'must be on or off')),
  z.transform(text => /^(on|true|yes|1)$/i.test(text)),
)
const whole = (least: number, most: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^\d{1,9}$/, 'must be a whole number'),
      z.refine(text => Number(text) >= least && Number(text) <= most, `must be from ${least} to ${most}`),
    ),
    z.transform(Number),
  )
const address = (...schemes: string[]) =>
  z
    .string()
    .check(
      z.refine(
        text => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
        `must be an address that starts with ${schemes.map(scheme => `${scheme}://`).join(' or ')}`,
      ),
    )
const list = z.pipe(
  z.string(),
  z.transform(text => text.split(/[\s,]+/).filter(Boolean)),
)

const serviceVariable = (service: ServiceName) =>
  `SERVICE_${service.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`

const table = {
  nodeEnv: {
    name: 'NODE_ENV',
    fallback: 'development',
    meaning: '`production` turns demo mode and the simulator off',
    schema: z.string(),
  },
  host: { name: 'HOST', fallback: '0.0.0.0', meaning: 'Network address to listen on', schema: z.string() },
  port: {
    name: 'PORT',
    fallback: '8080',
    meaning: 'Port of the console, the API and the broker over websocket',
    schema: whole(0, 65535),
  },
  mqttPort: {
    name: 'MQTT_PORT',
    fallback: '1883',
    meaning: 'Port of the broker over TCP',
    schema: whole(0, 65535),
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Folder of the database, the uploaded files and the generated secrets',
    schema: z.string(),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'A PostgreSQL to use in place of the embedded one',
    schema: address('postgres', 'postgresql'),
  },
  mqttUrl: {
    name: 'MQTT_URL',
    fallback: '',
    meaning: 'An MQTT broker to use in place of the embedded one',
    schema: address('mqtt', 'mqtts', 'ws', 'wss'),
  },
  demo: {
    name: 'DEMO',
    fallback: 'on, off in production',
    meaning: 'Demo tenants with public passwords, and the SMS outbox readable',
    schema: onOff,
  },
  simulate: {
    name: 'SIMULATE',
    fallback: 'as DEMO',
    meaning: 'A simulated fleet moves the demo devices',
    schema: onOff,
  },
  secretKey: {
    name: 'SECRET_KEY',
    fallback: 'generated into DATA_DIR',
    meaning: 'Key that the other keys are derived from, at least 32 characters',
    schema: z.string(),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning: 'Address that people open; websockets from other origins are refused',
    schema: address('http', 'https'),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: 'off',
    meaning: 'Take the caller’s address from the headers of a proxy in front',
    schema: onOff,
  },
  frameAncestors: {
    name: 'FRAME_ANCESTORS',
    fallback: '',
    meaning: 'Origins that may show the console in a frame, separated by commas',
    schema: list,
  },
  sessionIdleMinutes: {
    name: 'SESSION_IDLE_MINUTES',
    fallback: '720',
    meaning: 'A session ends after so long without a call',
    schema: whole(1, 525_600),
  },
  sessionHours: {
    name: 'SESSION_HOURS',
    fallback: '168',
    meaning: 'A session ends after so long in any case',
    schema: whole(1, 8760),
  },
  menuHosts: {
    name: 'MENU_HOSTS',
    fallback: '',
    meaning: 'Host names where menu items 31 and 190 are hidden and 177 is renamed',
    schema: list,
  },
  siteName: {
    name: 'SITE_NAME',
    fallback: 'Gatehouse',
    meaning: 'Name that the login screen and the browser show',
    schema: z.string().check(z.maxLength(60, 'must have at most 60 characters')),
  },
  visitors: {
    name: 'VISITORS',
    fallback: 'as DEMO',
    meaning: 'People without an account may enter as visitors, read-only',
    schema: onOff,
  },
  mallUrl: {
    name: 'MALL_URL',
    fallback: '',
    meaning: 'Address of the official mall in the header menu',
    schema: address('http', 'https'),
  },
  agoraAppId: {
    name: 'AGORA_APP_ID',
    fallback: '',
    meaning: 'Calls run over Agora with this application; without it over the built-in line',
    schema: z.string().check(z.regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits')),
  },
  agoraCertificate: {
    name: 'AGORA_CERTIFICATE',
    fallback: '',
    meaning: 'Certificate of the Agora application, for its tokens',
    schema: z.string().check(z.regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits')),
  },
  carrierUrl: {
    name: 'CARRIER_URL',
    fallback: '',
    meaning: 'Base address of the carrier’s platform for IoT cards; without it an embedded one stands in',
    schema: address('http', 'https'),
  },
  carrierAppId: {
    name: 'CARRIER_APP_ID',
    fallback: '',
    meaning: 'Name under which the carrier knows this installation',
    schema: z.string().check(z.regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots, dashes')),
  },
  carrierSecret: {
    name: 'CARRIER_SECRET',
    fallback: '',
    meaning: 'Secret that signs what goes to the carrier and what comes back, at least 16 characters',
    schema: z.string().check(z.minLength(16, 'must have at least 16 characters')),
  },
  iceServers: {
    name: 'ICE_SERVERS',
    fallback: '',
    meaning: 'STUN and TURN servers for calls across networks, separated by commas (`turn:host:3478`)',
    schema: list,
  },
  turnSecret: {
    name: 'TURN_SECRET',
    fallback: '',
    meaning: 'Shared secret of the TURN servers (coturn’s static-auth-secret), for passwords that expire',
    schema: z.string(),
  },
  pushContact: {
    name: 'PUSH_CONTACT',
    fallback: 'PUBLIC_URL',
    meaning: 'Address that push services may complain to, `mailto:` or https',
    schema: address('mailto', 'https'),
  },
  storageQuotaMb: {
    name: 'STORAGE_QUOTA_MB',
    fallback: '2048',
    meaning: 'Megabytes that one tenant may upload',
    schema: whole(1, 100_000_000),
  },
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    fallback: '',
    meaning: 'An object storage that speaks the S3 protocol, for files in place of DATA_DIR',
    schema: address('http', 'https'),
  },
  s3Bucket: {
    name: 'S3_BUCKET',
    fallback: '',
    meaning: 'Bucket of the object storage; it must exist',
    schema: z.string().check(z.regex(/^[\w.-]{3,63}$/, 'must be the name of a bucket')),
  },
  s3Region: {
    name: 'S3_REGION',
    fallback: 'us-east-1',
    meaning: 'Region of the object storage, part of its signatures',
    schema: z.string().check(z.regex(/^[\w-]{1,40}$/, 'must be the name of a region')),
  },
  s3Key: { name: 'S3_KEY', fallback: '', meaning: 'Access key of the object storage', schema: z.string() },
  s3Secret: {
    name: 'S3_SECRET',
    fallback: '',
    meaning: 'Secret key of the object storage',
    schema: z.string(),
  },
  s3PathStyle: {
    name: 'S3_PATH_STYLE',
    fallback: 'on',
    meaning: 'The bucket stands in the path of the address; off: in the host name',
    schema: onOff,
  },
  ...payTable,
  ...mapTable,
  upgradeUrl: {
    name: 'UPGRADE_URL',
    fallback: '',
    meaning: 'Address behind “upgrade enterprise” in the header menu',
    schema: address('http', 'https'),
  },
} as const

/** Every variable the server reads, for the documentation. */
export const settings: Setting[] = [
  ...Object.values(table).map(({ name, fallback, meaning }) => ({ name, fallback, meaning })),
  ...serviceNames.map(service => ({
    name: serviceVariable(service),
    fallback: `/api/${service}/`,
    meaning: `Base address of the ${service} service`,
  })),
]

/** What the rest of the server knows of the environment. */
export interface Config {
  production: boolean
  host: string
  port: number
  mqttPort: number
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  mqttUrl: string | undefined
  demo: boolean
  simulate: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  publicUrl: string | undefined
  trustProxy: boolean
  frameAncestors: string[]
  sessionIdleMinutes: number
  sessionHours: number
  menuHosts: string[]
  siteName: string
  visitors: boolean
  mallUrl: string | undefined
  upgradeUrl: string | undefined
  /** The carrier's platform; undefined: the embedded one. */
  carrier: { url: string; appId: string; secret: string } | undefined
  /** Both or none. */
  agora: { appId: string; certificate: string } | undefined
  iceServers: string[]
  turnSecret: string | undefined
  pushContact: string | undefined
  /** Bytes that one tenant may upload. */
  storageQuota: number
  /** Where files go in place of the own disk. */
  s3: S3Settings | undefined
  payment: PaymentConfig
  maps: MapConfig
  /** Only the services that are set apart; the others are at `/api/<service>/`. */
  serviceBases: Partial<Record<ServiceName, string>>
  secrets: Secrets
}

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
  pathStyle: boolean
}

/** An object storage needs all of its settings, or none. */
function readS3(
  problems: string[],
  given: { [K in keyof S3Settings]: S3Settings[K] | undefined } & { region: string; pathStyle: boolean },
): S3Settings | undefined {
  const { endpoint, bucket, key, secret } = given
  if (endpoint && bucket && key && secret) return { ...given, endpoint, bucket, key, secret }
  if (endpoint || bucket || key || secret)
    problems.push('S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET: give all or none')
  return undefined
}

type Environment = Record<string, string | undefined>

/** Reads and checks the environment; throws a ConfigError that names every variable that is wrong. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = []
  // An empty variable counts as unset: that is how compose files and service units leave one out.
  const given = (name: string) => env[name]?.trim() || undefined
  const read = <Value>({ name, schema }: { name: string; schema: z.ZodMiniType<Value, string> }) => {
    const text = given(name)
    if (text === undefined) return undefined
    const result = z.safeParse(schema, text)
    if (result.success) return result.data
    problems.push(`${name}: ${result.error.issues[0]?.message ?? 'is not valid'}`)
    return undefined
  }
  const serviceBases: Partial<Record<ServiceName, string>> = {}
  for (const service of serviceNames) {
    const name = serviceVariable(service)
    const base = given(name)
    if (base === undefined) continue
    if (/^\/(?!\/)/.test(base) || /^https?:\/\//.test(base)) serviceBases[service] = base.replace(/\/?$/, '/')
    else problems.push(`${name}: must be a path or an address that starts with http:// or https://`)
  }

  const production = read(table.nodeEnv) === 'production'
  const demo = read(table.demo) ?? !production
  const dataDir = resolve(read(table.dataDir) ?? 'data')
  const agoraAppId = read(table.agoraAppId)
  const agoraCertificate = read(table.agoraCertificate)
  if ((agoraAppId === undefined) !== (agoraCertificate === undefined))
    problems.push('AGORA_APP_ID and AGORA_CERTIFICATE: give both or none')
  const carrierUrl = read(table.carrierUrl)
  const carrierAppId = read(table.carrierAppId)
  const carrierSecret = read(table.carrierSecret)
  const carrierParts = [carrierUrl, carrierAppId, carrierSecret].filter(part => part !== undefined)
  if (carrierParts.length % 3 !== 0)
    problems.push('CARRIER_URL, CARRIER_APP_ID and CARRIER_SECRET: give all or none')
  const s3 = readS3(problems, {
    endpoint: read(table.s3Endpoint),
    bucket: read(table.s3Bucket),
    region: read(table.s3Region) ?? 'us-east-1',
    key: read(table.s3Key),
    secret: read(table.s3Secret),
    pathStyle: read(table.s3PathStyle) ?? true,
  })
  const publicUrl = read(table.publicUrl)
  const payment = readPayment(read, problem => problems.push(problem), { demo, publicUrl })
  const maps = readMaps(read, problem => problems.push(problem))
  const config = {
    production,
    demo,
    dataDir,
    simulate: read(table.simulate) ?? demo,
    host: read(table.host) ?? '0.0.0.0',
    port: read(table.port) ?? 8080,
    mqttPort: read(table.mqttPort) ?? 1883,
    databaseUrl: read(table.databaseUrl),
    mqttUrl: read(table.mqttUrl),
    logLevel: read(table.logLevel) ?? ('info' as const),
    publicUrl,
    trustProxy: read(table.trustProxy) ?? false,
    frameAncestors: read(table.frameAncestors) ?? [],
    sessionIdleMinutes: read(table.sessionIdleMinutes) ?? 720,
    sessionHours: read(table.sessionHours) ?? 168,
    menuHosts: read(table.menuHosts) ?? [],
    siteName: read(table.siteName) ?? 'Gatehouse',
    visitors: read(table.visitors) ?? demo,
    mallUrl: read(table.mallUrl),
    upgradeUrl: read(table.upgradeUrl),
    carrier:
      carrierUrl && carrierAppId && carrierSecret
        ? { url: carrierUrl, appId: carrierAppId, secret: carrierSecret }
        : undefined,
    agora: agoraAppId && agoraCertificate ? { appId: agoraAppId, certificate: agoraCertificate } : undefined,
    iceServers: read(table.iceServers) ?? [],
    turnSecret: read(table.turnSecret),
    pushContact: read(table.pushContact),
    storageQuota: (read(table.storageQuotaMb) ?? 2048) * 1024 * 1024,
    s3,
    payment,
    maps,
    serviceBases,
  }
  const secretKey = read(table.secretKey)
  if (problems.length > 0) throw new ConfigError(problems)
  const secrets = readSecrets({ file: join(dataDir, 'secrets.json'), given: secretKey, demo })
  if ('refused' in secrets) throw new ConfigError([secrets.refused])
  return { ...config, secrets }
}
