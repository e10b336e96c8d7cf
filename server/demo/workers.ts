// People at work of the demo: those with a login, and at each place some who have none.
import { randomInt } from 'node:crypto'
import { DAY_MS } from '../../src/domain/durations.ts'
import { newLabelCode } from '../../src/domain/label.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import { writtenDay } from './written-day.ts'

export interface DemoPost {
  id: number
  name: string
  minHeads: number
  onRoster: boolean
}

export interface DemoWorker {
  id: number
  name: string
  trade: string
  postId: number
  departmentId: number | null
  accountId: number | null
  deviceIds: readonly number[]
}

export interface DemoStaff {
  posts: readonly DemoPost[]
  workers: readonly DemoWorker[]
}

interface Setting {
  posts: readonly { name: string; minHeads: number; onRoster?: true; area: string }[]
  /** Trades of those without a login, with their post. */
  crew: readonly { name: string; trade: string; post: string }[]
}

const gate = (name: string) => ({ name, minHeads: 1, onRoster: true, area: name }) as const

const settings: Readonly<Record<'community' | 'site' | 'campus', Setting>> = {
  community: {
    posts: [
      { name: '监控中心', minHeads: 2, onRoster: true, area: '监控中心' },
      gate('东门岗'),
      gate('南门岗'),
      { name: '巡逻队', minHeads: 2, onRoster: true, area: '全小区' },
      { name: '客服前台', minHeads: 1, area: '物业楼一层' },
    ],
    crew: [
      { name: '吴永康', trade: '保安', post: '东门岗' },
      { name: '何勇', trade: '保安', post: '东门岗' },
      { name: '谢军', trade: '保安', post: '南门岗' },
      { name: '高涛', trade: '保安', post: '南门岗' },
      { name: '许强', trade: '保安', post: '巡逻队' },
      { name: '林金龙', trade: '保安', post: '巡逻队' },
      { name: '郭芳', trade: '监控员', post: '监控中心' },
      { name: '徐超', trade: '监控员', post: '监控中心' },
    ],
  },
  site: {
    posts: [
      { name: '钢筋班组', minHeads: 6, area: '塔楼A' },
      { name: '焊工班组', minHeads: 2, area: '塔楼B' },
      { name: '安全员', minHeads: 1, onRoster: true, area: '全场' },
      gate('北门岗'),
      { name: '项目部', minHeads: 2, area: '项目部' },
    ],
    crew: [
      { name: '陈永康', trade: '钢筋工长', post: '钢筋班组' },
      { name: '王建国', trade: '钢筋工', post: '钢筋班组' },
      { name: '李国庆', trade: '钢筋工', post: '钢筋班组' },
      { name: '张志强', trade: '钢筋工', post: '钢筋班组' },
      { name: '周立新', trade: '钢筋工', post: '钢筋班组' },
      { name: '徐金龙', trade: '钢筋工', post: '钢筋班组' },
      { name: '孙建华', trade: '钢筋工', post: '钢筋班组' },
      { name: '吴振华', trade: '电焊工', post: '焊工班组' },
      { name: '何晓东', trade: '电焊工', post: '焊工班组' },
      { name: '谢文博', trade: '学徒', post: '焊工班组' },
      { name: '韩一诺', trade: '安全员', post: '安全员' },
      { name: '丁伟', trade: '保安', post: '北门岗' },
      { name: '曾子涵', trade: '资料员', post: '项目部' },
      { name: '许春梅', trade: '仓管员', post: '项目部' },
    ],
  },
  campus: {
    posts: [
      gate('校门岗'),
      { name: '宿管', minHeads: 2, onRoster: true, area: '宿舍楼' },
      { name: '后勤', minHeads: 2, area: '后勤楼' },
    ],
    crew: [
      { name: '冯磊', trade: '保安', post: '校门岗' },
      { name: '邓军', trade: '保安', post: '校门岗' },
      { name: '曹桂英', trade: '宿管员', post: '宿管' },
      { name: '蔡玉兰', trade: '宿管员', post: '宿管' },
      { name: '潘国庆', trade: '水电工', post: '后勤' },
      { name: '余建华', trade: '厨师', post: '后勤' },
    ],
  },
}

/** Writes posts and people of a place. Who works outside wears one of its helmets, wristbands or watches. */
export async function seedWorkers(
  sql: Sql,
  place: Place,
  fleet: readonly DemoDevice[],
  { tenantId, departments, people }: Staffed,
  now: number,
): Promise<DemoStaff> {
  const setting = settings[place.key]
  const chance = chanceOf(tenantId * 331 + 7)
  const base = {
    tenant_id: tenantId,
    version: 1,
    created_at: now - 90 * DAY_MS,
    updated_at: now - 90 * DAY_MS,
  }
  const postIds = await insertRows(
    sql,
    'post',
    setting.posts.map(({ name, minHeads, onRoster = false, area }) => ({
      ...base,
      name,
      min_heads: minHeads,
      on_roster: onRoster,
      area,
    })),
    'id',
  )
  const posts = setting.posts.map(({ name, minHeads, onRoster = false }, at) => ({
    id: postIds[at] ?? 0,
    name,
    minHeads,
    onRoster,
  }))
  const wearables = fleet.filter(
    ({ kind, state }) =>
      (kind === 'helmet' || kind === 'wristband' || kind === 'watch') && state !== 'notActivated',
  )
  const firstDepartment = [...departments.values()][0] ?? null
  const staff = [
    ...people.slice(0, 6).map(({ id, name }) => ({ name, trade: '员工', post: undefined, accountId: id })),
    ...setting.crew.map(one => ({ ...one, accountId: null })),
  ].map((one, at) => {
    const wears = one.accountId === null ? wearables[at]?.id : undefined
    return {
      name: one.name,
      trade: one.trade,
      postId: posts.find(({ name }) => name === one.post)?.id ?? posts[at % posts.length]?.id ?? 0,
      departmentId: firstDepartment,
      accountId: one.accountId,
      deviceIds: wears === undefined ? [] : [wears],
    }
  })
  const ids = await insertRows(
    sql,
    'worker',
    staff.map((one, at) => ({
      ...base,
      name: one.name,
      number: `G${String(at + 1).padStart(3, '0')}`,
      trade: one.trade,
      department_id: one.departmentId,
      post_id: one.postId,
      account_id: one.accountId,
      device_ids: one.deviceIds,
      card_ids: [],
      face_sample_ids: [],
      joined_on: writtenDay(now - chance.whole(60, 700) * DAY_MS),
      label_code: newLabelCode(randomInt),
    })),
    'id',
  )
  return { posts, workers: staff.map((one, at) => ({ ...one, id: ids[at] ?? 0 })) }
}
