// Looks after cases whose approvers were lost while they wait: a role that was emptied, an account that was disabled, a stand-in
// whose time is over. None of these knows of cases, so the cases are looked at again and again.

import { standingOf } from '../../../src/domain/approval/standing.ts'
import type { Bus } from '../../bus.ts'
import { type Data, type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Log } from '../../log.ts'
import { startRounds } from '../../rounds.ts'
import { readBook } from './book.ts'
import { casesOf, decisionsOf, type StoredCase } from './rows.ts'
import { isAttended, noteAttended, tellAdministrators } from './telling.ts'

interface Parts {
  data: Data
  bus: Bus
}

const EVERY_MS = 30_000
/** Cases that are read at once. */
const AT_ONCE = 500

export function startApprovalWatch({ log, ...parts }: Parts & { log: Log }): () => void {
  return startRounds({
    firstMs: EVERY_MS,
    everyMs: EVERY_MS,
    round: () => lookAfterCases(parts),
    failed: error => log.warn({ err: error }, 'Cases could not be looked after'),
  })
}

/** Administrators are told of every pending case that somebody could decide until now, and nobody can any more. */
export async function lookAfterCases({ data, bus }: Parts): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await data.scoped(WHOLE, sql => pendingAfter(sql, after))
    if (ids.length > 0)
      await data.scoped(WHOLE, async sql => {
        const byTenant = Map.groupBy(await casesOf(sql, ids), ({ tenantId }) => tenantId)
        for (const [tenantId, cases] of byTenant) await lookAfter(sql, { bus, tenantId, cases })
      })
    const last = ids.at(-1)
    if (last === undefined || ids.length < AT_ONCE) return
    after = last
  }
}

async function pendingAfter(sql: Sql, after: number): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('approval_case')
      .select('id')
      .where('state', '=', 'pending')
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE),
  )
  return rows.map(({ id }) => id)
}

async function lookAfter(
  sql: Sql,
  { bus, tenantId, cases }: { bus: Bus; tenantId: number; cases: readonly StoredCase[] },
): Promise<void> {
  const decisions = await decisionsOf(
    sql,
    cases.map(({ id }) => id),
  )
  const book = await readBook(
    sql,
    tenantId,
    cases.flatMap(({ levels }) => levels),
  )
  const at = Date.now()
  for (const found of cases) {
    const attended = isAttended(standingOf(found, decisions.get(found.id) ?? [], book, at))
    // Whichever server turns it over tells of it.
    if ((await noteAttended(sql, found.id, attended)) && !attended)
      await tellAdministrators({ sql, bus, tenantId }, found, book.administrators)
  }
}
