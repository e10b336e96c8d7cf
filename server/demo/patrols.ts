// Patrols of the demo: routes past real devices of the place, and three weeks of rounds, some of them late or incomplete.
import { randomInt } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { sumOf } from '../../src/domain/duty/round.ts'
import { newLabelCode } from '../../src/domain/label.ts'
import { localTime, momentOf } from '../../src/domain/report/zone-time.ts'
import type { Sql } from '../db/scoped.ts'
import type { DemoDevice } from './fleet.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import type { DemoStaff } from './workers.ts'
import { writtenDay } from './written-day.ts'

const ZONE = 'Asia/Shanghai'
const DAYS_BACK = 21

interface Route {
  name: string
  post: string
  /** Minutes of the day. */
  starts: readonly number[]
  minutes: number
  points: readonly { name: string; task: string; unit?: string }[]
}

const everyTwoHours = Array.from({ length: 12 }, (_, at) => at * 120)

const routes: Readonly<Record<'community' | 'site' | 'campus', readonly Route[]>> = {
  community: [
    {
      name: '小区巡更',
      post: '巡逻队',
      starts: everyTwoHours,
      minutes: 110,
      points: [
        { name: '3号楼配电间', task: '看指示灯、听异响' },
        { name: '5号楼消防泵房', task: '读压力表', unit: 'MPa' },
        { name: '中心花园水泵', task: '看渗漏、井盖' },
        { name: '地下车库 B区', task: '看烟感、消火栓、出口' },
        { name: '2号楼天台门', task: '门是否上锁' },
        { name: '东门岗亭', task: '看登记本' },
        { name: '垃圾站', task: '看明火、异味' },
      ],
    },
  ],
  site: [
    {
      name: '工地安全巡查',
      post: '安全员',
      starts: [7 * 60, 10 * 60, 14 * 60, 17 * 60, 20 * 60],
      minutes: 120,
      points: [
        { name: '塔楼A 临边防护', task: '看护栏、网' },
        { name: '塔楼B 动火点', task: '看灭火器、监护人' },
        { name: '一级配电箱', task: '看漏电保护', unit: 'mA' },
        { name: '基坑东侧', task: '看裂缝、水位' },
        { name: '材料堆场', task: '看堆高、防火' },
      ],
    },
  ],
  campus: [
    {
      name: '校园夜巡',
      post: '校门岗',
      starts: [6 * 60, 12 * 60, 18 * 60, 21 * 60, 23 * 60],
      minutes: 100,
      points: [
        { name: '校门', task: '看门禁' },
        { name: '实验楼一层', task: '看气阀、门窗' },
        { name: '宿舍楼后门', task: '是否上锁' },
        { name: '食堂后厨', task: '看燃气阀', unit: 'kPa' },
      ],
    },
  ],
}

export async function seedPatrols(
  sql: Sql,
  { key, tenantId }: { key: 'community' | 'site' | 'campus'; tenantId: number },
  fleet: readonly DemoDevice[],
  staff: DemoStaff,
  now: number,
): Promise<void> {
  const chance = chanceOf(tenantId * 53 + 29)
  const base = {
    tenant_id: tenantId,
    version: 1,
    created_at: now - 60 * DAY_MS,
    updated_at: now - 60 * DAY_MS,
  }
  const places = fleet.filter(({ departmentId }) => departmentId !== null)
  for (const route of routes[key]) {
    const postId = staff.posts.find(({ name }) => name === route.post)?.id ?? null
    const [routeId = 0] = await insertRows(
      sql,
      'patrol_route',
      [
        {
          ...base,
          name: route.name,
          post_id: postId,
          enabled: true,
          days: [],
          starts: route.starts,
          minutes: route.minutes,
        },
      ],
      'id',
    )
    const step = Math.floor((route.minutes - 10) / route.points.length)
    const points = route.points.map((point, at) => {
      const near = places[(at * 7) % Math.max(1, places.length)]
      return {
        ...base,
        route_id: routeId,
        name: point.name,
        position: at + 1,
        latitude: near?.latitude ?? null,
        longitude: near?.longitude ?? null,
        radius: 40,
        task: point.task,
        minute: (at + 1) * step,
        reading_unit: point.unit ?? null,
        label_code: newLabelCode(randomInt),
      }
    })
    const pointIds = await insertRows(sql, 'patrol_point', points, 'id')
    const walkers = staff.workers.filter(({ accountId }) => accountId !== null)
    const rounds: Record<string, unknown>[] = []
    const visits: Record<string, unknown>[][] = []
    for (let back = DAYS_BACK; back >= 0; back--)
      for (const minute of route.starts) {
        const { year, month, day } = localTime(ZONE, now - back * DAY_MS)
        const startsAt = momentOf(ZONE, year, month, day, minute)
        const endsAt = startsAt + route.minutes * MINUTE_MS
        if (startsAt > now) continue
        const planned = points.map((point, at) => ({
          id: pointIds[at] ?? 0,
          name: point.name,
          labelCode: point.label_code,
          dueAt: startsAt + point.minute * MINUTE_MS,
          latitude: point.latitude,
          longitude: point.longitude,
          radius: point.radius,
          task: point.task,
          readingUnit: point.reading_unit,
        }))
        const walker = chance.pick(walkers)
        const luck = chance.whole(0, 40)
        const own = planned.flatMap((point, at) => {
          const late = luck > 34 && at > 2
          const visitedAt = point.dueAt + (late ? chance.whole(2, 11) : -chance.whole(1, 6)) * MINUTE_MS
          if (luck === 0 || (luck < 4 && at > 3) || visitedAt > now - 4 * MINUTE_MS) return []
          return [
            {
              tenant_id: tenantId,
              point_id: point.id,
              way: chance.pick(['scan', 'scan', 'scan', 'nfc', 'place'] as const),
              at: visitedAt,
              received_at: visitedAt + (chance.whole(0, 9) === 0 ? 14 * MINUTE_MS : 2_000),
              account_id: walker.accountId,
              user_name: walker.name,
              note: late ? '处理住户求助' : null,
              reading:
                point.readingUnit === 'MPa' ? 0.3 + chance.whole(0, 4) / 100 : point.readingUnit ? 12 : null,
              distance: chance.whole(2, 20),
              proved: true,
            },
          ]
        })
        const sum = sumOf(
          { startsAt, endsAt, points: planned },
          own.map(({ point_id, way, at, note }) => ({ pointId: point_id, way, at, note })),
          now,
        )
        rounds.push({
          ...base,
          created_at: startsAt - DAY_MS,
          updated_at: Math.min(endsAt, now),
          route_id: routeId,
          post_id: postId,
          name: route.name,
          day: writtenDay(startsAt),
          starts_at: startsAt,
          ends_at: endsAt,
          points: planned,
          ...sum,
        })
        visits.push(own)
      }
    const roundIds = await insertRows(sql, 'patrol_round', rounds, 'id')
    await insertRows(
      sql,
      'patrol_visit',
      visits.flatMap((own, at) => own.map(visit => ({ ...visit, round_id: roundIds[at] }))),
    )
  }
}
