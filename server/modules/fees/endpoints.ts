// What the console asks of fees beyond the generic endpoints.
import * as z from 'zod/mini'
import { arrearsByAge, feeBillLines, feeRunPreview } from '../../../src/contract/endpoints/fees.ts'
import { arrearsAge } from '../../../src/domain/fees/arrears.ts'
import { feeLineKind } from '../../../src/domain/fees/month-bill.ts'
import type { Sql } from '../../db/scoped.ts'
import { readRow } from '../../entity/reading.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Till } from '../pay/public.ts'
import { AGE, billJoins, OWED } from './bills.ts'
import { storedSegments } from './lines.ts'
import { previewRun } from './preview.ts'
import { mountResidentBills } from './resident-pay.ts'

const run = z.object({ communityId: z.int(), month: z.string() })

interface Stores {
  runs: Store
  bills: Store
  communities: Store
}

export function mountFees(handlers: Handlers, till: Till, { runs, bills, communities }: Stores): void {
  handlers.handle(feeRunPreview, async ({ id }, context) => {
    const asked = z.parse(run, await readRow(runs, id, context))
    return previewRun(context.sql, { ...asked, cutAt: Date.now() })
  })

  handlers.handle(feeBillLines, async ({ id }, context) => {
    await readRow(bills, id, context)
    return readLines(context.sql, id)
  })

  mountResidentBills(handlers, till)

  handlers.handle(arrearsByAge, async ({ communityId }, context) => {
    if (communityId !== undefined) await readRow(communities, communityId, context)
    const conditions = new Conditions()
    conditions.parts.push('t.removed_at is null', OWED)
    addVisibility(bills, conditions, context)
    if (communityId !== undefined)
      conditions.parts.push(`t.community_id = ${conditions.bind(communityId)}::bigint`)
    const rows = z.parse(
      z.array(counted),
      await context.sql.query(
        `select ${AGE} as age, count(*)::int as bills, count(distinct t.room_id)::int as rooms, sum(t.amount)::bigint as amount
         from fee_bill t ${billJoins} where ${conditions.where} group by grouping sets ((1), ())`,
        conditions.values,
      ),
    )
    const all = rows.find(({ age }) => age === null)
    return {
      ages: arrearsAge.options.map(age => {
        const found = rows.find(row => row.age === age)
        return { age, bills: found?.bills ?? 0, rooms: found?.rooms ?? 0, amount: found?.amount ?? 0 }
      }),
      ...{ bills: all?.bills ?? 0, rooms: all?.rooms ?? 0, amount: all?.amount ?? 0 },
    }
  })
}

const counted = z.object({
  age: z.nullable(arrearsAge),
  bills: z.int(),
  rooms: z.int(),
  amount: z.nullable(z.int()),
})

const line = z.object({
  kind: feeLineKind,
  amount: z.int(),
  note: z.nullable(z.string()),
  area: z.nullable(z.object({ hundredths: z.int(), microFen: z.int() })),
  segments: storedSegments,
})

const waiting = z.object({
  amount: z.int(),
  note: z.nullable(z.string()),
  userName: z.nullable(z.string()),
})

/** What a bill consists of. Whoever asks has seen to it that the bill may be read. */
async function readLines(sql: Sql, feeBillId: number) {
  return {
    lines: z.parse(
      z.array(line),
      await sql.query(
        'select kind, amount, note, area, segments from fee_line where fee_bill_id = $1 order by id',
        [feeBillId],
      ),
    ),
    waiting: z.parse(
      z.array(waiting),
      await sql.query(
        `select amount, note, user_name as "userName" from fee_adjustment
         where of_bill_id = $1 and fee_bill_id is null order by id`,
        [feeBillId],
      ),
    ),
  }
}
