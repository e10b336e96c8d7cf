// Tells those who keep the store when something in it falls below what it should not fall below.
import { tonsOf } from '../../../src/domain/site/stock.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { addManyNotices, audienceOf } from '../notices/public.ts'

interface Item {
  id: number
  tenantId: number
  name: string
  departmentId: number | null
  warnBelow: number | null
  balance: { remaining: number }
}

/** Only the movement that crosses the line tells; the same line is told again when it is crossed again. */
export async function tellLowStock(sql: Sql, bus: Bus, item: Item, remaining: number): Promise<void> {
  const { id, tenantId, name, departmentId, warnBelow, balance } = item
  if (warnBelow === null || remaining >= warnBelow || balance.remaining < warnBelow) return
  const accountIds = await audienceOf(sql, { tenantId, departmentId }, 'stockItem.save')
  const noted = await addManyNotices(sql, [
    {
      draft: {
        tenantId,
        kind: 'stockLow',
        subject: 'stockItem',
        subjectId: id,
        imei: null,
        who: name,
        place: null,
        content: String(tonsOf(remaining)),
        at: Date.now(),
      },
      accountIds,
      again: 'anew',
    },
  ])
  sql.afterCommit(() => {
    for (const one of noted) bus.emit('notice.added', one)
  })
}
