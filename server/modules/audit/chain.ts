// The chain of audit entries, proved: each fits the one before it and its own hash.
import { hashOf, START } from '../../db/audit.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'

/** An entry of a chain, named so that another entry in its place shows. */
export interface ChainMark {
  id: number
  hash: Buffer
}

export interface ChainWalk {
  /** Entries that were looked at. */
  entries: number
  /** The newest of them, else where the walk began. */
  end: ChainMark | undefined
  /** The first entry that does not fit its predecessor or its own hash, or the mark that is not there any more. */
  broken: number | undefined
}

const PAGE = 1000

/**
 * Proves a tenant's chain, from its beginning or on from an entry that was proved before. Page by page, each in a
 * transaction of its own: a long log holds nobody up.
 */
export async function walkChain(data: Data, tenantId: number, from?: ChainMark): Promise<ChainWalk> {
  if (from && !(await holds(data, tenantId, from))) return { entries: 0, end: from, broken: from.id }
  let end = from
  let entries = 0
  for (;;) {
    const rows = await data.scoped(WHOLE, sql =>
      rowsOf(
        sql,
        tables
          .selectFrom('audit')
          .select([
            'id',
            'tenant_id as tenantId',
            'at',
            'user_id as userId',
            'user_name as userName',
            'address',
            'action',
            'entity',
            'row_id as rowId',
            'detail',
            'previous',
            'hash',
          ])
          .where('tenant_id', '=', tenantId)
          .where('id', '>', end?.id ?? 0)
          .orderBy('id')
          .limit(PAGE),
      ),
    )
    for (const row of rows) {
      entries++
      const previous = end?.hash ?? START
      if (!row.previous.equals(previous) || !row.hash.equals(hashOf(previous, row)))
        return { entries, end, broken: row.id }
      end = { id: row.id, hash: row.hash }
    }
    if (rows.length < PAGE) return { entries, end, broken: undefined }
  }
}

/** Whether an entry still stands in a tenant's chain as it was marked. */
export async function holds(data: Data, tenantId: number, { id, hash }: ChainMark): Promise<boolean> {
  const row = await data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables.selectFrom('audit').select('hash').where('tenant_id', '=', tenantId).where('id', '=', id),
    ),
  )
  return row?.hash.equals(hash) ?? false
}
