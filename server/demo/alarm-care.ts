// How the demo's people look after alarms: who saw, passed on and commented on them, the rules, what is on test.
import type { AlarmChannel } from '../../src/domain/alarm/alarm-rule.ts'
import type { AlarmType, Severity } from '../../src/domain/alarm/alarm-types.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import type { BuiltInRole } from '../seed/built-in-roles.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import { insertRows } from './rows.ts'

interface DemoRule {
  name: string
  types: AlarmType[]
  severity?: Severity
  channels: AlarmChannel[]
  roles: BuiltInRole[]
  /** Minutes of the day. */
  between?: [number, number]
  days?: number[]
  repeat?: number
  escalate?: number
  escalateRoles?: BuiltInRole[]
  enabled?: boolean
}

const rules: readonly DemoRule[] = [
  {
    name: '求救与火警',
    types: ['sos', 'fireButton', 'smoke', 'harmfulGas'],
    severity: 'critical',
    channels: ['console', 'push'],
    roles: [],
    repeat: 2,
    escalate: 5,
    escalateRoles: ['administrator'],
  },
  {
    name: '夜间离开围栏',
    types: ['fenceExit'],
    severity: 'critical',
    channels: ['console', 'push', 'sms'],
    roles: ['duty'],
    between: [22 * 60, 6 * 60],
    repeat: 5,
    escalate: 15,
    escalateRoles: ['administrator'],
  },
  {
    name: '工作日低电量',
    types: ['lowVoltage'],
    severity: 'attention',
    channels: ['console'],
    roles: ['property'],
    days: [1, 2, 3, 4, 5],
  },
  {
    name: '停电短信通知',
    types: ['powerLoss'],
    channels: ['console', 'sms'],
    roles: ['property'],
    repeat: 30,
    enabled: false,
  },
]

/** Lines that people write into a timeline. */
const comments = ['已电话联系家属', '现场无异常，继续观察', '已派人前往', '设备需要更换电池', '等待物业确认']

export async function seedAlarmCare(
  sql: Sql,
  fleet: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  await seedRules(sql, staffed, now)
  await acknowledgeThem(sql, staffed)
  await passThemOn(sql, staffed, now)
  await seedTests(sql, fleet, staffed, now)
}

async function seedRules(sql: Sql, { tenantId, roles }: Staffed, now: number): Promise<void> {
  const idsOf = (names: readonly BuiltInRole[] = []) => names.flatMap(name => roles.get(name) ?? [])
  const ids = await insertRows(
    sql,
    'alarm_rule',
    rules.map((rule, at) => ({
      tenant_id: tenantId,
      version: 1,
      created_at: now - 20 * DAY_MS,
      updated_at: now - 20 * DAY_MS,
      name: rule.name,
      enabled: rule.enabled ?? true,
      priority: (at + 1) * 10,
      types: rule.types,
      kinds: [],
      days: rule.days ?? [],
      from_minute: rule.between?.[0] ?? null,
      until_minute: rule.between?.[1] ?? null,
      zone: 'Asia/Shanghai',
      severity: rule.severity ?? null,
      channels: rule.channels,
      role_ids: idsOf(rule.roles),
      user_ids: [],
      repeat_minutes: rule.repeat ?? null,
      escalate_minutes: rule.escalate ?? null,
      escalate_role_ids: idsOf(rule.escalateRoles),
      escalate_user_ids: [],
    })),
    'id',
  )
  // Their past alarms were judged by the first one.
  await sql.query('update alarm set rule_id = $2 where tenant_id = $1 and type = any($3::text[])', [
    tenantId,
    ids[0],
    rules[0]?.types,
  ])
}

/** Taking acknowledges; every third one was acknowledged before that, and urgent ones were told and escalated. */
async function acknowledgeThem(sql: Sql, { tenantId }: Staffed): Promise<void> {
  await sql.query(
    `update alarm set acknowledged_by = taken_by, acknowledged_by_id = taken_by_id,
       acknowledged_at = case when id % 3 = 0 then raised_at + (taken_at - raised_at) * 2 / 5 else taken_at end
     where tenant_id = $1 and taken_at is not null`,
    [tenantId],
  )
  await sql.query(
    `insert into alarm_event (tenant_id, alarm_id, kind, user_id, user_name, note, at, recorded_at)
     select tenant_id, id, 'acknowledged', acknowledged_by_id, acknowledged_by, null, acknowledged_at, acknowledged_at + 300
     from alarm where tenant_id = $1 and acknowledged_at < taken_at
     union all
     select tenant_id, id, 'told', null, null, 'console:6,spoken:6,push:3', raised_at + 900, raised_at + 900
     from alarm where tenant_id = $1 and severity = 'critical'
     union all
     select tenant_id, id, 'repeated', null, null, 'console:6,push:3', raised_at + ${2 * MINUTE_MS} * n, raised_at + ${2 * MINUTE_MS} * n
     from alarm cross join generate_series(1, 2) n
     where tenant_id = $1 and severity = 'critical' and acknowledged_at - raised_at > ${2 * MINUTE_MS} * n
     union all
     select tenant_id, id, 'escalated', null, null, null, raised_at + ${5 * MINUTE_MS}, raised_at + ${5 * MINUTE_MS}
     from alarm where tenant_id = $1 and severity = 'critical' and acknowledged_at - raised_at > ${5 * MINUTE_MS}`,
    [tenantId],
  )
  await sql.query(
    `update alarm set escalation = 1
     where tenant_id = $1 and severity = 'critical' and acknowledged_at - raised_at > ${5 * MINUTE_MS}`,
    [tenantId],
  )
}

/** Colleagues say a word, ask each other, and some have only looked. */
async function passThemOn(sql: Sql, { tenantId, people }: Staffed, now: number): Promise<void> {
  const [first, second, third] = people
  if (!first || !second || !third) return
  await sql.query(
    `insert into alarm_event (tenant_id, alarm_id, kind, user_id, user_name, note, at, recorded_at)
     select tenant_id, id, 'commented', taken_by_id, taken_by, ($2::text[])[1 + id % ${comments.length}],
       taken_at + ${MINUTE_MS}, taken_at + ${MINUTE_MS} + 300
     from alarm where tenant_id = $1 and taken_at is not null and id % 5 = 0`,
    [tenantId, comments],
  )
  const open = await sql.query<{ id: number; raisedAt: number }>(
    `select id, raised_at as "raisedAt" from alarm where tenant_id = $1 and status = 'open' order by raised_at desc limit 8`,
    [tenantId],
  )
  const events: Record<string, unknown>[] = []
  for (const [at, { id, raisedAt }] of open.entries()) {
    if (at % 4 === 1) {
      const moment = Math.min(raisedAt + 3 * MINUTE_MS, now - 1000)
      await sql.query('update alarm set assigned_to = $2, assigned_to_id = $3 where id = $1', [
        id,
        second.name,
        second.id,
      ])
      events.push({ ...eventOf(id, 'assigned', first, moment), note: second.name })
    } else if (at % 4 === 3) {
      const moment = Math.min(raisedAt + 2 * MINUTE_MS, now - 1000)
      await sql.query(
        'update alarm set acknowledged_by = $2, acknowledged_by_id = $3, acknowledged_at = $4, read = true where id = $1',
        [id, third.name, third.id, moment],
      )
      events.push({ ...eventOf(id, 'acknowledged', third, moment), note: null })
    }
  }
  await insertRows(
    sql,
    'alarm_event',
    events.map(event => ({ tenant_id: tenantId, ...event })),
  )
}

const eventOf = (alarm: number, kind: string, person: Staffed['people'][number], at: number) => ({
  alarm_id: alarm,
  kind,
  user_id: person.id,
  user_name: person.name,
  at,
  recorded_at: at + 300,
})

/** One window that ended, one that runs with what it has hidden, one that is planned. */
async function seedTests(
  sql: Sql,
  fleet: readonly DemoDevice[],
  { tenantId, people }: Staffed,
  now: number,
): Promise<void> {
  const [person] = people
  const [device, other] = fleet.filter(({ kind, state }) => kind === 'smokeDetector' && state === 'online')
  const [fallback] = fleet
  const tested = device ?? fallback
  if (!person || !tested) return
  const windows = [
    {
      reason: '年度消防检测',
      device_id: (other ?? tested).id,
      from: now - 26 * HOUR_MS,
      until: now - DAY_MS,
    },
    {
      reason: '更换烟感并试验',
      device_id: tested.id,
      from: now - 25 * MINUTE_MS,
      until: now + 95 * MINUTE_MS,
    },
    { reason: '设备维护', device_id: tested.id, from: now + 20 * HOUR_MS, until: now + 22 * HOUR_MS },
  ]
  const ids = await insertRows(
    sql,
    'alarm_test',
    windows.map(({ reason, device_id, from, until }) => ({
      tenant_id: tenantId,
      version: 1,
      created_at: Math.min(from, now) - 5 * MINUTE_MS,
      updated_at: Math.min(from, now) - 5 * MINUTE_MS,
      reason,
      device_id,
      group_id: null,
      types: [],
      starts_at: from,
      ends_at: until,
      hidden: 0,
      user_id: person.id,
      user_name: person.name,
      ended_by: null,
      told_at: until < now ? until : null,
    })),
    'id',
  )
  for (const [at, minutes] of [
    [0, [25 * 60 + 40, 25 * 60 + 10, 24 * 60 + 20]],
    [1, [18, 6]],
  ] as const) {
    await hideAlarms(
      sql,
      at === 0 ? (other ?? tested) : tested,
      ids[at],
      minutes.map(m => now - m * MINUTE_MS),
    )
  }
}

async function hideAlarms(
  sql: Sql,
  device: DemoDevice,
  test: number | undefined,
  moments: readonly number[],
): Promise<void> {
  if (test === undefined) return
  const ids = await insertRows(
    sql,
    'alarm',
    moments.map(at => ({
      tenant_id: device.tenantId,
      version: 1,
      created_at: at + 400,
      updated_at: at + 400,
      type: 'smoke',
      severity: 'critical',
      status: 'handled',
      title: device.name,
      device_id: device.id,
      imei: device.imei,
      device_name: device.name,
      device_kind: device.kind,
      wearer_name: device.wearerName,
      user_phone: device.phone,
      department_id: device.departmentId,
      place: device.location,
      building: device.building,
      unit: device.unit,
      room_no: device.roomNo,
      latitude: device.latitude,
      longitude: device.longitude,
      raised_at: at,
      handled_at: at,
      read: true,
      escalation: 0,
      test_id: test,
    })),
    'id',
  )
  await insertRows(
    sql,
    'alarm_event',
    ids.map((id, index) => ({
      tenant_id: device.tenantId,
      alarm_id: id,
      kind: 'raised',
      at: moments[index],
      recorded_at: moments[index],
    })),
  )
  await sql.query('update alarm_test set hidden = $2 where id = $1', [test, moments.length])
}
