// The roll of one roll call, for whoever may see it.
import { musterRoll } from '../../../src/contract/endpoints/muster.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readRoll } from './roll.ts'

export function mountMusters(handlers: Handlers, musters: Store): void {
  handlers.handle(musterRoll, async ({ id }, context) => {
    await readRow(musters, id, context)
    return readRoll(context.sql, id)
  })
}
