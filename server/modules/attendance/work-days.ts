// The days that somebody works by their rule, for those who count leave.
import { planOf, versionOn } from '../../../src/domain/attendance/day-plan.ts'
import { daysFrom } from '../../../src/domain/attendance/local-days.ts'
import type { Sql } from '../../db/scoped.ts'
import { readFacts } from './facts.ts'

interface Asked {
  tenantId: number
  workerId: number
  /** Days, both included. */
  from: string
  until: string
}

/** The days of a period that a person works; undefined for who has no rule on any of them. */
export async function workDaysOf(
  sql: Sql,
  { tenantId, workerId, from, until }: Asked,
): Promise<ReadonlySet<string> | undefined> {
  const facts = await readFacts(
    sql,
    { tenantIds: [tenantId], workerIds: [workerId], from, until, planOnly: true },
    async () => [],
  )
  let known = false
  const worked = daysFrom(from, until).filter(day => {
    const rule = facts.ruleOf(workerId, day)
    const version = rule && versionOn(facts.versionsOf(rule.ruleId), day)
    if (!version) return false
    known = true
    return planOf(version, day, facts.exceptionOn(tenantId, day)).kind === 'work'
  })
  return known ? new Set(worked) : undefined
}
