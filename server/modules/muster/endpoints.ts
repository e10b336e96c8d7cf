// The roll of one roll call, for whoever may see it; and who can be named a warden.
import { musterRoll, musterWardens } from '../../../src/contract/endpoints/muster.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readRoll } from './roll.ts'

/** More are found by no select. */
const MOST_WARDENS = 2_000

export function mountMusters(handlers: Handlers, musters: Store): void {
  handlers.handle(musterRoll, async ({ id }, context) => {
    await readRow(musters, id, context)
    return readRoll(context.sql, id)
  })
  // A roll call is of the tenant of who starts it, and so are its wardens.
  handlers.handle(musterWardens, (_, { sql, person }) =>
    rowsOf(
      sql,
      tables
        .selectFrom('account')
        .select(['id', 'name'])
        .where('tenant_id', '=', person.tenantId)
        .where('removed_at', 'is', null)
        .where('status', '=', 'enabled')
        .where('visitor', '=', false)
        .orderBy('name')
        .limit(MOST_WARDENS),
    ),
  )
}
