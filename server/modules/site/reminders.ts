// Reminds of inspections: what is due stands in the rows, and each reminder is a row of its own, so that it goes out once.
import { sql as raw } from 'kysely'
import { dayIn } from '../../../src/domain/site/calendar-day.ts'
import { remindersDue } from '../../../src/domain/site/inspection-dates.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { defineRound } from '../../jobs/definition.ts'
import { addManyNotices, audienceOf } from '../notices/public.ts'

export const siteRemindersRound = defineRound({
  name: 'siteReminders',
  timeoutSeconds: 600,
  pollSeconds: 15,
  cron: '7 * * * *',
})

/** Inspections of one transaction. */
const BATCH = 200

/** Sends what is due and was not sent. Answers how many reminders went out. */
export async function remindOfInspections(data: Data, bus: Bus, now: number): Promise<number> {
  let sent = 0
  for (let after = 0; ; ) {
    const done = await data.scoped(WHOLE, sql => remindSome(sql, bus, now, after))
    if (done.last === undefined) return sent
    sent += done.sent
    after = done.last
  }
}

async function remindSome(
  sql: Sql,
  bus: Bus,
  now: number,
  after: number,
): Promise<{ sent: number; last: number | undefined }> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('inspection as i')
      .innerJoin('tenant as z', 'z.id', 'i.tenant_id')
      .leftJoin('worker as w', 'w.id', 'i.worker_id')
      .select([
        'i.id',
        'i.tenant_id as tenantId',
        'i.department_id as departmentId',
        'i.name',
        'i.place',
        'i.next_on as nextOn',
        'i.remind_days as remindDays',
        'z.zone',
        'w.account_id as accountId',
      ])
      .where('i.removed_at', 'is', null)
      .where('z.removed_at', 'is', null)
      .where('z.status', '=', 'enabled')
      .where('i.id', '>', after)
      // No offset is larger than a year.
      .where(raw<boolean>`i.next_on <= current_date + 366`)
      .orderBy('i.id')
      .limit(BATCH),
  )
  let sent = 0
  for (const row of rows) {
    const due = remindersDue(row.nextOn, row.remindDays, dayIn(row.zone, now))
    let first = false
    for (const offset of due) {
      const made = await firstOf(
        sql,
        tables
          .insertInto('inspection_reminder')
          .values({
            tenant_id: row.tenantId,
            inspection_id: row.id,
            due_on: row.nextOn,
            offset_days: offset,
            sent_at: now,
          })
          .onConflict(conflict => conflict.columns(['inspection_id', 'due_on', 'offset_days']).doNothing())
          .returning('id'),
      )
      first ||= made !== undefined
    }
    // Of several that became due together, such as after a stop, one is said.
    if (!first) continue
    sent++
    await tell(sql, bus, row, now)
  }
  return { sent, last: rows.at(-1)?.id }
}

interface Due {
  id: number
  tenantId: number
  departmentId: number | null
  name: string
  place: string | null
  nextOn: string
  accountId: number | null
}

async function tell(sql: Sql, bus: Bus, due: Due, now: number): Promise<void> {
  const { id, tenantId, departmentId, name, place, nextOn, accountId } = due
  // Who inspects it; where that is nobody with a login, those who look after inspections.
  const accountIds =
    accountId === null ? await audienceOf(sql, { tenantId, departmentId }, 'inspection.save') : [accountId]
  const noted = await addManyNotices(sql, [
    {
      draft: {
        tenantId,
        kind: 'inspection',
        subject: 'inspection',
        subjectId: id,
        imei: null,
        who: name,
        place,
        content: nextOn,
        at: now,
      },
      accountIds,
      again: 'anew',
    },
  ])
  sql.afterCommit(() => {
    for (const one of noted) bus.emit('notice.added', one)
  })
}
