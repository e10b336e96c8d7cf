// Reminds of bills: what is due stands in the rows, and each reminder of a bill is a row of its own, so that it goes out once.
import * as z from 'zod/mini'
import { REMIND_DAYS } from '../../../src/domain/fees/arrears.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { defineRound } from '../../jobs/definition.ts'
import { addManyNotices, audienceOf } from '../notices/public.ts'
import { OWED } from './bills.ts'

export const feeRemindersRound = defineRound({
  name: 'feeReminders',
  timeoutSeconds: 600,
  pollSeconds: 15,
  cron: '23 * * * *',
})

/** Reminders of one transaction. */
const BATCH = 5_000

/** Sends what is due and was not sent. Answers how many reminders went out. */
export async function remindOfFees(data: Data, bus: Bus, now: number): Promise<number> {
  for (let sent = 0; ; ) {
    const some = await data.scoped(WHOLE, sql => remindSome(sql, bus, now))
    sent += some
    if (some < BATCH) return sent
  }
}

const dueRow = z.object({
  tenantId: z.int(),
  communityId: z.int(),
  name: z.string(),
  departmentId: z.nullable(z.int()),
  bills: z.int(),
  reminders: z.int(),
})

async function remindSome(sql: Sql, bus: Bus, now: number): Promise<number> {
  const due = z.parse(
    z.array(dueRow),
    await sql.query(
      `with due as (
         select t.tenant_id, t.id, t.community_id, o.days from fee_bill t join bill y on y.id = t.bill_id
           join tenant z on z.id = t.tenant_id cross join unnest($1::int[]) o (days)
         where t.removed_at is null and ${OWED} and z.removed_at is null and z.status = 'enabled'
           and t.due_on + o.days <= (to_timestamp($2 / 1000.0) at time zone z.zone)::date
           and not exists (select from fee_reminder m where m.fee_bill_id = t.id and m.offset_days = o.days)
         order by t.id limit ${BATCH}),
       made as (
         insert into fee_reminder (tenant_id, fee_bill_id, offset_days, sent_at)
         select tenant_id, id, days, $2 from due on conflict do nothing returning fee_bill_id)
       select c.tenant_id as "tenantId", c.id as "communityId", c.name, c.department_id as "departmentId",
         count(distinct m.fee_bill_id)::int as bills, count(*)::int as reminders
       from made m join fee_bill f on f.id = m.fee_bill_id join community c on c.id = f.community_id group by c.id`,
      [[...REMIND_DAYS], now],
    ),
  )
  // One word for a community, however many of its bills became due.
  for (const community of due) await tell(sql, bus, community, now)
  return due.reduce((sum, { reminders }) => sum + reminders, 0)
}

async function tell(
  sql: Sql,
  bus: Bus,
  { tenantId, departmentId, name, bills }: z.output<typeof dueRow>,
  now: number,
): Promise<void> {
  const accountIds = await audienceOf(sql, { tenantId, departmentId }, 'feeBill.correct')
  const noted = await addManyNotices(sql, [
    {
      draft: {
        ...{ tenantId, kind: 'feeDue', subject: null, subjectId: null, imei: null },
        ...{ who: name, place: null, content: String(bills), at: now },
      },
      accountIds,
      again: 'anew',
    },
  ])
  sql.afterCommit(() => {
    for (const one of noted) bus.emit('notice.added', one)
  })
}
