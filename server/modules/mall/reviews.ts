// Reviews: nobody's words are shown before somebody read them, and changed words are read again.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { mallReview } from '../../../src/domain/mall/mall-review.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'

interface Judgement {
  state?: string
  reason?: string | null
  reply?: string | null
  replied_at?: number | null
  reply_name?: string | null
}

async function judge({ context: { sql, person }, row, at }: Commanding, judgement: Judgement): Promise<void> {
  await firstOf(
    sql,
    tables
      .updateTable('mall_review')
      .set({
        ...judgement,
        ...(judgement.state !== undefined && { judged_at: at, judged_by_name: person.name }),
        updated_at: Date.now(),
        version: raw`version + 1`,
      })
      .where('id', '=', row.id)
      .returning('id'),
  )
}

const SAID = ['content', 'rating', 'pictures', 'productId', 'authorName']

async function readAgain({ input, before }: Saving): Promise<Record<string, unknown>> {
  const now = Date.now()
  if (!before) return { written_at: now }
  const changed = SAID.some(
    field => input[field] !== undefined && JSON.stringify(input[field]) !== JSON.stringify(before[field]),
  )
  if (!changed) return {}
  return { state: 'pending', edited_at: now, reason: null, judged_at: null, judged_by_name: null }
}

export const reviewStore: Store = {
  entity: mallReview,
  table: {
    name: 'mall_review',
    changedBy: 'judgedByName',
    beforeSave: readAgain,
    commands: {
      show: commanding => judge(commanding, { state: 'shown', reason: null }),
      hide: commanding =>
        judge(commanding, {
          state: 'hidden',
          ...z.parse(z.object({ reason: z.string() }), commanding.input),
        }),
      reply: commanding => {
        const { reply } = z.parse(z.object({ reply: z.string() }), commanding.input)
        const said = reply.trim()
        // An empty answer takes the answer away.
        return judge(commanding, {
          reply: said || null,
          replied_at: said ? commanding.at : null,
          reply_name: said ? commanding.context.person.name : null,
        })
      },
    },
  },
}
