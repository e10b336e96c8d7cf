// A site's daily work in the demo: weeks of plans, movements of the store, inspections, logs and open work, for each place its own.
import { randomInt } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import { newLabelCode } from '../../src/domain/label.ts'
import { addDays } from '../../src/domain/site/calendar-day.ts'
import { nextAfter } from '../../src/domain/site/inspection-dates.ts'
import { effectOf, isShort, NOTHING, plus } from '../../src/domain/site/stock.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import type { Place } from './places.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import type { DemoStaff } from './workers.ts'
import { writtenDay } from './written-day.ts'

interface Ground {
  sql: Sql
  staffed: Staffed
  staff: DemoStaff
  chance: Chance
  now: number
  today: string
}

/** Weeks of what was. */
const WEEKS = 8

const base = ({ staffed: { tenantId }, now }: Ground, at = now) => ({
  tenant_id: tenantId,
  version: 1,
  created_at: at,
  updated_at: at,
})

const momentOf = (day: string, hour: number) => Date.parse(`${day}T00:00:00+08:00`) + hour * HOUR_MS

/** Makes it all for one place. */
export async function seedSite(
  sql: Sql,
  place: Place,
  { staffed, staff, now }: { staffed: Staffed; staff: DemoStaff; now: number },
): Promise<void> {
  const chance = chanceOf(staffed.tenantId * 7919 + 5)
  const ground: Ground = { sql, staffed, staff, chance, now, today: writtenDay(now) }
  await seedInspections(ground, inspections[place.key])
  await seedLogs(ground, logs[place.key])
  await seedWork(ground, work[place.key])
  if (place.key !== 'site') return
  await seedProject(ground)
  const plans = await seedPlans(ground)
  await seedStore(ground, plans)
}

interface Inspected {
  name: string
  place: string
  checklist: readonly string[]
  /** Days from now on which it is due; a failed one was found wanting so many days ago. */
  dueIn: number
  failed?: string
  everyMonths?: number
}

const inspections: Readonly<Record<Place['key'], readonly Inspected[]>> = {
  site: [
    { name: '1号塔吊', place: '1号楼东侧', checklist: ['制动器', '钢丝绳', '限位器', '基础沉降'], dueIn: 12 },
    {
      name: '2号塔吊',
      place: '3号楼西侧',
      checklist: ['制动器', '钢丝绳', '限位器'],
      dueIn: -6,
      failed: '钢丝绳',
    },
    { name: '施工升降机', place: '2号楼', checklist: ['防坠器', '门联锁', '载重标识'], dueIn: 96 },
    {
      name: '配电箱A区',
      place: '材料堆场',
      checklist: ['漏电保护', '接地电阻', '箱门上锁'],
      dueIn: -3,
      everyMonths: 3,
    },
    {
      name: '灭火器（办公区）',
      place: '办公区',
      checklist: ['压力', '铅封', '有效期'],
      dueIn: 25,
      everyMonths: 6,
    },
    {
      name: '脚手架验收',
      place: '1号楼',
      checklist: ['连墙件', '剪刀撑', '脚手板', '安全网'],
      dueIn: 4,
      everyMonths: 1,
    },
  ],
  community: [
    { name: '1号楼电梯', place: '1号楼', checklist: ['制动器', '对讲', '应急照明', '门区'], dueIn: 18 },
    { name: '2号楼电梯', place: '2号楼', checklist: ['制动器', '对讲', '应急照明', '门区'], dueIn: 140 },
    {
      name: '消防水泵',
      place: '地下车库',
      checklist: ['启动试验', '压力', '阀门'],
      dueIn: -2,
      everyMonths: 6,
    },
    {
      name: '地下车库灭火器',
      place: '地下车库',
      checklist: ['压力', '铅封', '有效期'],
      dueIn: 60,
      everyMonths: 6,
    },
    {
      name: '避雷接地',
      place: '全小区',
      checklist: ['接地电阻', '连接可靠'],
      dueIn: 210,
      failed: '连接可靠',
    },
  ],
  campus: [
    { name: '教学楼消防栓', place: '教学楼', checklist: ['水压', '水带', '箱体'], dueIn: 9, everyMonths: 6 },
    { name: '实验楼通风柜', place: '实验楼', checklist: ['风速', '报警', '照明'], dueIn: 75 },
    {
      name: '宿舍楼应急照明',
      place: '宿舍楼',
      checklist: ['亮度', '电池', '标识'],
      dueIn: -8,
      everyMonths: 3,
    },
    { name: '食堂燃气管路', place: '食堂', checklist: ['泄漏', '阀门', '报警器'], dueIn: 33 },
  ],
}

async function seedInspections(ground: Ground, given: readonly Inspected[]): Promise<void> {
  const { sql, staff, staffed, now, today } = ground
  const [first] = staffed.people
  if (!first) return
  const inspectors = staff.workers.filter(({ accountId }) => accountId !== null)
  for (const [index, each] of given.entries()) {
    const inspector = inspectors[index % Math.max(1, inspectors.length)] ?? staff.workers[0]
    if (!inspector) return
    const everyMonths = each.everyMonths ?? 12
    const due = addDays(today, each.dueIn)
    const failedOn = each.failed === undefined ? undefined : addDays(today, -9)
    const last = addDays(due, -everyMonths * 30)
    const [id = 0] = await insertRows(
      sql,
      'inspection',
      [
        {
          ...base(ground, now - 300 * DAY_MS),
          ...{ name: each.name, place: each.place, worker_id: inspector.id, every_months: everyMonths },
          ...{ anchor_on: due, basis: 'scheduled', remind_days: [30, 7, 0], checklist: each.checklist },
          label_code: newLabelCode(randomInt),
          next_on: due,
          last_on: failedOn ?? last,
          last_result: failedOn ? 'failed' : 'passed',
          certificate: failedOn ? null : `JC-${last.slice(0, 4)}-${String(100 + index)}`,
          certificate_until: failedOn
            ? null
            : nextAfter({ anchorOn: last, everyMonths, basis: 'completed' }, { dueOn: last, doneOn: last })
                .nextOn,
        },
      ],
      'id',
    )
    const record = (doneOn: string, failed?: string) => ({
      ...base(ground, momentOf(doneOn, 10)),
      ...{ inspection_id: id, due_on: doneOn, done_on: doneOn, result: failed ? 'failed' : 'passed' },
      checks: each.checklist.map(item => ({
        item,
        ok: item !== failed,
        ...(item === failed && { note: '需更换' }),
      })),
      photos: [],
      at: momentOf(doneOn, 10),
      user_id: inspector.accountId ?? first.id,
      user_name: inspector.name,
    })
    await insertRows(sql, 'inspection_record', [
      record(last),
      ...(failedOn ? [record(failedOn, each.failed)] : []),
    ])
    if (!failedOn) continue
    await insertRows(sql, 'work_item', [
      {
        ...base(ground, momentOf(failedOn, 10)),
        ...{
          title: `${each.name}: ${each.failed}`,
          assignee_id: inspector.id,
          due_on: addDays(failedOn, 14),
        },
        ...{ note: '需更换', photos: [], source: 'inspection', source_id: id, state: 'open' },
      },
    ])
  }
}

const logs: Readonly<Record<Place['key'], readonly string[]>> = {
  site: [
    '3号楼四层梁板混凝土浇筑',
    '2号楼砌体施工，材料进场',
    '1号楼外架搭设至六层',
    '基坑监测，数据正常',
    '钢筋绑扎与隐蔽验收',
    '塔吊例行保养',
  ],
  community: ['巡查消防通道，清理占道杂物', '更换东门道闸遥控器', '处理3号楼漏水报修', '夜间巡逻，未见异常'],
  campus: ['检查教学楼安全出口', '宿舍楼用电检查', '配合消防演练', '校门早高峰值守'],
}
const troubles = ['', '', '', '下午降雨停工两小时', '材料到场晚一天']

async function seedLogs(ground: Ground, texts: readonly string[]): Promise<void> {
  const { sql, staffed, chance, today } = ground
  const authors = staffed.people.slice(0, 4)
  const rows = Array.from({ length: WEEKS * 7 }, (_, back) => addDays(today, -back)).flatMap((day, back) =>
    authors
      .filter((_, index) => back > 0 || index > 1)
      .filter(() => chance.happens(0.8))
      .map((author, index) => {
        const at = momentOf(day, 18)
        const state =
          back === 0 ? 'draft' : back < 4 ? (chance.happens(0.15) ? 'returned' : 'submitted') : 'locked'
        const checker = authors[(index + 1) % authors.length]
        return {
          ...base(ground, at),
          ...{ author_id: author.id, author_name: author.name, day, done: chance.pick(texts) },
          weather: chance.pick(['clear', 'cloudy', 'rain', 'clear']),
          temperature: chance.whole(4, 22),
          heads: chance.whole(30, 120),
          problems: chance.pick(troubles),
          next: chance.pick(texts),
          photos: [],
          state,
          submitted_at: state === 'draft' ? null : at,
          checked_at: state === 'locked' || state === 'returned' ? at + 3 * HOUR_MS : null,
          checked_by_name: state === 'locked' || state === 'returned' ? (checker?.name ?? null) : null,
          reason: state === 'returned' ? '请补充照片' : null,
        }
      }),
  )
  await insertRows(sql, 'work_log', rows)
}

const work: Readonly<Record<Place['key'], readonly (readonly [title: string, dueIn: number])[]>> = {
  site: [
    ['补齐三层临边防护', 0],
    ['更换破损安全网', -2],
    ['清理消防通道', 3],
    ['整改一级配电箱接线', -12],
    ['补充医药箱', 6],
  ],
  community: [
    ['修复南门照明', 0],
    ['更换电梯轿厢灯', 2],
    ['清运楼道杂物', -1],
    ['补画车位线', 9],
  ],
  campus: [
    ['更换走廊应急灯', 0],
    ['修理操场围栏', 4],
    ['补齐灭火器', -3],
  ],
}

async function seedWork(ground: Ground, given: readonly (readonly [string, number])[]): Promise<void> {
  const { sql, staff, now, today } = ground
  await insertRows(
    sql,
    'work_item',
    given.flatMap(([title, dueIn], index) => {
      const worker = staff.workers[index % Math.max(1, staff.workers.length)]
      const done = dueIn < -10
      return worker
        ? [
            {
              ...base(ground, now - 15 * DAY_MS),
              ...{ title, assignee_id: worker.id, due_on: addDays(today, dueIn), photos: [], source: 'hand' },
              state: done ? 'done' : 'open',
              done_at: done ? now - 11 * DAY_MS : null,
              done_by_name: done ? worker.name : null,
              outcome: done ? '已整改' : null,
            },
          ]
        : []
    }),
  )
}

async function seedProject(ground: Ground): Promise<void> {
  const { sql, staff, now, today } = ground
  const [manager, officer] = staff.workers
  await insertRows(sql, 'project', [
    {
      ...base(ground, now - 200 * DAY_MS),
      ...{ name: '滨江新城二期', number: 'BJ-2026-02', state: 'building', address: '滨江大道 188 号' },
      ...{ client: '滨江置业有限公司', contractor: '华建第三工程局', supervisor: '中正监理有限公司' },
      ...{
        manager_id: manager?.id ?? null,
        safety_officer_id: officer?.id ?? null,
        emergency_phone: '13800000005',
      },
      ...{ start_on: addDays(today, -190), end_on: addDays(today, 340), area: 86_400 },
      ...{ longitude: 121.4737, latitude: 31.2304, note: '三栋住宅楼及地下车库' },
    },
  ])
}

interface Planned {
  name: string
  /** Days from now. */
  from: number
  days: number
  parent?: string
  after?: readonly string[]
  state?: 'done' | 'abnormal'
  /** Days by which it was planned otherwise. */
  slipped?: number
}

const planned: readonly Planned[] = [
  { name: '主体结构', from: -60, days: 150 },
  { name: '1号楼主体', from: -60, days: 80, parent: '主体结构' },
  { name: '1号楼三层', from: -60, days: 24, parent: '1号楼主体', state: 'done' },
  {
    name: '1号楼四层',
    from: -36,
    days: 26,
    parent: '1号楼主体',
    after: ['1号楼三层'],
    state: 'done',
    slipped: 2,
  },
  { name: '1号楼五层', from: -10, days: 26, parent: '1号楼主体', after: ['1号楼四层'], slipped: 4 },
  { name: '2号楼主体', from: -40, days: 70, parent: '主体结构' },
  { name: '2号楼砌体', from: -30, days: 26, parent: '2号楼主体', slipped: 3 },
  { name: '2号楼屋面', from: 0, days: 28, parent: '2号楼主体', after: ['2号楼砌体'] },
  { name: '3号楼主体', from: -20, days: 110, parent: '主体结构' },
  { name: '3号楼二层', from: -20, days: 30, parent: '3号楼主体' },
  { name: '3号楼三层', from: 10, days: 40, parent: '3号楼主体', after: ['3号楼二层'] },
  { name: '3号楼封顶', from: 50, days: 40, parent: '3号楼主体', after: ['3号楼三层'] },
  { name: '机电安装', from: 10, days: 90 },
  { name: '给排水管道', from: 10, days: 40, parent: '机电安装', after: ['2号楼砌体'] },
  { name: '电气桥架', from: 30, days: 45, parent: '机电安装' },
  { name: '地下车库防水', from: -25, days: 20, state: 'abnormal' },
]

async function seedPlans(ground: Ground): Promise<ReadonlyMap<string, number>> {
  const { sql, staff, now, today } = ground
  const ids = new Map<string, number>()
  for (const [
    index,
    { name, from, days, parent, after = [], state = 'open', slipped = 0 },
  ] of planned.entries()) {
    const worker = staff.workers[index % Math.max(1, staff.workers.length)]
    const startOn = addDays(today, from)
    const [id = 0] = await insertRows(
      sql,
      'work_plan',
      [
        {
          ...base(ground, now - 90 * DAY_MS),
          ...{ name, parent_id: parent === undefined ? null : (ids.get(parent) ?? null) },
          ...{ start_on: startOn, period_days: days, worker_id: worker?.id ?? null },
          predecessor_ids: after.flatMap(each => ids.get(each) ?? []),
          state,
          done_on: state === 'done' ? addDays(startOn, days - 1) : null,
          reason: state === 'abnormal' ? '渗漏点返工' : null,
          baseline_start_on: addDays(startOn, -slipped),
          baseline_days: days,
        },
      ],
      'id',
    )
    ids.set(name, id)
  }
  return ids
}

const goods: readonly (readonly [
  number: string,
  name: string,
  place: string,
  warn: number,
  weekly: number,
])[] = [
  ['WZ-001', '螺纹钢 HRB400 Φ20', '钢筋棚', 20, 18],
  ['WZ-002', '水泥 P.O 42.5', '水泥库', 30, 22],
  ['WZ-003', '中砂', '材料堆场', 50, 40],
  ['WZ-004', '碎石 5-25', '材料堆场', 60, 45],
  ['WZ-005', '粉煤灰', '水泥库', 10, 6],
  ['WZ-006', '加气砌块', '2号楼', 15, 12],
  ['WZ-007', '防水卷材', '仓库A', 2, 1],
  ['WZ-008', '外加剂', '仓库A', 1, 0.4],
]

async function seedStore(ground: Ground, plans: ReadonlyMap<string, number>): Promise<void> {
  const { sql, staffed, chance, now, today } = ground
  const names = ['1号楼五层', '2号楼砌体', '3号楼二层'] as const
  for (const [index, [number, name, place, warn, weekly]] of goods.entries()) {
    let balance = NOTHING
    const lines: Record<string, unknown>[] = []
    // What was asked for stands in kilograms of two decimals of a ton.
    const put = (kind: 'in' | 'use' | 'unqualified' | 'count', tons: number, day: string, plan?: string) => {
      const kilograms = Math.round(tons * 100) * 10
      const effect = effectOf(balance, { kind, kilograms })
      const person = staffed.people[lines.length % Math.max(1, Math.min(3, staffed.people.length))]
      if (isShort(effect) || kilograms === 0 || !person) return
      balance = plus(balance, effect)
      const at = momentOf(day, 8 + (lines.length % 9))
      lines.push({
        ...{
          kind,
          kilograms,
          received_kg: effect.received,
          used_kg: effect.used,
          unqualified_kg: effect.unqualified,
        },
        ...{ remaining_kg: effect.remaining, reserved_kg: 0, left_kg: balance.remaining, at },
        ...{ plan_id: plan === undefined ? null : (plans.get(plan) ?? null), note: null },
        ...{ user_id: person.id, user_name: person.name },
      })
    }
    const scarce = index === 1 || index === 6
    for (let week = WEEKS; week >= 0; week--) {
      const monday = addDays(today, -week * 7 - 1)
      if (week > 1 || !scarce) put('in', weekly * (0.9 + chance.next() * 0.4), monday)
      for (const day of [1, 2, 4])
        if (week > 0)
          put('use', (weekly / 3) * (0.7 + chance.next() * 0.5), addDays(monday, day), chance.pick(names))
      if (week === 4) put('unqualified', weekly * 0.05, addDays(monday, 3))
      if (week === 2) put('count', Math.max(0, balance.remaining / 1000 - 0.02), addDays(monday, 6))
    }
    const remaining = balance.remaining
    const [id = 0] = await insertRows(
      sql,
      'stock_item',
      [
        {
          ...base(ground, now - 90 * DAY_MS),
          ...{ number, name, place, label_code: newLabelCode(randomInt) },
          warn_below_kg: scarce ? remaining + 2_000 : Math.min(warn * 1000, Math.floor(remaining / 20) * 10),
          ...{ received_kg: balance.received, used_kg: balance.used, unqualified_kg: balance.unqualified },
          remaining_kg: remaining,
          last_moved_at: Number(lines.at(-1)?.at ?? now),
        },
      ],
      'id',
    )
    await insertRows(
      sql,
      'stock_movement',
      lines.map(line => ({ ...base(ground, Number(line.at)), item_id: id, ...line })),
    )
    const plan = plans.get(names[index % names.length] ?? '')
    if (plan !== undefined && remaining > 1_000)
      await insertRows(sql, 'stock_reservation', [
        {
          ...base(ground, now - 3 * DAY_MS),
          ...{
            item_id: id,
            plan_id: plan,
            kilograms: Math.max(10, Math.floor(remaining / 40) * 10),
            used_kg: 0,
          },
          needed_on: addDays(today, 2 + index * 2),
        },
      ])
  }
}
