// What residents read on their page: announcements for them that are published and not over, of the tenants they live with.
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

/** Newest ones that one answer has. */
const MOST_SHOWN = 30

/** Where somebody lives. */
export interface LivedIn {
  tenantId: number
  communityId: number
}

export interface ForResident {
  id: number
  tenantId: number
  title: string
  content: string
  /** Empty: those of every community of the tenant. */
  communityIds: readonly number[]
  at: number
}

/** The caller's transaction may see every tenant: each announcement is held against a place of its own tenant. */
export async function announcedTo(sql: Sql, places: readonly LivedIn[], now: number): Promise<ForResident[]> {
  if (places.length === 0) return []
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('announcement as a')
      .select(['a.id', 'a.tenant_id as tenantId', 'a.title', 'a.content', 'a.published_at as at'])
      .select('a.community_ids as communityIds')
      .where('a.audience', '=', 'residents')
      .where('a.state', '=', 'published')
      .where('a.removed_at', 'is', null)
      // The clock ends them a moment later.
      .where(({ or, eb }) => or([eb('a.expires_at', 'is', null), eb('a.expires_at', '>', now)]))
      .where(
        'a.tenant_id',
        'in',
        places.map(({ tenantId }) => tenantId),
      )
      .where(({ or, and, eb, val, fn }) =>
        or([
          eb(fn<number>('cardinality', ['a.community_ids']), '=', 0),
          ...places.map(({ tenantId, communityId }) =>
            and([eb('a.tenant_id', '=', tenantId), eb(val(communityId), '=', fn.any('a.community_ids'))]),
          ),
        ]),
      )
      .orderBy('a.published_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(MOST_SHOWN),
  )
  return rows.map(row => ({
    ...row,
    communityIds: row.communityIds.map(Number),
    at: row.at ?? 0,
  }))
}
