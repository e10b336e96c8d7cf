// Reports that every demo tenant begins with: alarms of the week every morning, time online, alarms by place, what was paid.
import { DAY_MS } from '../../src/domain/durations.ts'
import { nextRun } from '../../src/domain/report/period.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import { insertRows } from './rows.ts'

const EIGHT = 480
const ZONE = 'Asia/Shanghai'
const heads = {
  'group.day': '日期',
  'group.month': '月份',
  'group.place': '位置',
  'group.department': '部门',
  none: '无',
}
const severities = {
  'group.severity': '级别',
  'severity.critical': '紧急',
  'severity.warning': '警告',
  'severity.attention': '注意',
  'severity.info': '提示',
}

const definitions = [
  {
    name: '每日报警统计',
    note: '按级别统计近七天的报警',
    subject: 'alarms',
    group_by: 'day',
    split_by: 'severity',
    period: 'last7Days',
    chart: 'bar',
    words: { ...heads, ...severities, 'unit.count': '数量' },
  },
  {
    name: '部门在线时长',
    note: null,
    subject: 'online',
    group_by: 'department',
    split_by: null,
    period: 'last7Days',
    chart: 'bar',
    words: { ...heads, 'unit.minutes': '在线小时' },
  },
  {
    name: '本月报警位置',
    note: null,
    subject: 'alarms',
    group_by: 'place',
    split_by: null,
    period: 'thisMonth',
    chart: 'pie',
    words: { ...heads, 'unit.count': '数量' },
  },
  {
    name: '月度缴费',
    note: null,
    subject: 'bills',
    group_by: 'month',
    split_by: null,
    period: 'last30Days',
    chart: 'bar',
    words: { ...heads, 'unit.fen': '金额' },
  },
] as const

export async function seedReports(sql: Sql, { tenantId, people }: Staffed, now: number): Promise<void> {
  const [author] = people
  if (!author) return
  await insertRows(
    sql,
    'report',
    definitions.map((definition, order) => ({
      tenant_id: tenantId,
      version: 1,
      created_at: now - (30 + order) * DAY_MS,
      updated_at: now - (30 + order) * DAY_MS,
      ...definition,
      words: definition.words,
      zone: ZONE,
      // One comes by itself, so that the list shows what that looks like.
      schedule: order === 0 ? 'daily' : 'none',
      next_run_at:
        order === 0 ? (nextRun({ schedule: 'daily', atMinute: EIGHT, zone: ZONE }, now) ?? null) : null,
      at_minute: EIGHT,
      format: 'xlsx',
      user_id: author.id,
      user_name: author.name,
    })),
  )
}
