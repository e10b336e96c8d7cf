// Changes rows of an entity: save, remove, restore, commands. Each one is checked against the tenant, the version, the
// references and the entity's own rules, and written to the audit log in the same transaction.
import pg from 'pg'
import type { CommandResult } from '../../src/contract/entity-endpoints.ts'
import { entities } from '../../src/domain/entities.ts'
import type { EntityDefinition } from '../../src/domain/entity.ts'
import type { Context } from '../http/handlers.ts'
import { Refused } from '../http/refusal.ts'
import { type Found, readRows, shaped } from './reading.ts'
import { Conditions, columnsOf, fromOf, type Store } from './statement.ts'
import { type Row, snake } from './table.ts'

const UNIQUE_VIOLATION = '23505'
/** Deeper trees than this are a mistake, and a search for cycles must end. */
const DEEPEST = 50

/** Creates or changes a row and answers it as it now is. */
export async function saveRow(
  store: Store,
  { id, version, ...input }: Record<string, unknown> & { id?: number; version?: number },
  context: Context,
): Promise<Row> {
  const { entity, table } = store
  refuseUnlessOwner(entity, context)
  const found = id === undefined ? undefined : await lockedRow(store, id, version, context)
  const before = found?.row
  const tenantId = found?.tenantId ?? table.tenantOfNew?.({ context, input }) ?? context.person.tenantId
  const saving = { context, input, before, tenantId }
  keepInDepartments(store, input, before, context)
  await checkReferences(entity, input, tenantId, context)
  if (entity.parent && id !== undefined) await refuseCycle(store, id, input[entity.parent])
  // The rule needs the transaction's own view of the tree.
  const columns = { ...ownColumns(store, input), ...(await table.beforeSave?.(saving)) }
  const savedId = await named(store, () =>
    write(store, columns, found && id !== undefined ? id : undefined, saving),
  )
  await table.afterSave?.({ ...saving, id: savedId })
  const after = await readStored(store, savedId, context)
  context.sql.audit({
    ...by(context, tenantId),
    action: `${entity.key}.${before ? 'change' : 'create'}`,
    entity: entity.key,
    rowId: savedId,
    detail: { changes: changesOf(store, before, after), ...('password' in input ? { password: 'set' } : {}) },
  })
  await table.afterChange?.({ context, id: savedId, tenantId, verb: before ? 'change' : 'create' })
  return after

  async function refuseCycle(tree: Store, own: number, parent: unknown): Promise<void> {
    if (typeof parent !== 'number') return
    const row = await context.sql.first<{ cycle: boolean }>(
      `with recursive up as (
         select id, parent_id, 1 as depth from ${tree.table.name} where id = $1
         union all select p.id, p.parent_id, up.depth + 1 from ${tree.table.name} p join up on p.id = up.parent_id where up.depth < ${DEEPEST})
       select coalesce(bool_or(id = $2), false) or count(*) >= ${DEEPEST} as cycle from up`,
      [parent, own],
    )
    if (row?.cycle) throw new Refused('field.cycle', { field: entity.parent ?? 'parentId' })
  }
}

/** Removes rows softly, each by itself. */
export function removeRows(store: Store, ids: readonly number[], context: Context): Promise<CommandResult> {
  refuseUnlessOwner(store.entity, context)
  return eachRow(store, ids, context, 'remove', async ({ row, tenantId }) => {
    await refuseInUse(store, row.id, context)
    await store.table.beforeRemove?.({ context, row, tenantId })
    await context.sql.change(
      `update ${store.table.name} set removed_at = $2, updated_at = $2, version = version + 1 where id = $1`,
      [row.id, Date.now()],
    )
  })
}

/** Takes removals back. What a row refers to must still be there, and its unique values still free. */
export function restoreRows(store: Store, ids: readonly number[], context: Context): Promise<CommandResult> {
  refuseUnlessOwner(store.entity, context)
  return eachRow(
    store,
    ids,
    context,
    'restore',
    async ({ row, tenantId }) => {
      await checkReferences(store.entity, row, tenantId, context)
      await context.sql.change(
        `update ${store.table.name} set removed_at = null, updated_at = $2, version = version + 1 where id = $1`,
        [row.id, Date.now()],
      )
    },
    { removed: true },
  )
}

/** Runs a named command on rows, each by itself. */
export function commandRows(
  store: Store,
  name: string,
  request: { ids: readonly number[]; input?: unknown; at?: number | undefined },
  context: Context,
): Promise<CommandResult> {
  const run = store.table.commands?.[name]
  if (!run) throw new Error(`${store.entity.key} has no command ${name}`)
  refuseUnlessOwner(store.entity, context)
  const input = (request.input ?? {}) as Record<string, unknown>
  const at = Math.min(request.at ?? Date.now(), Date.now())
  return eachRow(store, request.ids, context, name, ({ row, tenantId }) =>
    run({ context, row, tenantId, input, at }),
  )
}

async function eachRow(
  store: Store,
  ids: readonly number[],
  context: Context,
  verb: string,
  work: (found: Found) => Promise<void>,
  options: { removed?: boolean } = {},
): Promise<CommandResult> {
  const results: CommandResult['results'] = []
  const found = await readRows(store, ids, context, { ...options, lock: true })
  for (const id of new Set(ids)) {
    const target = found.get(id)
    try {
      if (!target) throw new Refused('row.unknown')
      await context.sql.attempt(async () => {
        await named(store, () => work(target))
        context.sql.audit({
          ...by(context, target.tenantId),
          action: `${store.entity.key}.${verb}`,
          entity: store.entity.key,
          rowId: id,
          detail: null,
        })
        await store.table.afterChange?.({ context, id, tenantId: target.tenantId, verb })
      })
      results.push({ id, ok: true })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      results.push({ id, ok: false, error: { id: error.id, ...(error.params && { params: error.params }) } })
    }
  }
  return { results }
}

/** Who did it, for the audit log. */
export function by({ person, address }: Pick<Context, 'person' | 'address'>, tenantId: number) {
  return { tenantId, userId: person.accountId, userName: person.username, address }
}

function refuseUnlessOwner(entity: EntityDefinition, { person }: Context): void {
  if (entity.owner === 'platform' && !person.platform) throw new Refused('forbidden')
}

async function lockedRow(
  store: Store,
  id: number,
  version: number | undefined,
  context: Context,
): Promise<Found> {
  const found = (await readRows(store, [id], context, { lock: true })).get(id)
  if (!found) throw new Refused('row.unknown')
  if (version === undefined) throw new Refused('field.required', { field: 'version' })
  if (found.row.version !== version)
    throw new Refused('row.changed', { params: { version: found.row.version } })
  return found
}

// A person who sees only some departments cannot put a row where they would lose sight of it.
function keepInDepartments(
  { entity }: Store,
  input: Record<string, unknown>,
  before: Row | undefined,
  { person }: Context,
): void {
  const field = entity.department
  if (field === undefined || person.departments === null) return
  if (!before && (input[field] === undefined || input[field] === null)) input[field] = person.departmentId
  const value = input[field]
  if (value === undefined && before) return
  if (typeof value !== 'number' || !person.departments.includes(value))
    throw new Refused('field.reference', { field })
}

/** A reference to a row of another tenant is refused exactly as one to no row at all. */
async function checkReferences(
  entity: EntityDefinition,
  input: Record<string, unknown>,
  tenantId: number,
  { sql }: Context,
): Promise<void> {
  for (const [field, reference] of Object.entries(entity.refs ?? {})) {
    const value = input[field]
    if (!reference || value === undefined || value === null || reference.entity === 'tenant') continue
    const wanted = [...new Set(Array.isArray(value) ? value : [value])]
    if (wanted.length === 0) continue
    const owned = entities.find(({ key }) => key === reference.entity)?.owner === 'tenant'
    const row = await sql.first<{ n: number }>(
      `select count(*) as n from ${snake(reference.entity)} where id = any($1::bigint[]) and removed_at is null ${
        owned ? 'and tenant_id = $2' : 'and $2::bigint is not null'
      }`,
      [wanted, tenantId],
    )
    if (row?.n !== wanted.length) throw new Refused('field.reference', { field })
  }
}

function ownColumns({ entity, table }: Store, input: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.keys(entity.write?.shape ?? {}).filter(
    field => input[field] !== undefined && !table.apart?.includes(field),
  )
  return Object.fromEntries(fields.map(field => [snake(field), input[field]]))
}

async function write(
  { table }: Store,
  columns: Record<string, unknown>,
  id: number | undefined,
  { context, tenantId }: { context: Context; tenantId: number },
): Promise<number> {
  const now = Date.now()
  const names = Object.keys(columns).map(name => `"${name}"`)
  const values = Object.values(columns)
  if (id !== undefined) {
    const sets = names.map((name, index) => `${name} = $${index + 3}`)
    await context.sql.change(
      `update ${table.name} set ${['updated_at = $2', 'version = version + 1', ...sets].join(', ')} where id = $1`,
      [id, now, ...values],
    )
    return id
  }
  // Rows of tenants carry theirs; the tenants themselves and the resources have none.
  const owned = table.tenant === undefined
  const [allNames, allValues] = [
    ['created_at', 'updated_at', ...(owned ? ['tenant_id'] : []), ...names],
    [now, now, ...(owned ? [tenantId] : []), ...values],
  ]
  const row = await context.sql.first<{ id: number }>(
    `insert into ${table.name} (${allNames.join(', ')}) values (${allValues.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    allValues,
  )
  if (!row) throw new Error(`${table.name}: nothing was stored`)
  return row.id
}

/** The row as stored, for the person who has just written it. */
async function readStored(store: Store, id: number, { sql }: Context): Promise<Row> {
  const conditions = new Conditions()
  const row = await sql.first<Row>(
    `select ${columnsOf(store)} from ${fromOf(store)} where t.id = ${conditions.bind(id)}`,
    conditions.values,
  )
  if (!row) throw new Refused('row.unknown')
  return shaped(store, row)
}

async function refuseInUse({ table }: Store, id: number, { sql }: Context): Promise<void> {
  for (const { table: other, column } of table.usedBy ?? []) {
    const row = await sql.first<{ n: number }>(
      `select count(*) as n from ${other} where ${column} = $1 and removed_at is null`,
      [id],
    )
    if (row && row.n > 0) throw new Refused('row.inUse', { params: { count: row.n } })
  }
}

/** A unique index speaks of itself; the wire names the field. */
async function named<Result>({ table }: Store, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
    const field = table.unique?.[error.constraint ?? '']
    throw new Refused('field.duplicate', field === undefined ? {} : { field })
  }
}

function changesOf({ entity }: Store, before: Row | undefined, after: Row): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const field of Object.keys(entity.write?.shape ?? {})) {
    const [old, now] = [before?.[field] ?? null, after[field] ?? null]
    if (JSON.stringify(old) !== JSON.stringify(now)) changes[field] = before ? [old, now] : now
  }
  return changes
}
