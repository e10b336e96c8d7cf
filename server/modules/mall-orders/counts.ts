// Folds the counts of orders: every order and every step adds a row to them, and a list sums them up.
import { sql as text } from 'kysely'
import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'

export const orderCountsRound = defineRound({
  name: 'orderCounts',
  timeoutSeconds: 300,
  pollSeconds: 15,
  cron: '* * * * *',
})

/** One row for each tenant, merchant and state; in one statement, so that every list sees all of it before or after. */
export const foldOrderCounts = (data: Kernel['data']): Promise<void> =>
  data.scoped(WHOLE, async sql => {
    await rowsOf(
      sql,
      tables
        .with('gone', each => each.deleteFrom('mall_order_count').returningAll())
        .insertInto('mall_order_count')
        .columns(['tenant_id', 'merchant_id', 'state', 'n'])
        .expression(each =>
          each
            .selectFrom('gone')
            .select(['tenant_id', 'merchant_id', 'state', text<number>`sum(n)::int`.as('n')])
            .groupBy(['tenant_id', 'merchant_id', 'state'])
            .having(text`sum(n)`, '<>', 0),
        )
        .returning('n'),
    )
  })
