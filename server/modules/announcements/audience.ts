// Whom an announcement is for: accounts that may log in now, devices that say it to those who wear them, and people who live there.
import { sql as raw, type SqlBool } from 'kysely'
import { understands } from '../../../src/domain/device/command-input.ts'
import { deviceKind } from '../../../src/domain/device/device.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { livingNow } from '../community/public.ts'
import type { StoredAnnouncement } from './rows.ts'

type Asked = Pick<StoredAnnouncement, 'tenantId' | 'audience' | 'departmentIds' | 'postIds' | 'communityIds'>

/** Their ids, each once, whatever they are named by. Visitors read nothing. */
export async function accountsOf(sql: Sql, asked: Asked): Promise<number[]> {
  if (asked.audience === 'residents') return []
  const below = asked.audience === 'departments' ? await withBelow(sql, asked) : []
  const rows = await rowsOf(
    sql,
    tables
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
        const within = atLeastOne(below)
        return or([
          eb('a.department_id', 'in', within),
          exists(workers.where('w.department_id', 'in', within)),
        ])
      })
      .orderBy('a.id'),
  )
  return rows.map(({ id }) => id)
}

/** How many it is for now. */
export const countOf = async (sql: Sql, asked: Asked): Promise<number> =>
  asked.audience === 'residents' ? countResidents(sql, asked) : (await accountsOf(sql, asked)).length

/** Telephones of those who live in the communities that are named, or in any: each reads it on their page. */
async function countResidents(sql: Sql, { tenantId, communityIds }: Asked): Promise<number> {
  const rows = await rowsOf(
    sql,
    livingNow()
      .innerJoin('room as r', 'r.id', 'o.room_id')
      .select('p.phone')
      .distinct()
      .where('o.tenant_id', '=', tenantId)
      .where(({ eb }) =>
        communityIds.length === 0 ? eb.lit(true) : eb('r.community_id', 'in', communityIds),
      ),
  )
  return rows.length
}

/** The departments that are named and all below them. */
async function withBelow(sql: Sql, { tenantId, departmentIds }: Asked): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .withRecursive('below', inner =>
        inner
          .selectFrom('department')
          .select('department.id')
          .where('department.tenant_id', '=', tenantId)
          .where('department.id', 'in', atLeastOne(departmentIds))
          .union(
            inner
              .selectFrom('department as d')
              .innerJoin('below', 'below.id', 'd.parent_id')
              .select('d.id')
              .where('d.removed_at', 'is', null),
          ),
      )
      .selectFrom('below')
      .select('below.id'),
  )
  return rows.map(({ id }) => id)
}

/** A device that can say it, worn by somebody whom it is for. */
interface Speaker {
  id: number
  imei: string
}

/** What the people of an audience wear and can be spoken to through; people without a login hear it there alone. */
export async function speakersOf(sql: Sql, asked: Asked): Promise<Speaker[]> {
  if (asked.audience === 'residents') return []
  const kinds = deviceKind.options.filter(kind => understands(kind, 'speak'))
  let wanted = tables
    .selectFrom('worker as w')
    .innerJoin('device as d', join => join.on(raw<SqlBool>`d.id = any(w.device_ids)`))
    .select(['d.id', 'd.imei'])
    .distinct()
    .where('w.tenant_id', '=', asked.tenantId)
    .where('w.removed_at', 'is', null)
    .where('w.left_on', 'is', null)
    .where('d.tenant_id', '=', asked.tenantId)
    .where('d.removed_at', 'is', null)
    .where('d.lifecycle', '<>', 'recycled')
    .where('d.kind', 'in', kinds)
    .orderBy('d.id')
  if (asked.audience === 'posts') wanted = wanted.where('w.post_id', 'in', atLeastOne(asked.postIds))
  if (asked.audience === 'departments')
    wanted = wanted.where('w.department_id', 'in', atLeastOne(await withBelow(sql, asked)))
  return rowsOf(sql, wanted)
}

/** `in ()` is no SQL; nothing has the id 0. */
const atLeastOne = (ids: readonly number[]): readonly number[] => (ids.length > 0 ? ids : [0])

/** The audience in words of its own, for who has to agree: names of what is named; undefined for everybody and all residents. */
export async function audienceNames(sql: Sql, asked: Asked): Promise<string | undefined> {
  const rows = await namedRows(sql, asked)
  return rows?.map(({ name }) => name).join(' · ')
}

const namedRows = async (sql: Sql, { audience, departmentIds, postIds, communityIds }: Asked) => {
  switch (audience) {
    case 'everyone':
      return undefined
    case 'departments':
      return rowsOf(
        sql,
        tables.selectFrom('department').select('name').where('id', 'in', atLeastOne(departmentIds)),
      )
    case 'posts':
      return rowsOf(sql, tables.selectFrom('post').select('name').where('id', 'in', atLeastOne(postIds)))
    case 'residents':
      if (communityIds.length === 0) return undefined
      return rowsOf(sql, tables.selectFrom('community').select('name').where('id', 'in', communityIds))
  }
}
