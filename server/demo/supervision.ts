// Monitored persons of the demo: what they wear, on what ground, under which conditions, and weeks of incidents.
import * as z from 'zod/mini'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { checkSignOf } from '../../src/domain/supervision/id-number.ts'
import type { IncidentKind, SupervisionLevel } from '../../src/domain/supervision/incident-step.ts'
import type { SupervisionState } from '../../src/domain/supervision/monitored-person.ts'
import type { Sql } from '../db/scoped.ts'
import type { DemoDevice } from './fleet.ts'
import type { Place } from './places.ts'
import { insertRows } from './rows.ts'
import { writtenDay } from './written-day.ts'

interface Planned {
  name: string
  level: SupervisionLevel
  state: SupervisionState
  gender: 'male' | 'female'
  born: string
  crime: string
  reason: string
  /** Days from now on which the authorisation ends. */
  authorisedDays: number
  /** Days ago on which it began. */
  since: number
}

const planned: readonly Planned[] = [
  {
    name: '赵国强',
    level: 'severe',
    state: 'supervised',
    gender: 'male',
    born: '19790412',
    crime: '4',
    reason: '缓刑期内社区矫正',
    authorisedDays: 47,
    since: 133,
  },
  {
    name: '钱文斌',
    level: 'moderate',
    state: 'supervised',
    gender: 'male',
    born: '19850923',
    crime: '2',
    reason: '假释考验期',
    authorisedDays: 12,
    since: 96,
  },
  {
    name: '孙丽萍',
    level: 'mild',
    state: 'supervised',
    gender: 'female',
    born: '19910708',
    crime: '6',
    reason: '暂予监外执行',
    authorisedDays: 85,
    since: 64,
  },
  {
    name: '李志勇',
    level: 'severe',
    state: 'supervised',
    gender: 'male',
    born: '19751130',
    crime: '1',
    reason: '取保候审期间电子监管',
    authorisedDays: 6,
    since: 84,
  },
  {
    name: '周海燕',
    level: 'mild',
    state: 'supervised',
    gender: 'female',
    born: '19880215',
    crime: 'other',
    reason: '缓刑期内社区矫正',
    authorisedDays: 150,
    since: 30,
  },
  {
    name: '吴建平',
    level: 'moderate',
    state: 'suspended',
    gender: 'male',
    born: '19820619',
    crime: '3',
    reason: '住院治疗，暂停监管',
    authorisedDays: 60,
    since: 120,
  },
  {
    name: '郑晓峰',
    level: 'moderate',
    state: 'registered',
    gender: 'male',
    born: '19960304',
    crime: '5',
    reason: '待交接设备',
    authorisedDays: 180,
    since: 0,
  },
  {
    name: '王秀兰',
    level: 'mild',
    state: 'ended',
    gender: 'female',
    born: '19690827',
    crime: '7',
    reason: '矫正期满',
    authorisedDays: -9,
    since: 189,
  },
]

const TERM_DAYS = 180
const REGION = '440305'

/** What happened to somebody: so many days ago, and how it ended. */
const past: readonly { kind: IncidentKind; outcome: string; note: string; daysAgo: number; hour: number }[] =
  [
    { kind: 'strap', outcome: 'false', note: '上门核实，洗澡时误触，表带完好', daysAgo: 2, hour: 20 },
    { kind: 'flat', outcome: 'confirmed', note: '未按要求充电，已提醒', daysAgo: 5, hour: 7 },
    { kind: 'curfew', outcome: 'confirmed', note: '夜间外出购药，书面警告一次', daysAgo: 9, hour: 23 },
    { kind: 'silent', outcome: 'equipment', note: '地下车库无信号', daysAgo: 13, hour: 15 },
    { kind: 'left', outcome: 'permitted', note: '经批准前往医院复查', daysAgo: 18, hour: 10 },
    { kind: 'checkIn', outcome: 'confirmed', note: '迟到两小时，已当面谈话', daysAgo: 24, hour: 10 },
  ]

const fenceIds = z.array(z.object({ id: z.int() }))

/** Only where people wear bracelets; the fences are there already. */
export async function seedSupervision(
  sql: Sql,
  place: Place,
  fleet: readonly DemoDevice[],
  {
    tenantId,
    officers,
    now,
  }: { tenantId: number; officers: readonly { id: number; name: string }[]; now: number },
): Promise<void> {
  if (place.key !== 'community') return
  const heard = fleet.filter(({ lastMessageAt }) => lastMessageAt !== null)
  // Bracelets first; milder levels wear a watch.
  const bracelets = [
    ...heard.filter(({ kind }) => kind === 'ankleBracelet'),
    ...heard.filter(({ kind }) => kind === 'watch').slice(-6),
  ]
  const officer = officers[0]
  if (!officer) return
  let free = 0
  for (const [order, person] of planned.entries()) {
    const wears = person.state === 'supervised' || person.state === 'suspended'
    const device = wears ? bracelets[free++] : undefined
    const began = now - person.since * DAY_MS
    const digits = `${REGION}${person.born}${String(100 + order * 2 + (person.gender === 'male' ? 1 : 0)).padStart(3, '0')}`
    const [personId = 0] = await insertRows(
      sql,
      'monitored_person',
      [
        {
          ...{ tenant_id: tenantId, created_at: began - 3 * DAY_MS, updated_at: began, version: 1 },
          ...{ name: person.name, level: person.level, state: person.state, gender: person.gender },
          ...{ nationality: '中国', height: 158 + order * 3, weight: 52 + order * 4 },
          department_id: device?.departmentId ?? bracelets[0]?.departmentId ?? null,
          supervisor_id: officers[order % officers.length]?.id ?? null,
          guardian_name: `${person.name.slice(0, 1)}家属`,
          start_on: writtenDay(began),
          end_on: writtenDay(began + 2 * TERM_DAYS * DAY_MS),
          id_number: `${digits}${checkSignOf(digits)}`,
          birth_date: `${person.born.slice(0, 4)}-${person.born.slice(4, 6)}-${person.born.slice(6)}`,
          native_place: '广东省深圳市',
          phone: `1380000${String(4100 + order)}`,
          crime_type: person.crime,
          reason: person.reason,
          guardian_phone: `1390000${String(4100 + order)}`,
          emergency_name: `${person.name.slice(0, 1)}家属`,
          emergency_phone: `1370000${String(4100 + order)}`,
          emergency_address: `翠竹苑 ${order + 1} 栋`,
          last_check_in_at: person.state === 'supervised' ? now - ((order * 3) % 9) * HOUR_MS : null,
        },
      ],
      'id',
    )
    await insertRows(sql, 'authorisation', [
      {
        ...{ tenant_id: tenantId, created_at: began, updated_at: began, version: 1, person_id: personId },
        ...{ basis: `社矫〔2026〕${String(31 + order)} 号`, approver: '区司法局', entered_by: officer.name },
        valid_from: writtenDay(now - (TERM_DAYS - person.authorisedDays) * DAY_MS),
        valid_until: writtenDay(now + person.authorisedDays * DAY_MS),
      },
    ])
    if (!device) continue
    const { id: deviceId } = device
    await insertRows(sql, 'wearing', [
      {
        ...{ tenant_id: tenantId, created_at: began, updated_at: began, version: 1, person_id: personId },
        ...{ device_id: deviceId, worn_from: began, given_by: officer.name },
      },
    ])
    await sql.change('update device set wearer_name = $2 where id = $1', [deviceId, person.name])
    await seedConditions(sql, { tenantId, personId, deviceId, level: person.level, now })
    await seedPast(sql, {
      tenantId,
      personId,
      device,
      level: person.level,
      officer: officer.name,
      order,
      now,
    })
  }
}

interface Monitored {
  tenantId: number
  personId: number
  level: SupervisionLevel
  now: number
}

async function seedConditions(
  sql: Sql,
  { tenantId, personId, deviceId, level, now }: Monitored & { deviceId: number },
): Promise<void> {
  const [fence] = z.parse(
    fenceIds,
    await sql.query(
      'select fence_id as id from fence_device where device_id = $1 order by fence_id limit 1',
      [deviceId],
    ),
  )
  const common = {
    ...{ tenant_id: tenantId, created_at: now - 30 * DAY_MS, updated_at: now - 30 * DAY_MS, version: 1 },
    ...{ person_id: personId, zone: 'Asia/Shanghai', days: [] },
    ...{ fence_id: null, from_minute: null, until_minute: null, min_battery: null },
  }
  const conditions = [
    ...(fence
      ? [{ ...common, kind: 'curfew', fence_id: fence.id, from_minute: 22 * 60, until_minute: 6 * 60 }]
      : []),
    { ...common, kind: 'charging', min_battery: 20 },
    ...(level === 'mild'
      ? []
      : [{ ...common, kind: 'checkIn', days: [1, 2, 3, 4, 5], until_minute: 18 * 60 }]),
  ]
  const [first] = await insertRows(sql, 'supervision_condition', conditions, 'id')
  if (level === 'severe' && fence && first !== undefined)
    await insertRows(sql, 'supervision_permit', [
      {
        ...{ tenant_id: tenantId, created_at: now - 4 * DAY_MS, updated_at: now - 4 * DAY_MS, version: 1 },
        ...{ person_id: personId, condition_ids: [first], reason: '夜间陪护住院亲属', given_by: '区司法局' },
        ...{ starts_at: now - 3 * DAY_MS, ends_at: now - 2 * DAY_MS },
      },
    ])
}

/** Each step within the minutes that it has; the graver the level, the sooner. */
async function seedPast(
  sql: Sql,
  {
    tenantId,
    personId,
    device,
    level,
    officer,
    order,
    now,
  }: Monitored & { device: DemoDevice; officer: string; order: number },
): Promise<void> {
  const pace = { severe: 1, moderate: 3, mild: 6 }[level]
  const today = now - (now % DAY_MS)
  for (const [at, { kind, outcome, note, daysAgo, hour }] of past.entries()) {
    if ((at + order) % 2 === 1 && level !== 'severe') continue
    const raisedAt = today - (daysAgo + (order % 3)) * DAY_MS + hour * HOUR_MS + order * 7 * MINUTE_MS
    const steps = [
      { kind: 'raised', by: null, note: null, at: raisedAt },
      { kind: 'acknowledged', by: officer, note: null, at: raisedAt + pace * MINUTE_MS },
      { kind: 'contacted', by: officer, note: '电话联系本人', at: raisedAt + 3 * pace * MINUTE_MS },
      { kind: 'closed', by: officer, note, at: raisedAt + 25 * pace * MINUTE_MS },
    ]
    const closedAt = raisedAt + 25 * pace * MINUTE_MS
    const [incidentId] = await insertRows(
      sql,
      'incident',
      [
        {
          ...{
            tenant_id: tenantId,
            created_at: raisedAt,
            updated_at: closedAt,
            version: 4,
            person_id: personId,
          },
          ...{ kind, level, state: 'closed', department_id: device.departmentId, device_id: device.id },
          ...{
            raised_at: raisedAt,
            told_at: raisedAt + 2_000 + order * 900,
            last_at: raisedAt,
            times: 1 + (order % 3),
          },
          ...{ escalation: 0, handled_by: officer, outcome, closed_at: closedAt, note },
        },
      ],
      'id',
    )
    await insertRows(
      sql,
      'incident_line',
      steps.map(step => ({ tenant_id: tenantId, incident_id: incidentId, alarm_id: null, ...step })),
    )
  }
}
