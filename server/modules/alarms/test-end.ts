// The end of test windows: who made one is told how many alarms it hid, and what still lasts becomes an alarm after all.
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { addManyNotices } from '../notices/public.ts'
import { type NewAlarm, readAlarms } from './alarm-rows.ts'
import { addEvents } from './events.ts'
import type { Judge } from './judge.ts'
import { noteEvents } from './note-events.ts'
import { sendOut } from './notify.ts'
import { raised } from './publish-alarms.ts'
import { clockFrom, NO_CLOCK } from './rule-clock.ts'

interface TestParts {
  data: Data
  bus: Bus
  judge: Judge
  now: () => number
}

interface Ended {
  id: number
  tenantId: number
  userId: number | null
  reason: string
  about: string | null
  imei: string | null
  hidden: number
  endsAt: number
}

/** Ends what is over, each by one process only; answers how many there were. */
export async function endTests({ data, bus, judge, now }: TestParts, most: number): Promise<number> {
  const at = now()
  return data.scoped(WHOLE, async sql => {
    const ended = await sql.query<Ended>(
      `select t.id, t.tenant_id as "tenantId", t.reason, t.hidden, t.ends_at as "endsAt", coalesce(d.name, g.name) as about,
         d.imei, (select a.id from account a where a.id = t.user_id and a.removed_at is null) as "userId"
       from alarm_test t left join device d on d.id = t.device_id left join device_group g on g.id = t.group_id
       where t.told_at is null and t.removed_at is null and t.ends_at <= $1
       order by t.ends_at limit $2 for update of t skip locked`,
      [at, most],
    )
    if (ended.length === 0) return 0
    await sql.change('update alarm_test set told_at = $2 where id = any($1::bigint[])', [
      ended.map(test => test.id),
      at,
    ])
    const noted = await addManyNotices(
      sql,
      ended.flatMap(({ userId, tenantId, reason, about, imei, hidden, endsAt }) =>
        userId === null
          ? []
          : [
              {
                draft: {
                  tenantId,
                  kind: 'testEnd' as const,
                  subject: null,
                  subjectId: null,
                  imei,
                  who: reason,
                  place: about,
                  content: String(hidden),
                  at: endsAt,
                },
                accountIds: [userId],
              },
            ],
      ),
    )
    const lasting = await bringOut(
      sql,
      ended.map(test => test.id),
      judge,
      at,
    )
    const outgoing = await noteEvents(sql, lasting, [], at)
    sql.afterCommit(() => {
      sendOut(bus, { ...outgoing, noted: [...noted, ...outgoing.noted] })
      const alarms = lasting.map(({ alarm }) => alarm)
      for (const tenantId of new Set(alarms.map(alarm => alarm.tenantId)))
        bus.emit('alarm.changed', {
          tenantId,
          ids: alarms.filter(alarm => alarm.tenantId === tenantId).map(alarm => alarm.id),
        })
      const critical = alarms.filter(alarm => alarm.severity === 'critical')
      if (critical.length > 0) bus.emit('alarm.raised', { alarms: critical.map(raised) })
    })
    return ended.length
  })
}

/**
 * A limit that is still broken, a fault that still lasts: while it does, no new alarm of it comes, so the hidden one is
 * all there is. It opens and is told like a new one, unless another window hides it now.
 */
async function bringOut(
  sql: Sql,
  testIds: readonly number[],
  { judge }: Judge,
  at: number,
): Promise<NewAlarm[]> {
  const rows = await sql.query<{ id: number }>(
    `select distinct a.id from alarm a join device_condition c on c.alarm_id = a.id and c.recovered_at is null
     where a.test_id = any($1::bigint[]) and a.status = 'handled' and a.handled_by is null`,
    [testIds],
  )
  const hidden = await readAlarms(
    sql,
    rows.map(row => row.id),
  )
  const verdicts = await judge(
    sql,
    // Asked as if it happened now: the window that is over would hide it again.
    hidden.map(({ tenantId, deviceId, type, deviceKind }) => ({
      tenantId,
      deviceId,
      type,
      kind: deviceKind,
      raisedAt: at,
    })),
    at,
  )
  const out: number[] = []
  for (const [index, { id }] of hidden.entries()) {
    const verdict = verdicts[index]
    if (!verdict) continue
    if (verdict.testId !== null) {
      await sql.change('update alarm set test_id = $2 where id = $1', [id, verdict.testId])
      continue
    }
    const clock = verdict.rule ? clockFrom(verdict.rule, 0, at) : NO_CLOCK
    await sql.change(
      `update alarm set test_id = null, status = 'open', handled_at = null, severity = $2, rule_id = $3, repeat_at = $4,
         escalate_at = $5, version = version + 1, updated_at = $6 where id = $1`,
      [id, verdict.severity, verdict.rule?.id ?? null, clock.repeatAt, clock.escalateAt, at],
    )
    out.push(id)
  }
  const alarms = await readAlarms(sql, out)
  await addEvents(
    sql,
    alarms.map(alarm => ({ tenantId: alarm.tenantId, alarmId: alarm.id, kind: 'raised', at })),
    at,
  )
  const verdictOf = new Map(hidden.map((alarm, index) => [alarm.id, verdicts[index]]))
  return alarms.flatMap(alarm => {
    const verdict = verdictOf.get(alarm.id)
    return verdict ? [{ alarm, verdict }] : []
  })
}
