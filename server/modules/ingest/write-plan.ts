// Writes a plan in the caller's transaction: a few statements over arrays, whatever the size of the batch.
import * as z from 'zod/mini'
import { stateFacts } from '../../../src/domain/device/state-fields.ts'
import type { StoredAlarm } from '../../bus.ts'
import { ALL_OF_IT, type Care } from '../../db/care.ts'
import type { Sql } from '../../db/scoped.ts'
import { snake } from '../../entity/table.ts'
import { insertAlarms, type Judge, noteEvents, type Outgoing, saveConditions } from '../alarms/public.ts'
import { type CommandMove, moveCommands } from '../device-commands/public.ts'
import { savePayloads } from '../devices/public.ts'
import {
  type FenceBook,
  type FenceChange,
  type FenceWork,
  judgePositions,
  judgeTimes,
  noFenceWork,
  saveFenceWork,
} from '../fences/public.ts'
import { judgeZones, noZoneWork, saveIndoor, saveZoneWork } from '../indoor/public.ts'
import { type DoorCardNotice, noticeOfDoorCard, saveDoorCards } from '../notices/public.ts'
import type { KnownDevice } from './devices.ts'
import { type DoorMessages, handleDoorMessage } from './door-messages.ts'
import type { Plan, Touched } from './plan.ts'
import { StaleDevices } from './stale-devices.ts'
import { silenceOf } from './timeouts.ts'

export interface Stored {
  /** What people may hear of: alarms of test windows are stored and not here. */
  alarms: StoredAlarm[]
  cards: DoorCardNotice[]
  commands: CommandMove[]
  fences: FenceChange[]
  outgoing: Outgoing
}

const NOBODY_NOTIFIED: Outgoing = { noted: [], notified: [] }

/** What decides about alarms and at fences. */
export interface Judges {
  alarms: Judge
  fences: FenceBook
}

/**
 * Writes everything, or with another care as much as it allows; the rows of alarms in any case. Rows of devices are
 * written in the order of their ids, so that two processes never lock crosswise.
 */
export async function storePlan(
  sql: Sql,
  plan: Plan,
  now: number,
  doorMessages: DoorMessages,
  judges: Judges,
  care: Care = ALL_OF_IT,
): Promise<Stored> {
  const touched = [...plan.touched.values()].sort((a, b) => a.device.id - b.device.id)
  const also = (work: () => Promise<void>) => care(sql, work, undefined)
  await also(() => saveStates(sql, touched))
  await also(() => saveReadings(sql, plan))
  await also(() => savePositions(sql, plan))
  await also(() => saveLate(sql, plan, now))
  const zones = await care(sql, () => judgeZones(sql, plan.indoor, now), noZoneWork())
  await also(() => saveIndoor(sql, plan.indoor))
  await also(() => savePayloads(sql, plan.payloads))
  await also(() => savePresence(sql, plan))
  await also(() => saveFacts(sql, touched, now))
  const fences = await care(sql, () => judgeFences(sql, judges.fences, plan, now), noFenceWork())
  const drafts = [...plan.alarms, ...fences.drafts, ...zones.drafts]
  const { inserted, idOf } = await insertAlarms(sql, drafts, now, judges.alarms, care)
  await also(() => saveZoneWork(sql, zones, idOf, now))
  await also(() => saveConditions(sql, plan.conditions, idOf, now))
  const cards = await care(sql, () => saveDoorCards(sql, plan.cards), [])
  for (const arrival of plan.doors)
    await also(async () => {
      const refusal = await handleDoorMessage(sql, doorMessages, arrival)
      if (refusal) plan.refusals.push(refusal)
    })
  const heard = inserted.filter(({ verdict }) => verdict.testId === null)
  return {
    alarms: heard.map(({ alarm }) => alarm),
    cards,
    commands: await care(sql, () => moveAnsweredCommands(sql, plan, now), []),
    fences: await care(sql, () => saveFenceWork(sql, fences, idOf, now), []),
    outgoing: await care(
      sql,
      () => noteEvents(sql, heard, cards.map(noticeOfDoorCard), now),
      NOBODY_NOTIFIED,
    ),
  }
}

const judgeFences = (sql: Sql, book: FenceBook, { positions, touched }: Plan, now: number) =>
  judgePositions(sql, book, positions, now, id => touched.get(id)?.live.battery)

async function savePresence(sql: Sql, { presence }: Plan): Promise<void> {
  if (presence.length === 0) return
  await sql.change(
    `insert into online_change (tenant_id, device_id, at, online)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[]) on conflict do nothing`,
    [
      presence.map(({ device }) => device.tenantId),
      presence.map(({ device }) => device.id),
      presence.map(({ at }) => at),
      presence.map(({ online }) => online),
    ],
  )
}

/** Writes what time alone decides at fences. */
export async function storeFenceTimes(
  sql: Sql,
  devices: readonly KnownDevice[],
  now: number,
  judges: Judges,
): Promise<Stored> {
  const work: FenceWork = await judgeTimes(sql, judges.fences, devices, now)
  const { inserted, idOf } = await insertAlarms(sql, work.drafts, now, judges.alarms)
  const heard = inserted.filter(({ verdict }) => verdict.testId === null)
  return {
    alarms: heard.map(({ alarm }) => alarm),
    cards: [],
    commands: [],
    fences: await saveFenceWork(sql, work, idOf, now),
    outgoing: await noteEvents(sql, heard, [], now),
  }
}

/** Whether a value that comes in takes the place of the stored one. */
const merges = {
  always: (name: string) => `excluded.${name}`,
  whenSaid: (name: string) => `coalesce(excluded.${name}, s.${name})`,
  whenLater: (name: string) => `greatest(excluded.${name}, s.${name})`,
  withItsPosition: (name: string) =>
    `case when excluded.position_at >= coalesce(s.position_at, 0) then excluded.${name} else s.${name} end`,
}

interface StateColumn {
  name: string
  type: 'bigint' | 'text' | 'smallint' | 'boolean' | 'float8' | 'real'
  merge?: keyof typeof merges
  of(one: Touched): unknown
}

/** Of the state of a device: each column with what a message makes of it. */
const stateColumns: readonly StateColumn[] = [
  { name: 'tenant_id', type: 'bigint', of: ({ device }) => device.tenantId },
  { name: 'device_id', type: 'bigint', of: ({ device }) => device.id },
  { name: 'state', type: 'text', merge: 'always', of: ({ live }) => live.state },
  { name: 'revision', type: 'bigint', merge: 'always', of: ({ live }) => live.revision + 1 },
  { name: 'lost_at', type: 'bigint', merge: 'always', of: ({ live }) => live.lostAt },
  { name: 'signal', type: 'smallint', merge: 'whenSaid', of: ({ live }) => live.signal },
  { name: 'battery', type: 'smallint', merge: 'whenSaid', of: ({ live }) => live.battery },
  { name: 'mains_power', type: 'boolean', merge: 'whenSaid', of: ({ live }) => live.mainsPower },
  { name: 'latitude', type: 'float8', merge: 'withItsPosition', of: ({ live }) => live.latitude },
  { name: 'longitude', type: 'float8', merge: 'withItsPosition', of: ({ live }) => live.longitude },
  { name: 'position_at', type: 'bigint', merge: 'whenLater', of: ({ live }) => live.positionAt },
  { name: 'position_source', type: 'text', merge: 'whenSaid', of: ({ source }) => source },
  { name: 'accuracy', type: 'real', merge: 'whenSaid', of: ({ accuracy }) => accuracy },
  { name: 'last_message_at', type: 'bigint', merge: 'whenLater', of: ({ live }) => live.lastMessageAt },
  {
    name: 'silence_ms',
    type: 'bigint',
    merge: 'always',
    of: ({ device }) => silenceOf(device.kind, device.desired),
  },
  { name: 'connected_at', type: 'bigint', merge: 'whenLater', of: ({ live }) => live.connectedAt },
  { name: 'offline_at', type: 'bigint', merge: 'whenLater', of: ({ live }) => live.offlineAt },
  ...stateFacts.map(
    ({ field, schema }): StateColumn => ({
      name: snake(field),
      type: schema instanceof z.ZodMiniBoolean ? 'boolean' : 'text',
      merge: 'whenSaid',
      of: ({ status }) => status[field] ?? null,
    }),
  ),
  { name: 'status_at', type: 'bigint', merge: 'whenLater', of: ({ status }) => status.at },
  {
    name: 'measured_at',
    type: 'bigint',
    merge: 'whenLater',
    of: ({ live }) => (live.latestAt.size > 0 ? Math.max(...live.latestAt.values()) : null),
  },
]

const SAVE_STATES = `insert into device_state as s (${stateColumns.map(({ name }) => name).join(', ')})
  select * from unnest(${stateColumns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
  on conflict (device_id) do update set ${stateColumns
    .flatMap(({ name, merge }) => (merge ? [`${name} = ${merges[merge](name)}`] : []))
    .join(', ')}
  where s.tenant_id = excluded.tenant_id and s.revision = excluded.revision - 1
  returning s.device_id as id, s.revision`

async function saveStates(sql: Sql, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return
  const written = await sql.query<{ id: number; revision: number }>(
    SAVE_STATES,
    stateColumns.map(({ of }) => touched.map(of)),
  )
  const revisions = new Map(written.map(({ id, revision }) => [id, revision]))
  const stale = touched.map(({ device }) => device.id).filter(id => !revisions.has(id))
  if (stale.length > 0) throw new StaleDevices(stale)
  for (const { device, live } of touched) live.revision = revisions.get(device.id) ?? live.revision
}

async function saveReadings(sql: Sql, plan: Plan): Promise<void> {
  const write = (rows: Plan['readings'], statement: string) =>
    sql.change(statement, [
      rows.map(({ device }) => device.tenantId),
      rows.map(({ device }) => device.id),
      rows.map(({ kind }) => kind),
      rows.map(({ at }) => at),
      rows.map(({ value }) => value),
    ])
  if (plan.readings.length > 0)
    await write(
      plan.readings,
      `insert into reading (tenant_id, device_id, kind, at, value)
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::float8[]) on conflict do nothing`,
    )
  const latest = [...plan.latest.values()].sort(
    (a, b) => a.device.id - b.device.id || (a.kind < b.kind ? -1 : 1),
  )
  if (latest.length > 0)
    await write(
      latest,
      `insert into latest_reading as l (tenant_id, device_id, kind, at, value)
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::float8[])
       on conflict (device_id, kind) do update set at = excluded.at, value = excluded.value where excluded.at >= l.at`,
    )
}

async function savePositions(sql: Sql, plan: Plan): Promise<void> {
  const rows = plan.positions
  if (rows.length === 0) return
  await sql.change(
    `insert into position (tenant_id, device_id, at, latitude, longitude, accuracy, source)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::float8[], $6::real[], $7::text[])
     on conflict do nothing`,
    [
      rows.map(({ device }) => device.tenantId),
      rows.map(({ device }) => device.id),
      rows.map(({ at }) => at),
      rows.map(({ latitude }) => latitude),
      rows.map(({ longitude }) => longitude),
      rows.map(({ accuracy }) => accuracy),
      rows.map(({ source }) => source),
    ],
  )
}

/** Sooner than this after it was measured, it came as it was. */
const LATE_MS = 30_000

/** By when it was known that devices had measured something: only of what came late, one row for what came together. */
async function saveLate(sql: Sql, { positions, readings }: Plan, now: number): Promise<void> {
  const runs = new Map<number, { tenantId: number; from: number; to: number }>()
  for (const { device, at } of [...positions, ...readings]) {
    if (now - at <= LATE_MS) continue
    const run = runs.get(device.id)
    runs.set(device.id, {
      tenantId: device.tenantId,
      from: Math.min(at, run?.from ?? at),
      to: Math.max(at, run?.to ?? at),
    })
  }
  if (runs.size === 0) return
  const rows = [...runs].sort(([a], [b]) => a - b)
  await sql.change(
    `insert into late_arrival as l (tenant_id, device_id, received_at, from_at, to_at)
     select t, d, $3::bigint, f, u from unnest($1::bigint[], $2::bigint[], $4::bigint[], $5::bigint[]) as r (t, d, f, u)
     on conflict (device_id, received_at) do update
       set from_at = least(l.from_at, excluded.from_at), to_at = greatest(l.to_at, excluded.to_at)`,
    [
      rows.map(([, { tenantId }]) => tenantId),
      rows.map(([id]) => id),
      now,
      rows.map(([, { from }]) => from),
      rows.map(([, { to }]) => to),
    ],
  )
}

// What changes seldom: versions, cards, settings, message numbers.
async function saveFacts(sql: Sql, touched: readonly Touched[], now: number): Promise<void> {
  for (const { device, info } of touched) {
    if (device.activated && Object.keys(info).length === 0) continue
    await sql.change(
      `update device set app_version = coalesce($2, app_version), system_version = coalesce($3, system_version),
         told_iccid = coalesce($4, told_iccid), told_iccid_at = case when $4::text is null then told_iccid_at else $6 end,
         iccid = case when $4::text is null or exists (select from sim_card c where c.device_id = $1 and c.removed_at is null)
           then iccid else $4 end,
         imsi = coalesce($5, imsi), activated_at = coalesce(activated_at, $6)
       where id = $1 and (activated_at is null or (app_version, system_version, told_iccid, imsi) is distinct from
         (coalesce($2, app_version), coalesce($3, system_version), coalesce($4, told_iccid), coalesce($5, imsi)))`,
      [
        device.id,
        info.appVersion ?? null,
        info.systemVersion ?? null,
        info.iccid ?? null,
        info.imsi ?? null,
        now,
      ],
    )
  }
  const reporting = touched.flatMap(({ device, reported }) => (reported ? [{ device, ...reported }] : []))
  if (reporting.length > 0)
    await sql.change(
      `insert into device_settings as g (device_id, tenant_id, reported, reported_at)
       select d, t, r::jsonb, at from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as x (d, t, r, at)
       on conflict (device_id) do update set reported = coalesce(g.reported, '{}') || excluded.reported,
         reported_at = excluded.reported_at where excluded.reported_at >= coalesce(g.reported_at, 0)`,
      [
        reporting.map(({ device }) => device.id),
        reporting.map(({ device }) => device.tenantId),
        reporting.map(({ settings }) => JSON.stringify(settings)),
        reporting.map(({ at }) => at),
      ],
    )
  const numbered = touched.filter(one => one.sequenceChanged)
  if (numbered.length > 0)
    await sql.change(
      `insert into device_sequence (tenant_id, device_id, recent)
       select t, d, r::jsonb from unnest($1::bigint[], $2::bigint[], $3::text[]) as x (t, d, r)
       on conflict (device_id) do update set recent = excluded.recent`,
      [
        numbered.map(({ device }) => device.tenantId),
        numbered.map(({ device }) => device.id),
        numbered.map(({ live }) =>
          JSON.stringify(
            [...live.recent].map(([seq, { at, alarm }]) =>
              alarm ? [seq, at, alarm.type, alarm.raisedAt] : [seq, at],
            ),
          ),
        ),
      ],
    )
}

async function moveAnsweredCommands(sql: Sql, plan: Plan, now: number): Promise<CommandMove[]> {
  const { moves, stray } = await moveCommands(sql, plan.acknowledgements, now)
  for (const { device } of stray)
    plan.refusals.push({
      imei: device.imei,
      tenantId: device.tenantId,
      reason: 'no such state transition',
    })
  return moves
}
