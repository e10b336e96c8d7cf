// Names in a sheet in place of ids: looked up among what the person may see, once each.
import type { Scope, Sql } from '../../db/scoped.ts'
import {
  addVisibility,
  Conditions,
  expressionOf,
  fromOf,
  type Store,
  tenantOf,
} from '../../entity/statement.ts'
import type { Person } from '../../person.ts'
import { CellProblem } from './import-cells.ts'

export interface Names {
  find(sql: Sql, entityKey: string, text: string): Promise<number>
}

export function createNames(
  stores: ReadonlyMap<string, Store>,
  who: { person: Person; scope: Scope },
): Names {
  const known = new Map<string, number>()
  return {
    find: async (sql, entityKey, text) => {
      const name = `${entityKey}\n${text.toLowerCase()}`
      const found = known.get(name)
      if (found !== undefined) return found
      const store = stores.get(entityKey)
      if (!store) throw new CellProblem('field.reference')
      const id =
        (await byName(sql, store, fullNames(store), text, who)) ??
        (await byName(sql, store, namingFields(store), text, who)) ??
        (await byName(sql, store, englishFields(store), text, who)) ??
        (await byId(sql, store, text, who))
      // What is missing now may be made by a row further down.
      if (id === undefined) throw new CellProblem('field.reference')
      known.set(name, id)
      return id
    },
  }
}

/** What names a row: its name, and what is unique about it. */
function namingFields({ entity, table }: Store): string[] {
  const unique = Object.values(table.unique ?? {})
  return [...new Set(['name', ...unique])]
    .filter(field => Object.hasOwn(entity.schema.shape, field))
    .map(field => expressionOf({ entity, table }, field))
}

const fullNames = ({ table }: Store): string[] => (table.naming === undefined ? [] : [table.naming])

/** Exports in other languages name a row by its English name, so an import takes that as well. */
const englishFields = (store: Store): string[] =>
  ['enName']
    .filter(field => Object.hasOwn(store.entity.schema.shape, field))
    .map(field => expressionOf(store, field))

async function byName(
  sql: Sql,
  store: Store,
  expressions: readonly string[],
  text: string,
  who: Parameters<typeof createNames>[1],
): Promise<number | undefined> {
  if (expressions.length === 0) return undefined
  const conditions = visible(store, who)
  const wanted = conditions.bind(text)
  const alike = expressions.map(expression => `lower((${expression})::text) = lower(${wanted})`)
  conditions.parts.push(`(${alike.join(' or ')})`)
  const rows = await sql.query<{ id: number }>(
    `select t.id from ${fromOf(store)} where ${conditions.where} limit 2`,
    conditions.values,
  )
  if (rows.length > 1) throw new CellProblem('import.ambiguous')
  return rows[0]?.id
}

async function byId(
  sql: Sql,
  store: Store,
  text: string,
  who: Parameters<typeof createNames>[1],
): Promise<number | undefined> {
  if (!/^#?\d{1,15}$/.test(text)) return undefined
  const conditions = visible(store, who)
  conditions.parts.push(`t.id = ${conditions.bind(Number(text.replace('#', '')))}`)
  const row = await sql.first<{ id: number }>(
    `select t.id from ${fromOf(store)} where ${conditions.where}`,
    conditions.values,
  )
  return row?.id
}

/** People who see the rows of all tenants mean rows of their own one here. */
function visible(store: Store, { person, scope }: Parameters<typeof createNames>[1]): Conditions {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null')
  addVisibility(store, conditions, { person, scope })
  const tenant = tenantOf(store)
  if (tenant !== undefined && scope.tenant === '*' && store.entity.owner === 'tenant')
    conditions.parts.push(`${tenant} = ${conditions.bind(person.tenantId)}`)
  return conditions
}
