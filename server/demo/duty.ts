// The roster of the demo: five weeks of shifts without anybody in two places, a draft for the next with a gap and an
// overlap, swaps, and records that both sides signed.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { weekOf } from '../../src/domain/duty/coverage.ts'
import { localTime, momentOf } from '../../src/domain/report/zone-time.ts'
import type { Sql } from '../db/scoped.ts'
import { demoAccounts } from './accounts.ts'
import type { Chance } from './random.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import type { DemoPost, DemoStaff, DemoWorker } from './workers.ts'
import { writtenDay } from './written-day.ts'

const ZONE = 'Asia/Shanghai'
const WEEKS_BACK = 4
const DAY_MINUTE = 8 * 60
const NIGHT_MINUTE = 20 * 60

interface Slot {
  startsAt: number
  endsAt: number
}

interface Planned extends Slot {
  post: DemoPost
  worker: DemoWorker
}

const situations = [
  '一切正常，钥匙和对讲机已交接。',
  '3号楼电梯报修一次，维保已到场处理。',
  '东门道闸夜间卡滞，已手动复位，请白班联系维修。',
  '地下车库烟感误报一次，现场无异常。',
  '有住户反映施工噪声，已劝停。',
  '快递车临时停放，已登记放行。',
]

/** Shifts of half a day, from eight to eight. */
function slotsFrom(from: number, until: number): Slot[] {
  const slots: Slot[] = []
  for (let at = from; at < until; ) {
    const { year, month, day, minute } = localTime(ZONE, at)
    const night = minute >= NIGHT_MINUTE
    const endsAt = momentOf(ZONE, year, month, day + (night ? 1 : 0), night ? DAY_MINUTE : NIGHT_MINUTE)
    slots.push({ startsAt: at, endsAt })
    at = endsAt
  }
  return slots
}

/** Fills slots in turns: whoever has rested longest comes next. `present` stands at the last post now. */
function filled(
  slots: readonly Slot[],
  posts: readonly DemoPost[],
  pool: readonly DemoWorker[],
  { now, present }: { now: number; present: DemoWorker | undefined },
): Planned[] {
  const restedSince = new Map<DemoWorker, number>(pool.map((worker, at) => [worker, at - pool.length]))
  const planned: Planned[] = []
  for (const slot of slots) {
    const isNow = slot.startsAt <= now && now < slot.endsAt
    // Who stands somewhere now is free before.
    const isBefore = slot.endsAt <= now && slot.endsAt > now - DAY_MS
    const free = pool
      .filter(worker => (restedSince.get(worker) ?? 0) < slot.startsAt && !(isBefore && worker === present))
      .sort((a, b) => (restedSince.get(a) ?? 0) - (restedSince.get(b) ?? 0))
    const wanted = posts.flatMap(post => Array.from({ length: post.minHeads }, () => post)).reverse()
    if (isNow && present && free.includes(present)) {
      free.splice(free.indexOf(present), 1)
      free.unshift(present)
    }
    for (const post of wanted) {
      const worker = free.shift()
      if (!worker) break
      restedSince.set(worker, slot.endsAt)
      planned.push({ ...slot, post, worker })
    }
  }
  return planned
}

export async function seedDuty(sql: Sql, tenantId: number, staff: DemoStaff, now: number): Promise<void> {
  const chance = chanceOf(tenantId * 97 + 11)
  const posts = staff.posts.filter(({ onRoster }) => onRoster)
  const pool = staff.workers.filter(({ trade }) => /保安|监控|安全|宿管|员工/.test(trade))
  // Who logs in as the patrol has something to do.
  const present = pool.find(({ name }) =>
    demoAccounts.some(each => each.username === 'patrol' && each.name === name),
  )
  const first = weekOf(ZONE, now, -WEEKS_BACK)
  const next = weekOf(ZONE, now, 1)
  const from = momentOf(ZONE, ...dateOf(first.startsAt), DAY_MINUTE)
  const border = momentOf(ZONE, ...dateOf(next.startsAt), DAY_MINUTE)
  const until = momentOf(ZONE, ...dateOf(next.endsAt), DAY_MINUTE)
  const planned = filled(slotsFrom(from, until), posts, pool, { now, present })
  const drafts = planned.filter(({ startsAt }) => startsAt >= border)
  // The draft of the next week lacks somebody, and has somebody twice.
  const lacking = drafts.find(({ post, startsAt }) => post.minHeads === 1 && startsAt > border + 4 * DAY_MS)
  const double = drafts.find(({ startsAt }) => startsAt > border + 5 * DAY_MS)
  const rows = planned.filter(each => each !== lacking)
  if (double && lacking && posts[0])
    rows.push({
      ...double,
      post: posts.find(({ id }) => id !== double.post.id) ?? double.post,
      startsAt: double.endsAt - 2 * HOUR_MS,
      endsAt: double.endsAt + 4 * HOUR_MS,
    })
  const base = {
    tenant_id: tenantId,
    version: 1,
    created_at: now - 30 * DAY_MS,
    updated_at: now - 6 * DAY_MS,
  }
  const ids = await insertRows(
    sql,
    'duty_shift',
    rows.map(({ startsAt, endsAt, post, worker }) => ({
      ...base,
      worker_id: worker.id,
      post_id: post.id,
      starts_at: startsAt,
      ends_at: endsAt,
      state: startsAt >= border ? 'draft' : 'published',
    })),
    'id',
  )
  await seedSwaps(sql, rows, ids, { base, now, pool })
  await seedRecords(sql, planned, { base, now, chance })
}

const dateOf = (at: number): [number, number, number] => {
  const { year, month, day } = localTime(ZONE, at)
  return [year, month, day]
}

interface Base {
  tenant_id: number
  version: number
  created_at: number
  updated_at: number
}

async function seedSwaps(
  sql: Sql,
  rows: readonly Planned[],
  ids: readonly number[],
  { base, now, pool }: { base: Base; now: number; pool: readonly DemoWorker[] },
): Promise<void> {
  const isFree = (worker: DemoWorker, slot: Slot) =>
    !rows.some(row => row.worker === worker && row.startsAt < slot.endsAt && row.endsAt > slot.startsAt)
  const swapAt = (later: number) => {
    const at = rows.findIndex(({ startsAt }) => startsAt > now + later)
    const row = rows[at]
    const to = row && pool.find(worker => worker !== row.worker && isFree(worker, row))
    return row && to ? [{ shift: ids[at], row, to }] : []
  }
  await insertRows(
    sql,
    'duty_swap',
    [
      ...swapAt(18 * HOUR_MS).map(each => ({ ...each, state: 'accepted', reason: '家里有事' })),
      ...swapAt(32 * HOUR_MS).map(each => ({ ...each, state: 'asked', reason: '参加消防培训' })),
    ].map(({ shift, row, to, state, reason }) => ({
      ...base,
      created_at: now - 5 * HOUR_MS,
      updated_at: now - HOUR_MS,
      shift_id: shift,
      from_worker_id: row.worker.id,
      to_worker_id: to.id,
      reason,
      state,
      decided_by_name: state === 'accepted' ? to.name : null,
      decided_at: state === 'accepted' ? now - HOUR_MS : null,
    })),
  )
}

async function seedRecords(
  sql: Sql,
  planned: readonly Planned[],
  { base, now, chance }: { base: Base; now: number; chance: Chance },
): Promise<void> {
  const over = planned.filter(({ endsAt }) => endsAt <= now && endsAt > now - 21 * DAY_MS)
  const records = over.flatMap((shift, at) => {
    const next = planned.find(
      ({ post, startsAt, worker }) =>
        post === shift.post && startsAt === shift.endsAt && worker !== shift.worker,
    )
    return next &&
      planned.find(({ post, startsAt }) => post === shift.post && startsAt === shift.startsAt) === shift
      ? [{ shift, next, at }]
      : []
  })
  await insertRows(
    sql,
    'duty_record',
    records.map(({ shift, next }, at) => ({
      ...base,
      created_at: shift.endsAt - 10 * MINUTE_MS,
      updated_at: shift.endsAt,
      day: writtenDay(shift.startsAt),
      post_id: shift.post.id,
      area: shift.post.name,
      starts_at: shift.startsAt,
      ends_at: shift.endsAt,
      worker_id: shift.worker.id,
      situation: chance.whole(0, 2) === 0 ? chance.pick(situations) : situations[0],
      next_worker_id: next.worker.id,
      out_signed_at: shift.endsAt - 4 * MINUTE_MS,
      in_signed_at: at === records.length - 1 ? null : shift.endsAt + chance.whole(0, 6) * MINUTE_MS,
    })),
  )
}
