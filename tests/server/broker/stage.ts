// A real database and broker with two tenants, some people and devices, for tests that speak MQTT.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type pg from 'pg'
import { pino } from 'pino'
import type { EdgeConfig } from '../../../server/broker/settings.ts'
import type { UnsentLimits } from '../../../server/broker/unsent.ts'
import { type Bus, createBus } from '../../../server/bus.ts'
import { startDatabase } from '../../../server/db/launcher.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { createPool } from '../../../server/db/pool.ts'
import { createData, type Data, WHOLE } from '../../../server/db/scoped.ts'
import { hashDeviceSecret, orderKeyOf } from '../../../server/device-secret.ts'
import { type Messaging, startMessaging } from '../../../server/messaging.ts'
import { createSessions, type Sessions } from '../../../server/modules/session/sessions.ts'
import { makeTicket } from '../../../server/modules/session/tickets.ts'
import type { TrustProxy } from '../../../server/settings/proxies.ts'
import { layDatabase } from '../prepared-database.ts'

export const log = pino({ level: process.env.TEST_LOG ?? 'silent' })

/** What the words between processes are sealed with. */
export const wordsKey = randomBytes(32)

export interface Clock {
  now(): number
  advance(ms: number): void
  /** Stands still while something is done, for what is about the very moment: only `advance` moves it then. */
  still<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The real clock plus what the test has let pass. */
export function movableClock(): Clock {
  let ahead = 0
  let stands: number | undefined
  return {
    now: () => (stands ?? Date.now()) + ahead,
    advance: ms => {
      ahead += ms
    },
    still: async work => {
      stands = Date.now()
      try {
        return await work()
      } finally {
        stands = undefined
      }
    },
  }
}

export interface Stage {
  broker: Messaging
  bus: Bus
  data: Data
  pool: pg.Pool
  sessions: Sessions
  clock: Clock
  ownerUrl: string
  appUrl: string
  httpPort: number
  tenants: [number, number]
  departments: [number, number]
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  addDevice(device: Partial<NewDevice>): Promise<{ id: number; imei: string; secret: string }>
  addPerson(person: Partial<NewPerson>): Promise<{ id: number; tokenHash: string }>
  device(imei: string, secret: string, options?: IClientOptions): Promise<MqttClient>
  person(person: { id: number; tokenHash: string }, options?: IClientOptions): Promise<MqttClient>
  credentials(person: { id: number; tokenHash: string }): Promise<IClientOptions>
  stop(): Promise<void>
}

interface NewDevice {
  tenant: number
  kind: string
  departmentId: number | null
  desired: Record<string, unknown>
}
interface NewPerson {
  tenant: number
  permissions: string[]
  departmentId: number | null
  scope: 'tenant' | 'department'
  visitor: boolean
  highest: boolean
}

let counter = 0
const unique = () => `${Date.now().toString().slice(-7)}${String(++counter).padStart(3, '0')}`

export async function setStage(
  options: {
    sweepEveryMs?: number
    mqttUrl?: string
    /** Of an owner; undefined: a database of its own. */
    databaseUrl?: string
    /** Other processes may use its database. */
    shared?: boolean
    deviceRate?: number
    unsent?: UnsentLimits
    trustProxy?: TrustProxy
    /** How devices connect. */
    edge?: Partial<EdgeConfig>
    /** Between two looks at the files of the TLS certificate. */
    lookEveryMs?: number
  } = {},
): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-broker-'))
  const { databaseUrl } = options
  if (databaseUrl === undefined) await layDatabase(dataDir)
  const database = await startDatabase({ dataDir, databaseUrl, log })
  await migrate({ ownerUrl: database.ownerUrl, log })
  const pool = createPool({ url: database.appUrl, log })
  const data = createData(pool)
  const bus = createBus(error => log.error(error))
  const sessions = createSessions(data, bus, { sessionIdleMinutes: 60, sessionHours: 1 })
  const clock = movableClock()
  const server = createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: httpPort } = server.address() as AddressInfo
  const broker = await startMessaging({
    config: {
      port: 0,
      mqttPort: 0,
      host: '127.0.0.1',
      publicUrl: undefined,
      trustProxy: options.trustProxy ?? false,
      mqttUrl: options.mqttUrl,
      deviceRate: options.deviceRate ?? 0,
      ...options.edge,
    },
    log,
    data,
    bus,
    sessions,
    ownerUrl: database.ownerUrl,
    ...((options.shared || options.mqttUrl !== undefined) && {
      others: { databaseUrl: database.appUrl, key: wordsKey, unsealedThere: () => false },
    }),
    server,
    now: clock.now,
    stateEveryMs: 50,
    sweepEveryMs: options.sweepEveryMs ?? 0,
    ...(options.unsent && { unsent: options.unsent }),
    ...(options.lookEveryMs !== undefined && { lookEveryMs: options.lookEveryMs }),
  })
  const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    data.scoped(WHOLE, sql => sql.query<Row>(text, values))
  const made = async (text: string, values: unknown[]) => {
    const [row] = await query<{ id: number }>(text, values)
    if (!row) throw new Error('nothing was made')
    return row.id
  }
  const tenant = () =>
    made(
      `insert into tenant (created_at, updated_at, name, scenario) values (0, 0, $1, 'community') returning id`,
      [`tenant ${unique()}`],
    )
  const tenants: [number, number] = [await tenant(), await tenant()]
  const department = () =>
    made(
      `insert into department (tenant_id, created_at, updated_at, name) values ($1, 0, 0, $2) returning id`,
      [tenants[0], unique()],
    )
  const departments: [number, number] = [await department(), await department()]
  const categories = new Map<number, number>()
  const phc = new Map<string, string>()

  const connect = async (client: MqttClient) => {
    client.on('error', () => {})
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', error => {
        client.end(true)
        reject(error)
      })
      client.once('close', () => reject(new Error('closed')))
    })
    return client
  }
  const credentials = async ({ id, tokenHash }: { id: number; tokenHash: string }) => {
    const { ticket } = await data.scoped(WHOLE, sql => makeTicket(sql, id, tokenHash))
    return {
      clientId: `user_${id}_${unique()}`,
      username: String(id),
      password: ticket,
      reconnectPeriod: 0,
      queueQoSZero: false,
    }
  }

  return {
    broker,
    bus,
    data,
    pool,
    sessions,
    clock,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    httpPort,
    tenants,
    departments,
    query,
    credentials,
    addDevice: async device => {
      const tenantId = device.tenant ?? tenants[0]
      const category =
        categories.get(tenantId) ??
        (await made(
          `insert into device_category (tenant_id, created_at, updated_at, name, kind) values ($1, 0, 0, $2, 'helmet') returning id`,
          [tenantId, unique()],
        ))
      categories.set(tenantId, category)
      const imei = `86${unique()}123`
      const secret = 'secret'.padEnd(20, 'x')
      const hash = phc.get(secret) ?? (await hashDeviceSecret(secret))
      phc.set(secret, hash)
      const id = await made(
        `insert into device (tenant_id, created_at, updated_at, imei, kind, name, category_id, department_id, wearer_name,
           responsible_phone, install_location, building, unit, room_no, lifecycle, secret_hash, order_key)
         values ($1, 0, 0, $2, $3, $4, $5, $6, 'Li', '13800000009', 'Gate 1', '3', '2', '501', 'bound', $7, $8) returning id`,
        [
          tenantId,
          imei,
          device.kind ?? 'helmet',
          `device ${imei.slice(-5)}`,
          category,
          device.departmentId ?? null,
          hash,
          orderKeyOf(secret),
        ],
      )
      if (device.desired)
        await query('insert into device_settings (device_id, tenant_id, desired) values ($1, $2, $3)', [
          id,
          tenantId,
          JSON.stringify(device.desired),
        ])
      return { id, imei, secret }
    },
    addPerson: async person => {
      const tenantId = person.tenant ?? tenants[0]
      const id = await made(
        `insert into account (tenant_id, created_at, updated_at, username, password_hash, name, department_id, visitor, highest)
         values ($1, 0, 0, $2, '', 'P', $3, $4, $5) returning id`,
        [
          tenantId,
          `p${unique()}`,
          person.departmentId ?? null,
          person.visitor ?? false,
          person.highest ?? false,
        ],
      )
      const role = await made(
        `insert into role (tenant_id, created_at, updated_at, name, scope) values ($1, 0, 0, $2, $3) returning id`,
        [tenantId, unique(), person.scope ?? 'tenant'],
      )
      for (const permission of person.permissions ?? ['alarm.read', 'device.read']) {
        const resource = await made(
          `insert into resource (created_at, updated_at, name, type, mark) values (0, 0, $1, 'button', $2) returning id`,
          [unique(), permission],
        )
        await query('insert into role_resource values ($1, $2, $3)', [tenantId, role, resource])
      }
      await query('insert into account_role values ($1, $2, $3)', [tenantId, id, role])
      bus.emit('rights.changed', {})
      const tokenHash = randomBytes(32).toString('hex')
      await query(
        `insert into session (token_hash, account_id, tenant_id, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
        [Buffer.from(tokenHash, 'hex'), id, tenantId, Date.now(), Date.now() + 3_600_000],
      )
      return { id, tokenHash }
    },
    device: (imei, secret, extra = {}) =>
      connect(
        mqtt.connect({
          host: '127.0.0.1',
          port: broker.port,
          clientId: imei,
          username: imei,
          password: secret,
          reconnectPeriod: 0,
          ...extra,
        }),
      ),
    person: async (person, extra = {}) =>
      connect(mqtt.connect(`ws://127.0.0.1:${httpPort}/mqtt`, { ...(await credentials(person)), ...extra })),
    stop: async () => {
      await broker.stop()
      server.closeAllConnections()
      server.close()
      await pool.end()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Collects what a client hears as parsed JSON with its topic. */
export function hear(client: MqttClient): { topic: string; body: Record<string, unknown> }[] {
  const heard: { topic: string; body: Record<string, unknown> }[] = []
  client.on('message', (topic, payload) => heard.push({ topic, body: JSON.parse(payload.toString()) }))
  return heard
}

/** Waits until a check gives something true. */
export async function until<T>(check: () => T | Promise<T>, ms = 10_000): Promise<NonNullable<T>> {
  const end = Date.now() + ms
  for (;;) {
    const value = await check()
    if (value) return value as NonNullable<T>
    if (Date.now() > end) throw new Error('It did not happen in time')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
