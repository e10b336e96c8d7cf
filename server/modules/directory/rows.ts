// What the directory calls people, and which of them it asks for.

import { loginNameOf } from '../../../src/domain/access/identity-provider.ts'
import type { ScimFilter } from '../../../src/domain/access/scim.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Context } from '../../http/handlers.ts'
import { readProvider } from '../identity/public.ts'

export interface Called {
  userName: string
  externalId: string | null
  goneAt: number | null
}

export async function directoryRows(sql: Sql, ids: readonly number[]): Promise<Map<number, Called>> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('directory_person')
      .select(['account_id as id', 'user_name as userName', 'external_id as externalId', 'gone_at as goneAt'])
      .where('account_id', 'in', ids.length > 0 ? [...ids] : [0]),
  )
  return new Map(rows.map(({ id, ...called }) => [id, called]))
}

export const isGone = (called: Called | undefined): boolean => (called?.goneAt ?? null) !== null

interface Wanted {
  filter: ScimFilter | undefined
  /** From 1 on. */
  start: number
  count: number
}

/** The ids of one page of the people whom the key sees, in the order in which they came. */
export async function findPeople(
  { sql, person }: Context,
  { filter, start, count }: Wanted,
): Promise<{ ids: number[]; total: number }> {
  const { tenantId, departments } = person
  const { mailDomain } = await readProvider(sql, tenantId)
  let asked = tables
    .selectFrom('account')
    .leftJoin('directory_person', 'directory_person.account_id', 'account.id')
    .where('account.tenant_id', '=', tenantId)
    .where('account.removed_at', 'is', null)
    .where('account.visitor', '=', false)
    .where('directory_person.gone_at', 'is', null)
  if (departments !== null)
    asked = asked.where('account.department_id', 'in', departments.length > 0 ? [...departments] : [0])
  if (filter?.of === 'externalId') asked = asked.where('directory_person.external_id', '=', filter.is)
  if (filter?.of === 'userName') {
    const said = filter.is.toLowerCase()
    const name = loginNameOf(said, mailDomain) ?? said
    asked = asked.where(({ eb, fn, or, and }) =>
      or([
        eb(fn<string>('lower', ['directory_person.user_name']), '=', said),
        // Somebody who was here before the directory is found by the name that theirs stands for.
        and([
          eb('directory_person.account_id', 'is', null),
          eb(fn<string>('lower', ['account.username']), '=', name),
        ]),
      ]),
    )
  }
  const counted = await firstOf(
    sql,
    asked.select(({ fn }) => fn.countAll<number>().as('total')),
  )
  const rows = await rowsOf(
    sql,
    asked
      .select('account.id')
      .orderBy('account.id')
      .limit(count)
      .offset(start - 1),
  )
  return { ids: rows.map(({ id }) => id), total: Number(counted?.total ?? 0) }
}
