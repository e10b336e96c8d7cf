// What the bills of a list come to, and the few facts of some of them that a payment page shows.
import * as z from 'zod/mini'
import { type billSums as contract, wireBill } from '../../../src/contract/endpoints/pay.ts'
import type { PageQuery } from '../../../src/contract/entity-endpoints.ts'
import { readRows } from '../../entity/reading.ts'
import { addFilters, addVisibility, Conditions, fromOf } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { billStore } from './stores.ts'

/** Sums over all pages of the list, under the same filters and for the same eyes. */
export async function sumBills(
  query: PageQuery,
  context: Context,
): Promise<z.output<typeof contract.response>> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null')
  addVisibility(billStore, conditions, context)
  addFilters(billStore, conditions, query)
  const row = await context.sql.first<z.output<typeof contract.response>>(
    `select count(*) as count, coalesce(sum(t.amount), 0)::bigint as amount,
       coalesce(sum(t.amount) filter (where t.state = 'paid'), 0)::bigint as paid,
       coalesce(sum(t.amount) filter (where t.state in ('unpaid', 'paying', 'failed')), 0)::bigint as open,
       coalesce(sum(t.amount) filter (where t.state in ('refunding', 'refunded')), 0)::bigint as refunded
     from ${fromOf(billStore)} where ${conditions.where}`,
    conditions.values,
  )
  return row ?? { count: 0, amount: 0, paid: 0, open: 0, refunded: 0 }
}

/** Bills by their ids, in that order; one that the person may not see makes all of them unknown. */
export async function listBills(
  ids: readonly number[],
  context: Context,
): Promise<z.output<typeof wireBill>[]> {
  const rows = await readRows(billStore, ids, context)
  return [...new Set(ids)].map(id => {
    const found = rows.get(id)
    if (!found) throw new Refused('row.unknown')
    return z.parse(wireBill, found.row)
  })
}
