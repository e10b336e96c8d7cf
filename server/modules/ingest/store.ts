// Writes a plan in the caller's transaction: a few statements over arrays, whatever the size of the batch.
import type { StoredAlarm } from '../../bus.ts'
import { ALL_OF_IT, type Care } from '../../db/care.ts'
import type { Sql } from '../../db/scoped.ts'
import { insertAlarms, saveConditions } from '../alarms/alarm-rows.ts'
import type { Judge } from '../alarms/judge.ts'
import { noteEvents } from '../alarms/note-events.ts'
import type { Outgoing } from '../alarms/telling.ts'
import { savePayloads } from '../devices/channel.ts'
import type { FenceBook } from '../fences/fence-book.ts'
import { type FenceWork, judgePositions, judgeTimes, noFenceWork } from '../fences/judge.ts'
import { type FenceTold, saveFenceWork } from '../fences/save-work.ts'
import { saveIndoor } from '../indoor/save-positions.ts'
import { judgeZones, noZoneWork, saveZoneWork } from '../indoor/zone-store.ts'
import { type CardNotice, noticeOfCard, saveCards } from '../notices/card-notices.ts'
import { moveOrders } from '../orders/answers.ts'
import type { CommandMove } from '../orders/tell-orders.ts'
import type { KnownDevice } from './devices.ts'
import { type DoorMessages, handleDoorMessage } from './door-messages.ts'
import { DevicesMoved } from './moved.ts'
import type { Plan, Touched } from './plan.ts'

export interface Stored {
  /** What people may hear of: alarms of test windows are stored and not here. */
  alarms: StoredAlarm[]
  cards: CardNotice[]
  commands: CommandMove[]
  fences: FenceTold[]
  outgoing: Outgoing
}

const NOBODY_TOLD: Outgoing = { noted: [], told: [] }

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
  const cards = await care(sql, () => saveCards(sql, plan.cards), [])
  for (const arrival of plan.doors)
    await also(async () => {
      const refusal = await handleDoorMessage(sql, doorMessages, arrival)
      if (refusal) plan.refusals.push(refusal)
    })
  const heard = inserted.filter(({ verdict }) => verdict.testId === null)
  return {
    alarms: heard.map(({ alarm }) => alarm),
    cards,
    commands: await care(sql, () => moveCommands(sql, plan, now), []),
    fences: await care(sql, () => saveFenceWork(sql, fences, idOf, now), []),
    outgoing: await care(sql, () => noteEvents(sql, heard, cards.map(noticeOfCard), now), NOBODY_TOLD),
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

async function saveStates(sql: Sql, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return
  const column = <T>(pick: (one: Touched) => T) => touched.map(pick)
  const written = await sql.query<{ id: number }>(
    `insert into device_state as s (tenant_id, device_id, state, signal, battery, mains_power, latitude, longitude,
       position_at, position_source, accuracy, last_message_at, connected_at, offline_at,
       foot_ring, harmful_gas, valve, closed, locked, switch_control, status_at, measured_at, lost_at, switch_position)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::smallint[], $6::boolean[],
       $7::float8[], $8::float8[], $9::bigint[], $10::text[], $11::real[], $12::bigint[], $13::bigint[], $14::bigint[],
       $15::text[], $16::text[], $17::text[], $18::boolean[], $19::boolean[], $20::text[], $21::bigint[], $22::bigint[],
       $23::bigint[], $24::text[])
     on conflict (device_id) do update set state = excluded.state, lost_at = excluded.lost_at,
       signal = coalesce(excluded.signal, s.signal), battery = coalesce(excluded.battery, s.battery),
       mains_power = coalesce(excluded.mains_power, s.mains_power),
       latitude = case when excluded.position_at >= coalesce(s.position_at, 0) then excluded.latitude else s.latitude end,
       longitude = case when excluded.position_at >= coalesce(s.position_at, 0) then excluded.longitude else s.longitude end,
       position_source = coalesce(excluded.position_source, s.position_source),
       accuracy = coalesce(excluded.accuracy, s.accuracy),
       position_at = greatest(excluded.position_at, s.position_at),
       last_message_at = greatest(excluded.last_message_at, s.last_message_at),
       connected_at = greatest(excluded.connected_at, s.connected_at),
       offline_at = greatest(excluded.offline_at, s.offline_at),
       foot_ring = coalesce(excluded.foot_ring, s.foot_ring), harmful_gas = coalesce(excluded.harmful_gas, s.harmful_gas),
       valve = coalesce(excluded.valve, s.valve), closed = coalesce(excluded.closed, s.closed),
       locked = coalesce(excluded.locked, s.locked),
       switch_control = coalesce(excluded.switch_control, s.switch_control),
       switch_position = coalesce(excluded.switch_position, s.switch_position),
       status_at = greatest(excluded.status_at, s.status_at),
       measured_at = greatest(excluded.measured_at, s.measured_at)
     where s.tenant_id = excluded.tenant_id returning s.device_id as id`,
    [
      column(({ device }) => device.tenantId),
      column(({ device }) => device.id),
      column(({ live }) => live.state),
      column(({ live }) => live.signal),
      column(({ live }) => live.battery),
      column(({ live }) => live.mainsPower),
      column(({ live }) => live.latitude),
      column(({ live }) => live.longitude),
      column(({ live }) => live.positionAt),
      column(({ source }) => source),
      column(({ accuracy }) => accuracy),
      column(({ live }) => live.lastMessageAt),
      column(({ live }) => live.connectedAt),
      column(({ live }) => live.offlineAt),
      column(({ status }) => status.footRing ?? null),
      column(({ status }) => status.harmfulGas ?? null),
      column(({ status }) => status.valve ?? null),
      column(({ status }) => status.closed ?? null),
      column(({ status }) => status.locked ?? null),
      column(({ status }) => status.switchControl ?? null),
      column(({ status }) => status.at),
      column(({ live }) => (live.latestAt.size > 0 ? Math.max(...live.latestAt.values()) : null)),
      column(({ live }) => live.lostAt),
      column(({ status }) => status.switchPosition ?? null),
    ],
  )
  if (written.length === touched.length) return
  const stayed = new Set(written.map(row => row.id))
  throw new DevicesMoved(column(({ device }) => device.id).filter(id => !stayed.has(id)))
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

async function moveCommands(sql: Sql, plan: Plan, now: number): Promise<CommandMove[]> {
  const { moves, stray } = await moveOrders(sql, plan.acknowledgements, now)
  for (const { device } of stray)
    plan.refusals.push({
      imei: device.imei,
      tenantId: device.tenantId,
      reason: 'no such state transition',
    })
  return moves
}
