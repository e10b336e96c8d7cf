// The installation's part of the environment: where it listens, where it keeps things, what it stands in for.
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { readTrustProxy, type TrustProxy } from './proxies.ts'
import { address, type Complain, list, onOff, type Read, whole } from './setting.ts'

/** From the fewest lines to all; `silent` has none. */
export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])

/** Rows of the table of settings. */
export const installationTable = {
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
  tlsCert: {
    name: 'TLS_CERT',
    fallback: '',
    meaning:
      'File with a certificate for that port and those between it and its authority (PEM): it speaks TLS then. Not in demo mode',
    schema: z.string(),
  },
  tlsKey: {
    name: 'TLS_KEY',
    fallback: '',
    meaning: 'File with its private key (PEM, not encrypted)',
    schema: z.string(),
  },
  mqttPort: {
    name: 'MQTT_PORT',
    fallback: '1883',
    meaning: 'Port of the broker over TCP',
    schema: whole(0, 65535),
  },
  mqttHost: {
    name: 'MQTT_HOST',
    fallback: 'HOST',
    meaning:
      'Network address of that port: with 127.0.0.1 devices come from outside by MQTT_TLS_PORT and the websocket alone',
    schema: z.string(),
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
  busUrl: {
    name: 'BUS_URL',
    fallback: 'MQTT_URL, else the database of DATABASE_URL',
    meaning: 'An MQTT broker that carries words between server processes, and nothing of devices',
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
  keyReplaced: {
    name: 'SECRET_KEY_REPLACED',
    fallback: 'off',
    meaning:
      'For one start: another `SECRET_KEY` than the database was used with is taken. What was sealed with the one before can never be read again',
    schema: onOff,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    schema: logLevel,
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
    meaning:
      'Proxies in front whose word about the caller’s address counts: `off`, how many there are (`on` means 1), or their addresses and networks, separated by commas (`10.0.0.0/8`)',
    schema: z.pipe(
      z
        .string()
        .check(
          z.refine(
            text => readTrustProxy(text) !== undefined,
            'must be off, a number of proxies, or addresses and networks such as 10.0.0.0/8',
          ),
        ),
      z.transform(text => readTrustProxy(text) ?? false),
    ),
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    fallback: '0',
    meaning:
      'How long the server goes on after it was told to stop, while `/api/ready` answers 503: the time that a load balancer needs to send people and devices elsewhere',
    schema: whole(0, 300),
  },
  memoryGuard: {
    name: 'SWEEP_ABOVE_MB',
    fallback: '600',
    meaning:
      'Above so many megabytes of memory the server clears away sooner what it no longer uses, which costs it a part of its processor; 0: as the engine likes',
    schema: whole(0, 1_000_000),
  },
  deviceRate: {
    name: 'DEVICE_MESSAGES_PER_SECOND',
    fallback: '20',
    meaning:
      'Messages that one device may send in the long run, a hundred times as many at once; 0: as many as it likes. Emergencies are not counted',
    schema: whole(0, 100_000),
  },
  costlyCalls: {
    name: 'COSTLY_CALLS_PER_MINUTE',
    fallback: '10',
    meaning:
      'Exports, imports and commands on all that a filter finds that one person may start in a minute in the long run, thirty at once; 12 times as many reports, 30 times as many searches; a tenant 6 times as many as a person. 0: no bounds',
    schema: whole(0, 100_000),
  },
  frameAncestors: {
    name: 'FRAME_ANCESTORS',
    fallback: '',
    meaning: 'Origins that may show the console in a frame, separated by commas',
    schema: list,
  },
  strictTransport: {
    name: 'STRICT_TRANSPORT',
    fallback: 'subdomains',
    meaning:
      'What browsers that come by https are told to ask by https alone for a year (HSTS): this host and its `subdomains`, this `host`, or nothing (`off`)',
    schema: z.enum(['subdomains', 'host', 'off'], 'must be subdomains, host or off'),
  },
  sandboxSpeed: {
    name: 'SANDBOX_SPEED',
    fallback: '1',
    meaning: 'How many times faster than life the payment sandbox and the embedded carrier answer',
    schema: whole(1, 100),
  },
} as const

export interface InstallationConfig {
  production: boolean
  host: string
  port: number
  /** What the console's port speaks TLS with; undefined: it speaks none. */
  consoleTls: { cert: string; key: string } | undefined
  mqttPort: number
  /** Where the broker without TLS listens. */
  mqttHost: string
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  mqttUrl: string | undefined
  busUrl: string | undefined
  demo: boolean
  simulate: boolean
  /** How many times faster than life the stand-ins for banks and carriers answer. */
  sandboxSpeed: number
  /** The key before is lost for good, or was given up. */
  keyReplaced: boolean
  logLevel: z.infer<typeof logLevel>
  publicUrl: string | undefined
  trustProxy: TrustProxy
  /** Messages a second of one device; 0: no bounds. */
  deviceRate: number
  drainSeconds: number
  /** Above so many megabytes it clears away sooner; 0: never. */
  memoryGuard: number
  /** Tasks a minute that one person may start; 0: no bounds. */
  costlyCalls: number
  frameAncestors: string[]
  /** How far a page that came by TLS binds its browser to TLS. */
  strictTransport: 'subdomains' | 'host' | 'off'
}

export function readInstallation(read: Read, complain: Complain): InstallationConfig {
  const table = installationTable
  const production = read(table.nodeEnv) === 'production'
  const demo = read(table.demo) ?? !production
  const simulate = read(table.simulate) ?? demo
  return {
    production,
    demo,
    simulate,
    consoleTls: readConsoleTls(read, complain, demo || simulate),
    sandboxSpeed: read(table.sandboxSpeed) ?? 1,
    dataDir: resolve(read(table.dataDir) ?? 'data'),
    host: read(table.host) ?? '0.0.0.0',
    mqttHost: read(table.mqttHost) ?? read(table.host) ?? '0.0.0.0',
    port: read(table.port) ?? 8080,
    mqttPort: read(table.mqttPort) ?? 1883,
    databaseUrl: read(table.databaseUrl),
    mqttUrl: read(table.mqttUrl),
    busUrl: read(table.busUrl),
    keyReplaced: read(table.keyReplaced) ?? false,
    logLevel: read(table.logLevel) ?? 'info',
    publicUrl: read(table.publicUrl),
    trustProxy: read(table.trustProxy) ?? false,
    deviceRate: read(table.deviceRate) ?? 20,
    drainSeconds: read(table.drainSeconds) ?? 0,
    memoryGuard: read(table.memoryGuard) ?? 600,
    costlyCalls: read(table.costlyCalls) ?? 10,
    frameAncestors: read(table.frameAncestors) ?? [],
    strictTransport: read(table.strictTransport) ?? 'subdomains',
  }
}

function readConsoleTls(read: Read, complain: Complain, demo: boolean): InstallationConfig['consoleTls'] {
  const [cert, key] = [read(installationTable.tlsCert), read(installationTable.tlsKey)]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    complain('TLS_CERT, TLS_KEY: one needs the other')
    return undefined
  }
  if (demo)
    complain(
      'TLS_CERT: the demo and its fleet speak to the console without TLS, set DEMO=off and SIMULATE=off',
    )
  return { cert: resolve(cert), key: resolve(key) }
}
