// Attendance of the demo: six weeks of days that were punched, late ones and missed ones, corrections, and a month that is closed.

import { planOf } from '../../src/domain/attendance/day-plan.ts'
import {
  addDays,
  addMonths,
  firstOfMonth,
  lastOfMonth,
  localDay,
  momentOn,
  monthOf,
} from '../../src/domain/attendance/local-days.ts'
import type { RuleSettings, Slot } from '../../src/domain/attendance/slots.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { judgeSeeded } from '../modules/attendance/public.ts'
import { leaveDaysOf } from '../modules/leave/public.ts'
import type { Staffed } from './accounts.ts'
import { type Missed, seedCorrections } from './corrections.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import type { DemoStaff } from './workers.ts'

const ZONE = 'Asia/Shanghai'
const DAYS = 44

const slotOf = (
  name: Slot['name'],
  [openFrom, start, lateUntil, cutOff, end, closeUntil]: SlotTimes,
): Slot => ({
  name,
  openFrom,
  start,
  lateUntil,
  cutOff,
  end,
  closeUntil,
})
type SlotTimes = readonly [number, number, number, number, number, number]

const MORNING = slotOf('morning', [390, 480, 490, 570, 720, 760])
const AFTERNOON = slotOf('afternoon', [765, 810, 815, 870, 1080, 1120])
const EVENING = { ...slotOf('evening', [1125, 1140, 1145, 1200, 1260, 1380]), days: [1, 2, 3, 4, 5] }
const NIGHT = slotOf('evening', [1260, 1320, 1330, 1440, 1800, 1920])

type Settings = Omit<RuleSettings, 'validFrom' | 'zone'>

interface DemoRule {
  name: string
  settings: Settings
  /** Trades that go by it; the first rule takes everybody else. */
  trades?: readonly string[]
}

const alternating = { weekType: 'alternating', anchorMonday: '2026-08-31', anchorIs: 'big' } as const

const rules: Readonly<Record<Place['key'], readonly DemoRule[]>> = {
  site: [
    {
      name: '工地大小周三时段',
      settings: { ...alternating, punchCount: 6, slots: [MORNING, AFTERNOON, EVENING] },
    },
    { name: '门岗夜班', settings: { weekType: 'big', punchCount: 2, slots: [NIGHT] }, trades: ['保安'] },
  ],
  community: [
    { name: '物业白班', settings: { weekType: 'big', punchCount: 4, slots: [MORNING, AFTERNOON] } },
    { name: '监控夜班', settings: { weekType: 'big', punchCount: 2, slots: [NIGHT] }, trades: ['监控员'] },
  ],
  campus: [{ name: '校园后勤', settings: { weekType: 'small', punchCount: 2, slots: [MORNING, AFTERNOON] } }],
}

export async function seedAttendance(
  sql: Sql,
  place: Place,
  { workers }: DemoStaff,
  { tenantId, people }: Staffed,
  now: number,
): Promise<void> {
  const chance = chanceOf(tenantId * 733 + 11)
  const today = localDay(ZONE, now)
  const first = addDays(today, -DAYS)
  const base = {
    tenant_id: tenantId,
    version: 1,
    created_at: now - DAYS * DAY_MS,
    updated_at: now - DAYS * DAY_MS,
  }
  const by = people[0]?.name ?? ''
  const [fence] = await sql.query(
    'select id from fence where tenant_id = $1 and removed_at is null order by id limit 1',
    [tenantId],
  )
  const made = rules[place.key]
  const ruleIds = await insertRows(
    sql,
    'attendance_rule',
    made.map(({ name }) => ({ ...base, name, fence_id: fence?.id ?? null })),
    'id',
  )
  await insertRows(
    sql,
    'attendance_rule_version',
    made.map(({ settings }, at) => ({
      tenant_id: tenantId,
      rule_id: ruleIds[at],
      number: 1,
      created_at: base.created_at,
      created_by: by,
      valid_from: first,
      zone: ZONE,
      week_type: settings.weekType,
      anchor_monday: settings.anchorMonday ?? null,
      anchor_is: settings.anchorIs ?? null,
      punch_count: settings.punchCount,
      slots: settings.slots,
    })),
  )
  await insertRows(sql, 'calendar_day', [
    { ...base, day: '2026-10-01', kind: 'rest', like_weekday: null, name: '国庆节' },
    { ...base, day: '2026-10-02', kind: 'rest', like_weekday: null, name: '国庆节' },
    { ...base, day: '2026-10-10', kind: 'work', like_weekday: 5, name: '国庆调休' },
    { ...base, day: '2027-01-01', kind: 'rest', like_weekday: null, name: '元旦' },
  ])
  const ruleOf = (trade: string) => {
    const own = made.findIndex(({ trades }) => trades?.includes(trade))
    return own < 0 ? 0 : own
  }
  await insertRows(
    sql,
    'attendance_assignment',
    workers.map(worker => ({
      ...base,
      worker_id: worker.id,
      rule_id: ruleIds[ruleOf(worker.trade)],
      from_day: first,
      until_day: null,
    })),
  )
  const halves = await leaveDaysOf(sql, tenantId, { from: first, until: today })
  const away = new Set(halves.map(each => `${each.workerId} ${each.day} ${each.half}`))
  const punches: Record<string, unknown>[] = []
  const missed: Missed[] = []
  for (const worker of workers) {
    const rule = made[ruleOf(worker.trade)]
    if (!rule) continue
    /** Some are never late, a few often. */
    const tardy = chance.pick([0.004, 0.01, 0.03])
    for (let day = first; day <= today; day = addDays(day, 1)) {
      const { slots, punchCount } = planOf(rule.settings, day)
      if (slots.length === 0 || chance.happens(0.008)) continue
      for (const [nth, slot] of slots.entries()) {
        if (away.has(`${worker.id} ${day} ${slot.name === 'morning' ? 'am' : 'pm'}`)) continue
        const due = [
          { end: 'At', asked: punchCount !== 2 || nth === 0, minute: arrivalIn(slot, tardy, chance) },
          {
            end: 'End',
            asked: punchCount !== 2 || nth === slots.length - 1,
            minute: departureIn(slot, tardy, chance),
          },
        ] as const
        for (const { end, asked, minute } of due) {
          if (!asked) continue
          const at = momentOn(ZONE, day, minute) + chance.whole(0, 59) * 1000
          if (at > now) continue
          if (chance.happens(0.005)) {
            missed.push({ worker, day, slot: `${slotNames[slot.name]}${end}State`, at })
            continue
          }
          const source = worker.accountId === null ? chance.pick(['card', 'card', 'face', 'phone']) : 'phone'
          const late = source === 'phone' && place.key === 'site' && chance.happens(0.12)
          const told = late ? Math.min(now, at + chance.whole(10, 90) * MINUTE_MS) : at
          punches.push({
            ...base,
            created_at: told,
            updated_at: told,
            worker_id: worker.id,
            source,
            claimed_at: at,
            at,
            offset_ms: source === 'phone' ? chance.whole(-4000, 4000) : null,
            trust: told > at ? 'offline' : 'sure',
            latitude: source === 'phone' ? place.middle.latitude + (chance.next() - 0.5) * 0.002 : null,
            longitude: source === 'phone' ? place.middle.longitude + (chance.next() - 0.5) * 0.002 : null,
            accuracy_metres: source === 'phone' ? chance.whole(4, 30) : null,
            place: source === 'card' ? '北门' : source === 'face' ? '北门人脸机' : null,
          })
        }
      }
    }
  }
  await insertRows(sql, 'punch', punches)
  await seedCorrections(
    sql,
    { tenantId, people },
    missed.filter(({ day }) => monthOf(day) === monthOf(today)),
    now,
  )
  await judgeSeeded(
    sql,
    workers.flatMap(({ id: workerId }) =>
      Array.from({ length: DAYS + 1 }, (_, at) => ({ tenantId, workerId, day: addDays(first, at) })),
    ),
    now,
    leaveDaysOf,
  )
  const closed = addMonths(monthOf(today), -1)
  await sql.change(
    `insert into month_close (tenant_id, created_at, updated_at, month, state, closed_by, closed_at, people, days)
     select $1, $2, $2, $3, 'closed', $4, $2, count(distinct worker_id), count(*) from attendance_day
     where tenant_id = $1 and day between $5::date and $6::date`,
    [
      tenantId,
      momentOn(ZONE, firstOfMonth(monthOf(today)), 600),
      closed,
      by,
      firstOfMonth(closed),
      lastOfMonth(closed),
    ],
  )
}

const slotNames = { morning: 'am', noon: 'pm', afternoon: 'pm', evening: 'evening' } as const

type Chance = ReturnType<typeof chanceOf>

function arrivalIn(slot: Slot, tardy: number, chance: Chance): number {
  if (chance.happens(tardy)) return slot.lateUntil + chance.whole(2, 25)
  return slot.start - chance.whole(1, Math.min(22, slot.start - slot.openFrom - 1))
}

function departureIn(slot: Slot, tardy: number, chance: Chance): number {
  return chance.happens(tardy / 2) ? slot.end - chance.whole(5, 30) : slot.end + chance.whole(1, 20)
}
