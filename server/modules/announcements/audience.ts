// Whom an announcement is for: accounts that may log in now.

import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { StoredAnnouncement } from './rows.ts'

type Asked = Pick<StoredAnnouncement, 'tenantId' | 'audience' | 'departmentIds' | 'postIds'>

/** Their ids, each once, whatever they are named by. Visitors read nothing. */
export async function accountsOf(sql: Sql, asked: Asked): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .withRecursive('below', inner =>
        inner
          .selectFrom('department')
          .select('department.id')
          .where('department.tenant_id', '=', asked.tenantId)
          .where('department.id', 'in', atLeastOne(asked.departmentIds))
          .union(
            inner
              .selectFrom('department as d')
              .innerJoin('below', 'below.id', 'd.parent_id')
              .select('d.id')
              .where('d.removed_at', 'is', null),
          ),
      )
      .selectFrom('account as a')
      .select('a.id')
      .where('a.tenant_id', '=', asked.tenantId)
      .where('a.removed_at', 'is', null)
      .where('a.status', '=', 'enabled')
      .where('a.visitor', '=', false)
      .where(({ eb, or, exists, selectFrom }) => {
        const workers = selectFrom('worker as w')
          .select('w.id')
          .whereRef('w.account_id', '=', 'a.id')
          .where('w.removed_at', 'is', null)
        if (asked.audience === 'everyone') return eb.lit(true)
        if (asked.audience === 'posts')
          return exists(workers.where('w.post_id', 'in', atLeastOne(asked.postIds)))
        const below = selectFrom('below').select('below.id')
        return or([eb('a.department_id', 'in', below), exists(workers.where('w.department_id', 'in', below))])
      })
      .orderBy('a.id'),
  )
  return rows.map(({ id }) => id)
}

/** `in ()` is no SQL; nothing has the id 0. */
const atLeastOne = (ids: readonly number[]): readonly number[] => (ids.length > 0 ? ids : [0])

/** The audience in words of its own, for who has to agree: names of departments or posts; undefined for everybody. */
export async function audienceNames(sql: Sql, asked: Asked): Promise<string | undefined> {
  if (asked.audience === 'everyone') return undefined
  const rows =
    asked.audience === 'departments'
      ? await rowsOf(
          sql,
          tables.selectFrom('department').select('name').where('id', 'in', atLeastOne(asked.departmentIds)),
        )
      : await rowsOf(
          sql,
          tables.selectFrom('post').select('name').where('id', 'in', atLeastOne(asked.postIds)),
        )
  return rows.map(({ name }) => name).join(' · ')
}
