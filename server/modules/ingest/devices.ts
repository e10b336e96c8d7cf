// Devices as ingestion knows them: identity, place, limits, and the live part that each message changes.

import { setImmediate as immediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { alarmType } from '../../../src/domain/alarm/alarm-types.ts'
import {
  type DeviceKind,
  type DeviceState,
  deviceKind,
  deviceState,
} from '../../../src/domain/device/device.ts'
import { limitsInForce } from '../../../src/domain/device/limits-in-force.ts'
import { limitedReadings } from '../../../src/domain/device/readings.ts'
import { type DeviceSettings, deviceSettings } from '../../../src/domain/device/settings.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { recordOf } from '../../../src/domain/keys.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { endOldSecret } from '../devices/public.ts'
import type { Condition, Limits } from '../rules/public.ts'

/** A message that had a number: when it came, and for an emergency the alarm that it raised. */
export interface Numbered {
  at: number
  alarm?: { type: string; raisedAt: number }
}

/** What messages change. A batch works on a copy, a draft, that takes its place once the database has it. */
export interface Live {
  state: DeviceState
  /** How often its state was written, by any process. */
  revision: number
  connectedAt: number | null
  offlineAt: number | null
  lastMessageAt: number | null
  /** Since when its line is broken, while it is still to be judged whether its silence is an alarm. */
  lostAt: number | null
  battery: number | null
  signal: number | null
  mainsPower: boolean | null
  latitude: number | null
  longitude: number | null
  positionAt: number | null
  /** Device time of the newest status. */
  statusAt: number | null
  /** Device time of the newest position inside a building. */
  indoorAt: number | null
  /** Newest device time of each reading. */
  latestAt: ReadonlyMap<string, number>
  conditions: ReadonlyMap<string, Condition>
  /** The newest numbered messages by their numbers, oldest first. */
  recent: ReadonlyMap<number, Numbered>
}

export interface LiveDraft extends Live {
  latestAt: Map<string, number>
  conditions: Map<string, Condition>
  recent: Map<number, Numbered>
}

export const draftOf = (live: Live): LiveDraft => ({
  ...live,
  latestAt: new Map(live.latestAt),
  conditions: new Map(live.conditions),
  recent: new Map(live.recent),
})

const NONE: ReadonlyMap<never, never> = new Map<never, never>()
const orNone = <Key, Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> =>
  map.size > 0 ? map : NONE

/** As it is kept, for each of many devices: of the three lists most have one or none. */
export const settledFrom = (draft: Live): Live => ({
  ...draft,
  latestAt: orNone(draft.latestAt),
  conditions: orNone(draft.conditions),
  recent: orNone(draft.recent),
})

export interface KnownDevice {
  id: number
  tenantId: number
  imei: string
  kind: DeviceKind
  name: string
  /** The gateway that a switch hangs on, and its place there. */
  gatewayId: number | null
  channel: number | null
  departmentId: number | null
  wearerName: string | null
  phone: string | null
  place: string | null
  community: string | null
  building: string | null
  unit: string | null
  roomNo: string | null
  /** Where it was installed, for devices that never tell. */
  installed: { latitude: number; longitude: number } | null
  activated: boolean
  /** May connect: its tenant is enabled, it was not recycled. */
  allowed: boolean
  secretHash: string | null
  nextSecretHash: string | null
  oldSecretUntil: number | null
  /** False for a secret that is older than the orders which devices can check. */
  hasOrderKey: boolean
  desired: Partial<DeviceSettings>
  /** Limits in force: its own, or those of its product. */
  limits: Limits
  live: Live
}

const row = z.object({
  id: z.int(),
  tenantId: z.int(),
  imei: z.string(),
  kind: deviceKind,
  name: z.string(),
  gatewayId: z.nullable(z.int()),
  channel: z.nullable(z.int()),
  departmentId: z.nullable(z.int()),
  wearerName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  place: z.nullable(z.string()),
  community: z.nullable(z.string()),
  building: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  roomNo: z.nullable(z.string()),
  installedLatitude: z.nullable(z.number()),
  installedLongitude: z.nullable(z.number()),
  activatedAt: z.nullable(z.int()),
  allowed: z.boolean(),
  secretHash: z.nullable(z.string()),
  nextSecretHash: z.nullable(z.string()),
  oldSecretUntil: z.nullable(z.int()),
  hasOrderKey: z.boolean(),
  desired: z.nullable(z.unknown()),
  usual: z.nullable(
    z.record(z.string(), z.object({ lower: z.nullable(z.number()), upper: z.nullable(z.number()) })),
  ),
  state: z.nullable(deviceState),
  revision: z.nullable(z.int()),
  connectedAt: z.nullable(z.int()),
  offlineAt: z.nullable(z.int()),
  lastMessageAt: z.nullable(z.int()),
  lostAt: z.nullable(z.int()),
  battery: z.nullable(z.int()),
  signal: z.nullable(z.int()),
  mainsPower: z.nullable(z.boolean()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  positionAt: z.nullable(z.int()),
  statusAt: z.nullable(z.int()),
  indoorAt: z.nullable(z.int()),
  latest: z.nullable(z.record(z.string(), z.number())),
  conditions: z.nullable(
    z.array(
      z.object({
        condition: z.string(),
        type: alarmType,
        alarmId: z.nullable(z.int()),
        raisedAt: z.int(),
        recoveredAt: z.nullable(z.int()),
      }),
    ),
  ),
  recent: z.nullable(
    z.array(
      z.union([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number(), z.string(), z.number()])]),
    ),
  ),
})

const SELECT = `select d.id, d.tenant_id as "tenantId", d.imei, d.kind, d.name,
  d.gateway_id as "gatewayId", d.channel, d.department_id as "departmentId",
  d.wearer_name as "wearerName", nullif(d.responsible_phone, '') as phone, d.install_location as place,
  d.community, d.building,
  d.unit, d.room_no as "roomNo", d.latitude as "installedLatitude", d.longitude as "installedLongitude",
  d.activated_at as "activatedAt", d.secret_hash as "secretHash",
  d.next_secret_hash as "nextSecretHash", d.old_secret_until as "oldSecretUntil",
  d.order_key is not null as "hasOrderKey",
  (d.lifecycle <> 'recycled' and t.status = 'enabled' and t.removed_at is null) as allowed,
  g.desired, s.state, s.revision, s.connected_at as "connectedAt", s.offline_at as "offlineAt", s.last_message_at as "lastMessageAt",
  s.lost_at as "lostAt",
  s.battery, s.signal, s.mains_power as "mainsPower", s.latitude, s.longitude, s.position_at as "positionAt",
  s.status_at as "statusAt", s.indoor_at as "indoorAt",
  (select json_object_agg(r.kind, r.at) from latest_reading r where r.device_id = d.id) as latest,
  (select json_agg(json_build_object('condition', c.condition, 'type', c.type, 'alarmId', c.alarm_id,
    'raisedAt', c.raised_at, 'recoveredAt', c.recovered_at)) from device_condition c where c.device_id = d.id) as conditions,
  (select json_object_agg(p.kind, json_build_object('lower', p.lower, 'upper', p.upper)) from product_reading p
    where p.product_id = d.product_id and p.tenant_id = d.tenant_id and p.removed_at is null) as usual,
  q.recent
from device d join tenant t on t.id = d.tenant_id
left join device_state s on s.device_id = d.id
left join device_settings g on g.device_id = d.id
left join device_sequence q on q.device_id = d.id
where d.removed_at is null and `

// Settings stored by an older release must not keep a device from reporting: what no longer fits counts as unset.
function readDesired(raw: unknown): Partial<DeviceSettings> {
  const result = z.safeParse(z.partial(deviceSettings), raw ?? {})
  return result.success ? result.data : {}
}

/** So many different ones are kept; more begin anew. */
const MOST_SHARED = 10_000

/** Limits in force, kept once for all devices of a product that have none of their own. */
function createSharedLimits() {
  const shared = new Map<string, Limits>()
  return (own: DeviceSettings['limits'] | undefined, usual: z.output<typeof row>['usual']): Limits => {
    const key = JSON.stringify([own, usual])
    const before = shared.get(key)
    if (before) return before
    const limits = recordOf(limitedReadings, kind => limitsInForce(own?.[kind], usual?.[kind]))
    if (shared.size >= MOST_SHARED) shared.clear()
    shared.set(key, limits)
    return limits
  }
}

function known(raw: unknown, limitsFrom: ReturnType<typeof createSharedLimits>): KnownDevice {
  const {
    installedLatitude,
    installedLongitude,
    activatedAt,
    desired: wanted,
    usual,
    latest,
    conditions,
    recent,
    ...found
  } = z.parse(row, raw)
  const desired = readDesired(wanted)
  return {
    id: found.id,
    tenantId: found.tenantId,
    imei: found.imei,
    kind: found.kind,
    name: found.name,
    gatewayId: found.gatewayId,
    channel: found.channel,
    departmentId: found.departmentId,
    wearerName: found.wearerName,
    phone: found.phone,
    place: found.place,
    community: found.community,
    building: found.building,
    unit: found.unit,
    roomNo: found.roomNo,
    installed:
      installedLatitude === null || installedLongitude === null
        ? null
        : { latitude: installedLatitude, longitude: installedLongitude },
    activated: activatedAt !== null,
    allowed: found.allowed,
    secretHash: found.secretHash,
    nextSecretHash: found.nextSecretHash,
    oldSecretUntil: found.oldSecretUntil,
    hasOrderKey: found.hasOrderKey,
    desired,
    limits: limitsFrom(desired.limits, usual),
    live: settledFrom({
      state: found.state ?? 'notActivated',
      revision: found.revision ?? 0,
      connectedAt: found.connectedAt,
      offlineAt: found.offlineAt,
      lastMessageAt: found.lastMessageAt,
      lostAt: found.lostAt,
      battery: found.battery,
      signal: found.signal,
      mainsPower: found.mainsPower,
      latitude: found.latitude,
      longitude: found.longitude,
      positionAt: found.positionAt,
      statusAt: found.statusAt,
      indoorAt: found.indoorAt,
      latestAt: new Map(Object.entries(latest ?? {})),
      conditions: new Map((conditions ?? []).map(({ condition, ...rest }) => [condition, rest])),
      recent: new Map(
        (recent ?? []).map(([seq, at, type, raisedAt]) => [
          seq,
          type === undefined || raisedAt === undefined ? { at } : { at, alarm: { type, raisedAt } },
        ]),
      ),
    }),
  }
}

export interface Devices {
  /** Whose device it is, as far as this process remembers. */
  tenantOf(imei: string): number | undefined
  /** What this process remembers of it, however old. */
  knownNow(imei: string): KnownDevice | undefined
  /** Unknown numbers are absent from the answer. */
  find(imeis: readonly string[]): Promise<Map<string, KnownDevice>>
  /** The switches behind gateways, of the gateways' own tenants. */
  behind(gateways: readonly KnownDevice[]): Promise<KnownDevice[]>
  /** One device as the database has it now. */
  fresh(imei: string): Promise<KnownDevice | undefined>
  forget(ids: readonly number[]): void
  /** All devices of a tenant. */
  forgetTenant(tenantId: number): void
  /** Notes the key of a device's orders, unless it has one or another secret by now. */
  learnOrderKey(device: Pick<KnownDevice, 'id' | 'secretHash' | 'hasOrderKey'>, key: Buffer): Promise<void>
  /** Its new secret was used: the one before ends, with the connections that it opened. */
  endOldSecret(device: Pick<KnownDevice, 'id' | 'tenantId' | 'nextSecretHash'>): Promise<void>
  /** Whether it has sent anything lately, as far as this process knows. */
  isOnline(imei: string): boolean
  /** The copy in memory, when there is one. */
  remembered(id: number): KnownDevice | undefined
}

/** Static facts are at most so old when another process changed them. */
const REMEMBER_MS = MINUTE_MS

/** Devices read from the database when they are first heard of, and kept for a while. */
export function createDevices(
  data: Data,
  now: () => number,
  /** The old secret of a device has ended. */
  ended: (device: { id: number; tenantId: number }) => void = () => {},
): Devices {
  const byImei = new Map<string, { device: KnownDevice; until: number }>()
  const byId = new Map<number, KnownDevice>()
  const limitsFrom = createSharedLimits()
  const keep = (device: KnownDevice) => {
    // Not all in the same second: a fleet that was read at once is not read again at once.
    byImei.set(device.imei, { device, until: now() + REMEMBER_MS * (0.5 + Math.random()) })
    byId.set(device.id, device)
  }
  const read = async (imeis: readonly string[]) => {
    const rows = await data.scoped(WHOLE, sql => sql.query(`${SELECT} d.imei = any($1)`, [imeis]))
    const devices = rows.map(found => known(found, limitsFrom))
    for (const device of devices) keep(device)
    return devices
  }
  let gathering: { imeis: Set<string>; read: Promise<KnownDevice[]> } | undefined
  /** Who is asked for in the same moment is read together: a fleet that comes back asks one by one. */
  const readTogether = (imeis: Iterable<string>) => {
    const wanted = gathering?.imeis ?? new Set<string>()
    gathering ??= {
      imeis: wanted,
      read: immediate().then(() => {
        gathering = undefined
        return read([...wanted])
      }),
    }
    for (const imei of imeis) wanted.add(imei)
    return gathering.read
  }
  const find = async (imeis: readonly string[]) => {
    const found = new Map<string, KnownDevice>()
    const missing = new Set<string>()
    for (const imei of imeis) {
      const kept = byImei.get(imei)
      if (kept && kept.until > now()) found.set(imei, kept.device)
      else missing.add(imei)
    }
    if (missing.size > 0)
      for (const device of await readTogether(missing))
        if (missing.has(device.imei)) found.set(device.imei, device)
    for (const imei of missing) if (!found.has(imei)) byImei.delete(imei)
    return found
  }
  return {
    tenantOf: imei => byImei.get(imei)?.device.tenantId,
    knownNow: imei => byImei.get(imei)?.device,
    find,
    behind: async gateways => {
      if (gateways.length === 0) return []
      const rows = await data.scoped(WHOLE, sql =>
        sql.query<{ imei: string }>(
          `select d.imei from device d join device g on g.id = d.gateway_id and g.tenant_id = d.tenant_id
           where d.gateway_id = any($1) and d.channel is not null and d.removed_at is null and d.lifecycle <> 'recycled'`,
          [gateways.map(({ id }) => id)],
        ),
      )
      return [...(await find(rows.map(({ imei }) => imei))).values()]
    },
    fresh: async imei => {
      const rows = await data.scoped(WHOLE, sql => sql.query(`${SELECT} d.imei = $1`, [imei]))
      return rows[0] === undefined ? undefined : known(rows[0], limitsFrom)
    },
    forget: ids => {
      for (const id of ids) {
        const device = byId.get(id)
        if (!device) continue
        byId.delete(id)
        byImei.delete(device.imei)
      }
    },
    forgetTenant: tenantId => {
      for (const device of byId.values())
        if (device.tenantId === tenantId) {
          byId.delete(device.id)
          byImei.delete(device.imei)
        }
    },
    learnOrderKey: async (device, key) => {
      await data.scoped(WHOLE, sql =>
        sql.change(
          'update device set order_key = $2 where id = $1 and order_key is null and secret_hash = $3',
          [device.id, key, device.secretHash],
        ),
      )
      device.hasOrderKey = true
    },
    endOldSecret: async ({ id, tenantId, nextSecretHash }) => {
      if (nextSecretHash === null) return
      if (await data.scoped(WHOLE, sql => endOldSecret(sql, id, nextSecretHash))) ended({ id, tenantId })
    },
    isOnline: imei => ['online', 'abnormal'].includes(byImei.get(imei)?.device.live.state ?? 'offline'),
    remembered: id => byId.get(id),
  }
}
