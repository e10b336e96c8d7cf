// Fences of the demo with whom they watch, and what happened at them: judged from the tracks that the demo has, by the
// same rules as the real ones.
import { severityOf } from '../../src/domain/alarm/alarm-types.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { labelPlace, storedShape } from '../../src/domain/fence/fence-geometry.ts'
import type { Sql } from '../db/scoped.ts'
import type { FenceHappening, Fix } from '../modules/fences/engine.ts'
import { createFenceBook, type TenantFences, watchOf } from '../modules/fences/fence-book.ts'
import { type JudgedDevice, judgeDevice } from '../modules/fences/judge-device.ts'
import { readTrack } from '../modules/tracks/read-track.ts'
import { cornerOf, fencePlans, type PlannedFence } from './fence-plans.ts'
import type { DemoDevice } from './fleet.ts'
import { type Place, places } from './places.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import { TRACK_DAYS } from './tracks.ts'

/** They were drawn so long ago. */
const AGE_DAYS = 30
const MOST_POINTS = 200_000

/** Writes fences, bindings, a week of history with its alarms, and on which side everybody is. */
export async function seedFences(sql: Sql, devices: readonly DemoDevice[], now: number): Promise<void> {
  for (const place of places) {
    const tenant = await sql.first<{ id: number }>('select id from tenant where name = $1', [
      place.tenant.name,
    ])
    if (!tenant) continue
    const here = devices.filter(device => device.tenantId === tenant.id && device.lastMessageAt !== null)
    const walkers = await walkersOf(sql, tenant.id)
    await drawFences(sql, place, tenant.id, byTrack(here, walkers), now)
    const fences = (await createFenceBook().of(sql, [tenant.id])).get(tenant.id)
    if (fences) await seedHistory(sql, { tenantId: tenant.id, fences, devices: here, walkers, now })
  }
}

async function walkersOf(sql: Sql, tenantId: number): Promise<Set<number>> {
  const rows = await sql.query<{ id: number }>(
    'select distinct device_id as id from track_hour where tenant_id = $1',
    [tenantId],
  )
  return new Set(rows.map(row => row.id))
}

const byTrack = (devices: readonly DemoDevice[], walkers: ReadonlySet<number>) =>
  [...devices].sort((a, b) => Number(walkers.has(b.id)) - Number(walkers.has(a.id)) || a.id - b.id)

async function drawFences(
  sql: Sql,
  place: Place,
  tenantId: number,
  devices: readonly DemoDevice[],
  now: number,
): Promise<void> {
  const plans = fencePlans[place.key]
  const drawnAt = now - AGE_DAYS * DAY_MS
  const groups = await sql.query<{ id: number; name: string }>(
    'select id, name from device_group where tenant_id = $1 and removed_at is null',
    [tenantId],
  )
  const ids = await insertRows(
    sql,
    'fence',
    plans.map(plan => ({
      tenant_id: tenantId,
      version: 1,
      created_at: drawnAt,
      updated_at: drawnAt,
      armed_at: drawnAt,
      name: plan.name,
      type: plan.type,
      description: plan.description,
      status: plan.disabled ? 'disabled' : 'enabled',
      ...shapeOf(place, plan),
      alarm_on_exit: plan.alarmOnExit ?? false,
      alarm_on_entry: plan.alarmOnEntry ?? false,
      delay_seconds: plan.delaySeconds ?? 0,
      dwell_minutes: plan.dwellMinutes ?? null,
      days: plan.days ?? [],
      from_minute: plan.hours?.[0] ?? null,
      until_minute: plan.hours?.[1] ?? null,
      zone: 'Asia/Shanghai',
      group_ids: groups.filter(({ name }) => plan.groups?.includes(name)).map(({ id }) => id),
    })),
    'id',
  )
  const bound = plans.flatMap((plan, index) => {
    const wanted = devices.filter(({ kind }) => plan.kinds?.includes(kind)).slice(0, plan.most)
    return wanted.map(({ id }) => ({ fence_id: ids[index], device_id: id, tenant_id: tenantId, at: drawnAt }))
  })
  await insertRows(sql, 'fence_device', bound)
}

function shapeOf(place: Place, { circle, outline, hole }: PlannedFence) {
  if (circle) {
    const [longitude, latitude] = cornerOf(place, circle.at)
    return { shape: 'circle', longitude, latitude, radius: circle.radius, rings: null }
  }
  const rings = [outline ?? [], ...(hole ? [hole] : [])].map(ring => ring.map(at => cornerOf(place, at)))
  const shape = storedShape({ shape: 'polygon', rings })
  return { shape: 'polygon', ...(shape && labelPlace(shape)), radius: null, rings }
}

interface Ground {
  tenantId: number
  fences: TenantFences
  devices: readonly DemoDevice[]
  walkers: ReadonlySet<number>
  now: number
}

async function seedHistory(sql: Sql, ground: Ground): Promise<void> {
  const { tenantId, fences, devices, walkers, now } = ground
  const groups = new Map(
    (
      await sql.query<{ id: number; groupId: number | null }>(
        'select id, group_id as "groupId" from device where tenant_id = $1',
        [tenantId],
      )
    ).map(row => [row.id, row.groupId]),
  )
  const judged: { device: DemoDevice; result: JudgedDevice }[] = []
  for (const device of devices) {
    const watch = watchOf(fences, device.id, { groupId: groups.get(device.id) ?? null, groupAt: null })
    if (!watch) continue
    const fixes = walkers.has(device.id)
      ? await walkOf(sql, device.id, now)
      : await standingOf(sql, device.id)
    const before = { at: null, heardAt: null, sureAt: null, sides: new Map(), place: null }
    const result = judgeDevice(fences, watch, before, fixes, now)
    if (result) judged.push({ device, result })
  }
  const alarms = await seedFenceAlarms(sql, tenantId, judged, now)
  await seedSides(sql, tenantId, judged, alarms, now)
}

async function walkOf(sql: Sql, deviceId: number, now: number): Promise<Fix[]> {
  const from = now - (TRACK_DAYS + 1) * DAY_MS
  const { track } = await readTrack(sql, { deviceId, from, to: now }, MOST_POINTS)
  return Array.from(track.times, (at, index) => ({
    at,
    longitude: track.longitudes[index] ?? 0,
    latitude: track.latitudes[index] ?? 0,
    accuracy: track.accuracies?.[index] ?? null,
  }))
}

const standingOf = (sql: Sql, deviceId: number): Promise<Fix[]> =>
  sql.query<Fix>(
    `select position_at as at, longitude, latitude, accuracy from device_state
     where device_id = $1 and position_at is not null and longitude is not null and position_source is not null`,
    [deviceId],
  )

type Judged = { device: DemoDevice; result: JudgedDevice }[]

/** Alarms with what became of them, and the history that names them. Answers the alarms' ids. */
async function seedFenceAlarms(
  sql: Sql,
  tenantId: number,
  judged: Judged,
  now: number,
): Promise<Map<FenceHappening, number>> {
  const people = await sql.query<Person>(
    'select id, name from account where tenant_id = $1 and not visitor and removed_at is null order by id limit 6',
    [tenantId],
  )
  const chance = chanceOf(tenantId * 1237 + 11)
  const happened = judged.flatMap(({ device, result }) =>
    result.sides.flatMap(({ fence, decisions }) =>
      decisions.flatMap(one => (one.is === 'happened' ? [{ device, fence, what: one.happening }] : [])),
    ),
  )
  const raised = happened
    .filter(({ what }) => what.alarm !== null)
    .sort((a, b) => a.what.at - b.what.at)
    .map(each => ({ ...each, life: lifeOf(each.what.at, people, now, chance) }))
  const ids = await insertRows(
    sql,
    'alarm',
    raised.map(({ device, fence, what, life }) => ({
      ...alarmOf(device, fence, what.alarm ?? 'fenceExit', what),
      ...columnsOf(life, what.at),
    })),
    'id',
  )
  const alarms = new Map(
    raised.flatMap(({ what }, index) => {
      const id = ids[index]
      return id === undefined ? [] : [[what, id] as const]
    }),
  )
  const lines = raised.flatMap(({ what, life }) => linesOf(tenantId, alarms.get(what), what.at, life))
  lines.push(...(await seedRecoveries(sql, tenantId, judged, alarms)))
  await insertRows(sql, 'alarm_event', lines)
  await insertRows(
    sql,
    'fence_event',
    happened.map(({ device, fence, what }) => ({
      tenant_id: tenantId,
      version: 1,
      created_at: what.at,
      updated_at: what.at,
      fence_id: fence.id,
      fence_name: fence.name,
      ...ofDevice(device),
      kind: what.kind,
      at: what.at,
      latitude: what.latitude,
      longitude: what.longitude,
      since: what.since,
      alarm_id: alarms.get(what) ?? null,
    })),
  )
  return alarms
}

interface Person {
  id: number
  name: string
}
interface Life {
  person: Person | undefined
  taken: number | null
  handled: number | null
}

const words = ['电话联系本人，已返回', '现场核实，确认安全', '已通知家属陪同', '已提醒班组长']

/** Old ones are dealt with; of the newest some wait. */
function lifeOf(at: number, people: readonly Person[], now: number, chance: Chance): Life {
  const taken = at + chance.whole(30, 600) * 1000
  const handled = taken + chance.whole(3, 50) * MINUTE_MS
  const done = handled < now - MINUTE_MS && (now - at > DAY_MS || chance.happens(0.7))
  const person = people.length > 0 ? chance.pick(people) : undefined
  if (done) return { person, taken, handled }
  return { person, taken: taken < now && chance.happens(0.5) ? taken : null, handled: null }
}

function columnsOf({ person, taken, handled }: Life, at: number) {
  return {
    version: handled ? 3 : taken ? 2 : 1,
    updated_at: handled ?? taken ?? at,
    status: handled ? 'handled' : taken ? 'taken' : 'open',
    read: taken !== null,
    taken_by: taken ? (person?.name ?? null) : null,
    taken_by_id: taken ? (person?.id ?? null) : null,
    taken_at: taken,
    handled_by: handled ? (person?.name ?? null) : null,
    handled_at: handled,
    note: handled ? words[Math.floor(at / 1000) % words.length] : null,
  }
}

const ofDevice = (device: DemoDevice) => ({
  device_id: device.id,
  device_name: device.name,
  imei: device.imei,
  wearer_name: device.wearerName,
  department_id: device.departmentId,
})

function alarmOf(
  device: DemoDevice,
  fence: { id: number; name: string },
  type: 'fenceExit' | 'fenceEntry' | 'fenceRecovery',
  { at, latitude, longitude }: { at: number; latitude: number; longitude: number },
) {
  return {
    tenant_id: device.tenantId,
    created_at: at + 400,
    type,
    severity: severityOf(type),
    title: device.name,
    ...ofDevice(device),
    device_kind: device.kind,
    user_phone: device.phone,
    place: device.location,
    building: device.building,
    unit: device.unit,
    room_no: device.roomNo,
    latitude,
    longitude,
    raised_at: at,
    fence_id: fence.id,
    fence_name: fence.name,
  }
}

/** Coming back: an alarm that is settled, and a line in the one it ends. */
async function seedRecoveries(
  sql: Sql,
  tenantId: number,
  judged: Judged,
  alarms: ReadonlyMap<FenceHappening, number>,
): Promise<ReturnType<typeof lineOf>[]> {
  const overs = judged.flatMap(({ device, result }) =>
    result.sides.flatMap(({ fence, decisions }) =>
      decisions.flatMap(one => (one.is === 'over' ? [{ device, fence, over: one }] : [])),
    ),
  )
  const recoveries = overs.filter(({ over }) => over.noticed)
  const nobody: Life = { person: undefined, taken: null, handled: null }
  const ids = await insertRows(
    sql,
    'alarm',
    recoveries.map(({ device, fence, over }) => ({
      ...alarmOf(device, fence, 'fenceRecovery', over),
      ...columnsOf(nobody, over.at),
      status: 'handled',
      read: true,
      handled_at: over.at,
    })),
    'id',
  )
  return [
    ...recoveries.flatMap(({ over }, index) => linesOf(tenantId, ids[index], over.at, nobody)),
    ...overs.flatMap(({ over }) => {
      const id = typeof over.alarm === 'number' ? over.alarm : alarms.get(over.alarm)
      return id === undefined ? [] : [lineOf(tenantId, id, 'recovered', over.at)]
    }),
  ]
}

function linesOf(tenantId: number, id: number | undefined, at: number, { person, taken, handled }: Life) {
  if (id === undefined) return []
  return [
    lineOf(tenantId, id, 'raised', at),
    ...(taken ? [lineOf(tenantId, id, 'taken', taken, person)] : []),
    ...(handled
      ? [lineOf(tenantId, id, 'handled', handled, person, words[Math.floor(at / 1000) % words.length])]
      : []),
  ]
}

const lineOf = (
  tenantId: number,
  alarmId: number,
  kind: string,
  at: number,
  person?: Person,
  note?: string,
) => ({
  tenant_id: tenantId,
  alarm_id: alarmId,
  kind,
  user_id: person?.id ?? null,
  user_name: person?.name ?? null,
  note: note ?? null,
  at,
  recorded_at: at + 300,
})

async function seedSides(
  sql: Sql,
  tenantId: number,
  judged: Judged,
  alarms: ReadonlyMap<FenceHappening, number>,
  now: number,
): Promise<void> {
  await insertRows(
    sql,
    'fence_watch',
    judged.map(({ device, result }) => ({
      device_id: device.id,
      tenant_id: tenantId,
      at: result.at,
      heard_at: now,
      sure_at: result.sureAt,
    })),
  )
  await insertRows(
    sql,
    'fence_side',
    judged.flatMap(({ device, result }) =>
      result.sides.map(({ fence, side, dueAt }) => ({
        fence_id: fence.id,
        device_id: device.id,
        tenant_id: tenantId,
        inside: side.inside,
        since: side.since,
        turning_at: side.turning?.at ?? null,
        turning_longitude: side.turning?.longitude ?? null,
        turning_latitude: side.turning?.latitude ?? null,
        dwelt_at: side.dweltAt,
        window_at: side.windowAt,
        alarm_id:
          typeof side.alarm === 'object' && side.alarm ? (alarms.get(side.alarm) ?? null) : side.alarm,
        due_at: dueAt,
      })),
    ),
  )
}
