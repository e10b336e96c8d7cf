// Readings, positions, latest state and settings of the demo devices. The database computes the series by itself:
// sending half a million rows would take longer than the rest of the start.
import type { DeviceSettings } from '../../src/domain/device/settings.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { equipment, type Measure } from './equipment.ts'
import type { DemoDevice } from './fleet.ts'
import { insertRows } from './rows.ts'

export const READING_DAYS = 14

/** A number between 0 and 1 that depends on device, reading and moment alone. */
const NOISE = '((hashint8extended(s.at, s.device_id * 64 + s.n) & 1048575)::float8 / 1048575)'
/** Hours of the day in China, where the three places are: people sleep at 4 and toil at 16. */
const DAILY = 'sin((s.at::float8 / 3.6e6 - 2) * 0.2617993878)'
const VALUE = `case s.shape
    when 'wave' then s.base + s.swing * ${DAILY} + s.noise * (${NOISE} - 0.5)
    when 'rise' then s.base + s.own * 10 - s.swing * ((s.now - s.at)::float8 / 3.6e6)
    else s.base + (s.now - s.at)::float8 / 4e6 - floor((s.now - s.at)::float8 / 4e6 / (100.001 - s.base)) * (100.001 - s.base)
  end`

/** Writes readings, newest readings and states. */
export async function seedMeasurements(sql: Sql, devices: readonly DemoDevice[], now: number): Promise<void> {
  const series = devices.flatMap(device =>
    device.lastMessageAt === null
      ? []
      : equipment[device.kind].measures.map((measure, n) => seriesOf(device, measure, n)),
  )
  await sql.query(
    `create temporary table demo_series (device_id bigint, tenant_id bigint, kind text, n int, shape text, base float8,
       swing float8, noise float8, own int, steps float8, every int, dense boolean, until bigint) on commit drop`,
  )
  await insertRows(sql, 'demo_series', series)
  for (const [every, from, condition] of [
    ['every * 60000', now - READING_DAYS * DAY_MS, 'true'],
    ['60000', now - DAY_MS, 'dense'],
  ] as const) {
    await sql.query(
      `insert into reading (tenant_id, device_id, kind, at, value)
       select s.tenant_id, s.device_id, s.kind, s.at, round((${VALUE}) * s.steps) / s.steps
       from (select series.*, $2::bigint as now, moment as at from demo_series series,
               generate_series($1::bigint, until, ${every}) as moment
             where ${condition} order by device_id, kind) s
       on conflict do nothing`,
      [from, now],
    )
  }
  await sql.query(
    `insert into latest_reading (device_id, tenant_id, kind, value, at)
     select series.device_id, series.tenant_id, series.kind, last.value, last.at from demo_series series
     cross join lateral (select value, at from reading where device_id = series.device_id and kind = series.kind
       and at > series.until - 86400000 order by at desc limit 1) last`,
  )
  await insertRows(sql, 'device_state', devices.map(stateRow))
}

function seriesOf(device: DemoDevice, measure: Measure, n: number) {
  return {
    device_id: device.id,
    tenant_id: device.tenantId,
    kind: measure.kind,
    n,
    shape: measure.shape,
    // People and installations differ: each has its own middle.
    base:
      measure.shape === 'drain' ? (device.battery ?? 50) : measure.base * (1 + ((device.id % 11) - 5) / 400),
    swing: measure.swing,
    noise: measure.noise * 2,
    own: device.id % 97,
    // Small figures with three decimals, the others with one.
    steps: measure.shape === 'wave' && measure.base < 3 ? 1000 : 10,
    every: measure.everyMinutes,
    dense: measure.dense === true,
    until: device.lastMessageAt,
  }
}

const stateRow = (device: DemoDevice) => ({
  device_id: device.id,
  tenant_id: device.tenantId,
  state: device.state,
  signal: device.signal,
  battery: device.battery,
  mains_power: equipment[device.kind].power === 'mains' && device.lastMessageAt !== null ? true : null,
  latitude: device.lastMessageAt === null ? null : device.latitude,
  longitude: device.lastMessageAt === null ? null : device.longitude,
  position_at: device.lastMessageAt,
  position_source: equipment[device.kind].worn ? 'gps' : null,
  accuracy: equipment[device.kind].worn ? 6 : null,
  last_message_at: device.lastMessageAt,
  connected_at: device.connectedAt,
  offline_at: device.offlineAt,
})

/** Writes the way of the last day of everything that is worn: every two minutes, in loops around its place. */
export async function seedPositions(sql: Sql, devices: readonly DemoDevice[], now: number): Promise<void> {
  const moving = devices.filter(device => equipment[device.kind].worn && device.lastMessageAt !== null)
  await sql.query(
    `insert into position (tenant_id, device_id, at, latitude, longitude, accuracy, source)
     select tenant, device, at,
       round((latitude + 0.00035 * sin((until - at) / (1.7e6 + device % 13 * 1e5)) + 0.00012 * sin((until - at) / 3.1e5))::numeric, 6),
       round((longitude + 0.00042 * sin((until - at) / (2.3e6 + device % 7 * 1e5)) + 0.00012 * sin((until - at) / 2.7e5))::numeric, 6),
       4 + (at / 120000) % 9, 'gps'
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::float8[]) as worn (tenant, device, until, latitude, longitude),
       generate_series(until - 86400000, until, 120000) as at
     where at > $6`,
    [
      moving.map(device => device.tenantId),
      moving.map(device => device.id),
      moving.map(device => device.lastMessageAt),
      moving.map(device => device.latitude),
      moving.map(device => device.longitude),
      now - 2 * DAY_MS,
    ],
  )
}

/** Writes the settings; a few devices have not taken over the newest yet. */
export async function seedSettings(sql: Sql, devices: readonly DemoDevice[], now: number): Promise<void> {
  await insertRows(
    sql,
    'device_settings',
    devices.map(device => {
      const desired = settingsOf(device)
      const behind = device.id % 29 === 0 && equipment[device.kind].worn
      return {
        device_id: device.id,
        tenant_id: device.tenantId,
        desired,
        reported:
          device.lastMessageAt === null ? null : behind ? { ...desired, positionMinutes: 10 } : desired,
        desired_at: device.activatedAt ?? now - 10 * DAY_MS,
        reported_at: device.lastMessageAt === null ? null : (device.activatedAt ?? now) + 3 * MINUTE_MS,
      }
    }),
  )
}

function settingsOf(device: DemoDevice): Partial<DeviceSettings> {
  const { measures, worn } = equipment[device.kind]
  const limits = Object.fromEntries(
    measures.flatMap(measure => (measure.limits ? [[measure.kind, measure.limits]] : [])),
  )
  if (!worn) return { limits, alarmSeconds: 60 }
  return {
    limits,
    positionMinutes: 2,
    heartRateMinutes: measures.some(measure => measure.kind === 'heartRate') ? 1 : undefined,
    welcomeMessage: '请正确佩戴',
    contacts: [{ name: device.wearerName ?? '值班室', phone: device.phone, relationship: '家属' }],
  }
}
