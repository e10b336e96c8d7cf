// One row of everything about people at work, for a tenant of the tests.
import type { Sql } from '../../server/db/scoped.ts'
import { insert } from './insert-row.ts'
import { seedMallOrders } from './mall-order-rows.ts'
import { seedMall } from './mall-rows.ts'

interface Of {
  tenant_id: number
  userId: number
  roleId: number
  name: string
}

interface At extends Of {
  worker_id: number
  label_code: string
}

export async function seedWork(sql: Sql, of: Of): Promise<void> {
  const { tenant_id, name } = of
  const label_code = `GH-${name.toUpperCase().padEnd(8, '2').slice(0, 8)}`
  const worker_id = await insert(sql, 'worker', { tenant_id, name: `${name} hand`, label_code })
  const at = { ...of, worker_id, label_code }
  await seedSite(sql, at)
  await seedAttendance(sql, at)
  await seedApprovals(sql, at)
  await seedDuty(sql, at)
  await seedResponse(sql, at)
  await seedWall(sql, at)
  await seedApiKey(sql, of)
  await seedWebhook(sql, of)
  await seedMuster(sql, at)
  await seedBoards(sql, at)
  await seedAnnouncements(sql, at)
  await seedCommunity(sql, at)
  await seedEvidence(sql, of)
  await seedEmergency(sql, of)
  await seedReplayMark(sql, of)
  await seedMall(sql, of)
  await seedMallOrders(sql, of)
}

/** A day's work of a site. */
async function seedSite(sql: Sql, { tenant_id, userId, name, worker_id, label_code }: At): Promise<void> {
  const days = { start_on: '2026-01-01', end_on: '2026-12-31' }
  await insert(sql, 'project', { tenant_id, name, state: 'building', ...days })
  const plan_id = await insert(sql, 'work_plan', { tenant_id, name, start_on: '2026-01-01', period_days: 9 })
  const item_id = await insert(sql, 'stock_item', {
    ...{ tenant_id, name, number: 'S1', label_code, received_kg: 1000, remaining_kg: 1000 },
  })
  const by = { user_id: userId, user_name: name }
  await insert(sql, 'stock_movement', {
    ...{ tenant_id, item_id, kind: 'in', kilograms: 1000, received_kg: 1000, used_kg: 0, unqualified_kg: 0 },
    ...{ remaining_kg: 1000, reserved_kg: 0, left_kg: 1000, at: Date.now(), ...by },
  })
  await insert(sql, 'stock_reservation', { tenant_id, item_id, plan_id, kilograms: 100 })
  const inspection_id = await insert(sql, 'inspection', {
    ...{ tenant_id, name, worker_id, every_months: 12, anchor_on: '2027-01-01', next_on: '2027-01-01' },
    ...{ basis: 'scheduled', label_code },
  })
  await insert(sql, 'inspection_record', {
    ...{ tenant_id, inspection_id, due_on: '2026-01-01', done_on: '2026-01-01', result: 'passed' },
    ...{ checks: '[]', at: Date.now(), ...by },
  })
  await insert(sql, 'work_item', { tenant_id, title: name, assignee_id: worker_id, due_on: '2026-06-01' })
  await insert(sql, 'work_log', {
    ...{ tenant_id, author_id: userId, author_name: name, day: '2026-01-01', done: name, state: 'submitted' },
  })
}

const MORNING = {
  ...{ name: 'morning', openFrom: 420, start: 480, lateUntil: 485, cutOff: 540, end: 720, closeUntil: 780 },
}

/** A day of somebody who was there, and what was asked about it. */
async function seedAttendance(sql: Sql, { tenant_id, userId, name, worker_id }: At): Promise<void> {
  const rule_id = await insert(sql, 'attendance_rule', { tenant_id, name })
  const version = await sql.first<{ id: number }>(
    `insert into attendance_rule_version (tenant_id, rule_id, number, created_at, created_by, valid_from, zone, week_type,
       punch_count, slots) values ($1, $2, 1, $3, $4, '2026-01-01', 'Asia/Shanghai', 'small', 2, $5) returning id`,
    [tenant_id, rule_id, Date.now(), name, JSON.stringify([MORNING])],
  )
  const who = { tenant_id, worker_id }
  await insert(sql, 'attendance_assignment', {
    ...who,
    rule_id,
    from_day: '2026-01-01',
    until_day: '2026-01-31',
  })
  const at = Date.UTC(2026, 0, 5, 0, 0)
  await insert(sql, 'punch', { ...who, source: 'phone', claimed_at: at, at, trust: 'sure' })
  await insert(sql, 'attendance_day', {
    ...{ ...who, day: '2026-01-05', rule_version_id: version?.id, outcome: 'normal', times: [at] },
    ...{ late_count: 0, late_minutes: 0, early_count: 0, early_minutes: 0, absent_count: 0 },
    ...{ worth: 1, conflict: false, phase: 'final', cell: '' },
  })
  await insert(sql, 'attendance_correction', {
    ...{ ...who, day: '2026-01-06', slot: 'amAtState', at, reason: name, state: 'pending' },
    ...{ asked_by: name, asker_id: userId },
  })
  await insert(sql, 'month_close', {
    ...{ tenant_id, month: '2025-12', state: 'closed', closed_by: name, closed_at: at, people: 1, days: 0 },
  })
}

/** Something that waits for approval, by whom, and who stands in for whom. */
async function seedApprovals(sql: Sql, { tenant_id, userId, roleId, name }: At): Promise<void> {
  const flow_id = await insert(sql, 'approval_flow', {
    ...{ tenant_id, name, kind: 'announcement', user_ids1: [userId], role_ids1: [roleId] },
  })
  const deputy_id = await insert(sql, 'account', {
    ...{ tenant_id, username: `${name}.deputy`, name: `${name} deputy`, password_hash: '' },
  })
  await insert(sql, 'stand_in', { tenant_id, user_id: userId, deputy_id, starts_at: 1, ends_at: 2 })
  await insert(sql, 'approval_case', {
    ...{ tenant_id, kind: 'announcement', subject_id: 999_999_999, subject_version: 1, state: 'pending' },
    ...{ flow_id, flow_version: 1, kept_levels: '[]', user_ids: [userId], role_ids: [roleId] },
    ...{ applicant_id: userId, applicant_name: name, title: name, asked_at: Date.now() },
  })
}

/** A shift with its swap and its record, and a patrol's round. */
async function seedDuty(sql: Sql, { tenant_id, name, worker_id, label_code }: At): Promise<void> {
  const other = await insert(sql, 'worker', {
    tenant_id,
    name: `${name} other`,
    label_code: `${label_code.slice(0, -1)}3`,
  })
  const post_id = await insert(sql, 'post', {
    tenant_id,
    name: `${name} gate`,
    on_roster: true,
    min_heads: 1,
  })
  const [starts_at, ends_at] = [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 5, 8)]
  const span = { tenant_id, post_id, starts_at, ends_at }
  const shift_id = await insert(sql, 'duty_shift', { ...span, worker_id })
  await insert(sql, 'duty_swap', { tenant_id, shift_id, from_worker_id: worker_id, to_worker_id: other })
  await insert(sql, 'duty_record', { ...span, day: '2026-01-05', area: name, worker_id, situation: name })
  const route_id = await insert(sql, 'patrol_route', {
    tenant_id,
    name,
    post_id,
    enabled: false,
    starts: [480],
    minutes: 60,
  })
  await insert(sql, 'patrol_point', {
    tenant_id,
    route_id,
    name,
    position: 1,
    radius: 30,
    minute: 5,
    label_code,
  })
  await insert(sql, 'patrol_round', {
    ...span,
    route_id,
    name,
    day: '2026-01-05',
    points: '[]',
    state: 'done',
  })
}

/** A screen of the control room that nobody has paired yet. */
async function seedWall(sql: Sql, { tenant_id, name }: At): Promise<void> {
  await insert(sql, 'wall', {
    ...{ tenant_id, name, scenes: ['duty', 'fire'], seconds: 20, dim_from: 0, dim_until: 0 },
  })
}

/** A board with its one version. */
async function seedBoards(sql: Sql, { tenant_id, name }: At): Promise<void> {
  const tiles = JSON.stringify([{ kind: 'clock', key: 'clock', place: { x: 0, y: 0, w: 3, h: 2 } }])
  const board_id = await insert(sql, 'board', { tenant_id, name: `Board ${name}`, tiles })
  await sql.query(
    `insert into board_version (tenant_id, board_id, number, created_at, created_by, tiles)
     values ($1, $2, 1, $3, $4, $5)`,
    [tenant_id, board_id, Date.now(), name, tiles],
  )
}

/** A key that has no secret yet. */
async function seedApiKey(sql: Sql, { tenant_id, userId, name }: Of): Promise<void> {
  await insert(sql, 'api_key', {
    ...{ tenant_id, name: `${name} key`, scopes: ['device.read'], maker_id: userId, maker_name: name },
  })
}

/** A receiver that has no secret yet, and a message to it. */
async function seedWebhook(sql: Sql, { tenant_id, name }: Of): Promise<void> {
  const webhook_id = await insert(sql, 'webhook', {
    ...{ tenant_id, name: `${name} hook`, address: 'https://example.com/', kinds: ['alarm.raised'] },
  })
  await insert(sql, 'webhook_delivery', {
    ...{
      tenant_id,
      webhook_id,
      message_id: `msg_${name}`,
      kind: 'alarm.raised',
      body: '{}',
      state: 'failed',
    },
    next_at: 1,
  })
}

/** A card of the tenant's own for a type that has none. */
async function seedResponse(sql: Sql, { tenant_id, name }: At): Promise<void> {
  const card_id = await insert(sql, 'response_card', { tenant_id, type: 'lowVoltage' })
  const steps = JSON.stringify([{ key: 'charge', text: `${name} charges it`, who: 'anybody', within: 3600 }])
  await sql.query(
    `insert into response_card_version (tenant_id, card_id, number, created_at, created_by, steps)
     values ($1, $2, 1, $3, $4, $5)`,
    [tenant_id, card_id, Date.now(), name, steps],
  )
}

/** A roll call of one person, whom somebody has seen. */
async function seedMuster(sql: Sql, { tenant_id, userId, name, worker_id }: At): Promise<void> {
  const at = Date.now()
  const points = JSON.stringify([{ key: 'gate', name, wardenIds: [], departmentIds: [] }])
  const muster_id = await insert(sql, 'muster', { tenant_id, name, kind: 'drill', points, started_at: at })
  const person = [tenant_id, muster_id, `worker:${worker_id}`, name]
  await sql.query(
    'insert into muster_person (tenant_id, muster_id, person_key, name) values ($1, $2, $3, $4)',
    person,
  )
  await sql.query(
    `insert into muster_sighting (tenant_id, muster_id, person_key, user_name, event_key, says, means, at, recorded_at, account_id)
     values ($1, $2, $3, $4, 'seeded-1', 'safe', 'point', $5, $5, $6)`,
    [...person, at, userId],
  )
  await sql.query(
    `insert into muster_count (tenant_id, muster_id, event_key, point_key, heads, at, recorded_at, user_name)
     values ($1, $2, 'seeded-2', 'gate', 1, $3, $3, $4)`,
    [tenant_id, muster_id, at, name],
  )
}

/** Something that everybody was told, and one of them. */
async function seedAnnouncements(sql: Sql, { tenant_id, userId, name }: At): Promise<void> {
  const published_at = Date.now()
  const announcement_id = await insert(sql, 'announcement', {
    ...{ tenant_id, title: name, content: name, audience: 'everyone', needs_approval: 'notNeeded' },
    ...{ must_confirm: true, spoken: false, state: 'published', author_id: userId, author_name: name },
    published_at,
  })
  await insert(sql, 'announcement_receipt', { tenant_id, announcement_id, account_id: userId, published_at })
}

/** A community with one room of everything, and who lives there. */
async function seedCommunity(sql: Sql, { tenant_id, userId, name }: At): Promise<void> {
  const patterns = { building_pattern: '{number}', unit_pattern: '{number}', room_pattern: '{floor}{room:2}' }
  const community_id = await insert(sql, 'community', { tenant_id, name, ...patterns })
  const building_id = await insert(sql, 'building', { tenant_id, community_id, name, floors: 6 })
  const unit_id = await insert(sql, 'unit', { tenant_id, community_id, building_id, name })
  const place = { tenant_id, community_id, building_id, unit_id, floor_no: 1 }
  const room_id = await insert(sql, 'room', { ...place, kind: 'home', room_no: '101' })
  const resident_id = await insert(sql, 'resident', { tenant_id, name, phone: '13800000077' })
  const occupancy_id = await insert(sql, 'occupancy', {
    ...{ tenant_id, room_id, resident_id, role: 'owner', from_day: '2026-01-01', state: 'active' },
  })
  await insert(sql, 'resident_face', {
    ...{
      tenant_id,
      occupancy_id,
      resident_id,
      consent_at: Date.now(),
      consent_by: name,
      birth_date: '1990-01-01',
    },
  })
  const device = await sql.first<{ id: number }>('select id from device where tenant_id = $1 limit 1', [
    tenant_id,
  ])
  await insert(sql, 'room_door', { tenant_id, room_id, device_id: device?.id, call_number: '101' })
  const company_id = await insert(sql, 'property_company', { tenant_id, name })
  await insert(sql, 'company_community', { tenant_id, company_id, community_id, from_day: '2026-01-01' })
  await insert(sql, 'property_staff', { tenant_id, company_id, name, duty: 'manager' })
  await insert(sql, 'website', { tenant_id, site_name: name })
  await seedFees(sql, { tenant_id, userId, name }, { community_id, room_id })
}

/** A room's meter and what was billed by it. */
async function seedFees(
  sql: Sql,
  { tenant_id, userId, name }: Pick<At, 'tenant_id' | 'userId' | 'name'>,
  { community_id, room_id }: { community_id: number; room_id: number },
): Promise<void> {
  const month = '2026-01'
  await insert(sql, 'tariff', {
    ...{ tenant_id, community_id, kind: 'water', price_micro_fen: 345_000_000, from_day: '2026-01-01' },
  })
  const meter_id = await insert(sql, 'meter', {
    ...{ tenant_id, room_id, kind: 'water', serial: `W-${name}`, digits: 5, multiplier: 1 },
    ...{ start_thousandths: 0, installed_on: '2026-01-01' },
  })
  await insert(sql, 'meter_reading', {
    ...{ tenant_id, meter_id, read_on: '2026-01-31', thousandths: 5_000, source: 'hand', user_id: userId },
  })
  const run_id = await insert(sql, 'fee_run', {
    ...{ tenant_id, community_id, month, due_on: '2026-02-15', state: 'issued' },
  })
  const bill_id = await insert(sql, 'bill', {
    ...{ tenant_id, order_number: `F-${name}`, kind: 'fee', amount: 1_725, subject: name },
    ...{ user_id: userId, user_name: name, closes_at: Date.UTC(2036, 0, 1) },
  })
  await insert(sql, 'fee_bill', {
    ...{ tenant_id, run_id, community_id, room_id, month, amount: 1_725, due_on: '2036-01-01', bill_id },
  })
}

/** A case that nothing is held in yet. */
async function seedEvidence(sql: Sql, { tenant_id, name }: Of): Promise<void> {
  await insert(sql, 'evidence_case', { tenant_id, number: `E-${name}`, title: name })
}

/** An emergency that nobody has written in yet. */
async function seedEmergency(sql: Sql, { tenant_id, userId, name }: Of): Promise<void> {
  await insert(sql, 'emergency', {
    ...{ tenant_id, title: name, kind: 'real', severity: 'critical', started_at: 1 },
    ...{ owner_id: userId, owner_name: name },
  })
}

/** A moment of the time machine with a name. */
async function seedReplayMark(sql: Sql, { tenant_id, name }: Of): Promise<void> {
  const at = Date.UTC(2026, 0, 1)
  await insert(sql, 'replay_mark', {
    ...{ tenant_id, name, at, from_at: at - 1_000, to_at: at + 1_000, user_name: name },
  })
}
