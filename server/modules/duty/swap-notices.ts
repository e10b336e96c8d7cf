// Who hears of a swap: the one who is asked, those who keep the roster once it was accepted, both sides when it is over.
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { addManyNotices, audienceOf } from '../notices/public.ts'

export type SwapNews = 'asked' | 'accepted' | 'approved' | 'declined' | 'withdrawn'

interface Told {
  swapId: number
  news: SwapNews
  /** Whose doing it is: nobody hears of what they did themselves. */
  byAccountId: number
}

export async function tellOfSwap(sql: Sql, bus: Bus, { swapId, news, byAccountId }: Told): Promise<void> {
  const swap = await firstOf(
    sql,
    tables
      .selectFrom('duty_swap as x')
      .innerJoin('worker as f', 'f.id', 'x.from_worker_id')
      .innerJoin('worker as t', 't.id', 'x.to_worker_id')
      .innerJoin('duty_shift as s', 's.id', 'x.shift_id')
      .innerJoin('post as p', 'p.id', 's.post_id')
      .select([
        'x.tenant_id as tenantId',
        'f.account_id as fromAccount',
        't.account_id as toAccount',
        'f.name as fromName',
        't.name as toName',
        'p.name as post',
        'p.department_id as departmentId',
      ])
      .where('x.id', '=', swapId),
  )
  if (!swap) return
  const { tenantId, departmentId } = swap
  const sides = [swap.fromAccount, swap.toAccount]
  const keepers =
    news === 'accepted' ? await audienceOf(sql, { tenantId, departmentId }, 'dutySwap.approve') : []
  const wanted =
    news === 'asked' || news === 'withdrawn'
      ? [swap.toAccount]
      : news === 'accepted'
        ? [swap.fromAccount, ...keepers.filter(id => !sides.includes(id))]
        : sides
  const accountIds = [...new Set(wanted)].flatMap(id => (id === null || id === byAccountId ? [] : [id]))
  const noted = await addManyNotices(sql, [
    {
      draft: {
        ...{ tenantId, kind: 'swap', subject: 'dutySwap', subjectId: swapId, imei: null },
        ...{
          who: news === 'asked' ? swap.fromName : swap.toName,
          place: swap.post,
          content: news,
          at: Date.now(),
        },
      },
      accountIds,
      again: 'anew',
    },
  ])
  sql.afterCommit(() => {
    for (const one of noted) bus.emit('notice.added', one)
  })
}
