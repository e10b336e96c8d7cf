// Reads who people are, which roles they hold and who stands in for whom, as the pure rules of approvals want it.
import { approvalKind } from '../../../src/domain/approval/kinds.ts'
import type { Book, Level, StandIn } from '../../../src/domain/approval/standing.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { administratorsOf } from '../notices/public.ts'

export interface ReadBook extends Book {
  nameOf(accountId: number): string
  roleName(roleId: number): string
}

/** The book for cases with these levels in one tenant. `further`: accounts whose names are wanted besides. */
export async function readBook(
  sql: Sql,
  tenantId: number,
  levels: readonly Level[],
  further: readonly number[] = [],
): Promise<ReadBook> {
  const roleIds = [...new Set(levels.flatMap(level => [...level.roleIds]))]
  const holding = await rowsOf(
    sql,
    tables
      .selectFrom('account_role as ar')
      .innerJoin('role as r', 'r.id', 'ar.role_id')
      .select(['ar.role_id', 'ar.account_id', 'r.name'])
      .where('r.tenant_id', '=', tenantId)
      .where('r.removed_at', 'is', null)
      .where('ar.role_id', 'in', atLeastOne(roleIds))
      .orderBy('ar.account_id'),
  )
  const standIns = await standInsOf(sql, tenantId)
  const administrators = await administratorsOf(sql, tenantId)
  const wanted = new Set([
    ...levels.flatMap(level => [...level.userIds]),
    ...holding.map(row => row.account_id),
    ...standIns.flatMap(each => [each.deputyId, each.userId]),
    ...administrators,
    ...further,
  ])
  const accounts = await rowsOf(
    sql,
    tables
      .selectFrom('account')
      .select(['id', 'name', 'status', 'removed_at', 'visitor'])
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', atLeastOne([...wanted])),
  )
  const names = new Map(accounts.map(row => [row.id, row.name]))
  const roles = await rowsOf(
    sql,
    tables.selectFrom('role').select(['id', 'name']).where('id', 'in', atLeastOne(roleIds)),
  )
  const roleNames = new Map(roles.map(row => [row.id, row.name]))
  const members = new Map<number, number[]>()
  for (const { role_id, account_id } of holding)
    members.set(role_id, [...(members.get(role_id) ?? []), account_id])
  return {
    people: new Set(
      accounts
        .filter(row => row.removed_at === null && row.status === 'enabled' && !row.visitor)
        .map(row => row.id),
    ),
    members,
    administrators,
    standIns,
    nameOf: id => names.get(id) ?? '',
    roleName: id => roleNames.get(id) ?? '',
  }
}

/** `in ()` is no SQL; nobody has the id 0. */
const atLeastOne = (ids: readonly number[]): readonly number[] => (ids.length > 0 ? ids : [0])

/** Those that are not over yet; whether one holds at a moment the rules say. */
async function standInsOf(sql: Sql, tenantId: number): Promise<StandIn[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('stand_in')
      .select(['user_id', 'deputy_id', 'starts_at', 'ends_at', 'kinds'])
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('ends_at', '>', Date.now()),
  )
  return rows.map(row => ({
    userId: row.user_id,
    deputyId: row.deputy_id,
    from: row.starts_at,
    until: row.ends_at,
    kinds: approvalKind.options.filter(kind => row.kinds.includes(kind)),
  }))
}
