// Creates and changes rows: checked against the tenant, the version, the references, the tree and the entity's own
// rules, and written to the audit log in the same transaction.
import type { Context } from '../http/handlers.ts'
import { Refused } from '../http/refusal.ts'
import { type Found, readRows, shaped } from './reading.ts'
import { by, checkReferences, named, refuseUnlessOwner } from './rules.ts'
import { Conditions, columnsOf, fromOf, type Store } from './statement.ts'
import { type Row, snake } from './table.ts'

/** Deeper trees than this are a mistake, and a search for cycles must end. */
const DEEPEST = 50

type Input = Record<string, unknown> & { id?: number; version?: number }

/** Creates or changes a row and answers it as it now is. */
export const saveRow = (store: Store, input: Input, context: Context): Promise<Row> =>
  save(store, input, context, Object.keys(store.entity.schema.shape))

/** Creates or changes a row and answers its id. What others make of the row is not looked up, so that a sheet of thousands is soon in. */
export async function storeRow(store: Store, input: Input, context: Context): Promise<number> {
  // What is only written, as a password is, is no field of the row.
  const { shape } = store.entity.schema
  const fields = writtenFields(store).filter(field => Object.hasOwn(shape, field))
  const { id } = await save(store, input, context, ['id', 'version', ...fields])
  return id
}

const writtenFields = ({ entity }: Store): string[] => Object.keys(entity.write?.shape ?? {})

async function save(
  store: Store,
  { id, version, ...input }: Input,
  context: Context,
  fields: readonly string[],
): Promise<Row> {
  const { entity, table } = store
  refuseUnlessOwner(entity, context)
  if (id === undefined && entity.addable === false) throw new Refused('forbidden')
  if (entity.parent && id !== undefined) await holdTree(store, context)
  const found = id === undefined ? undefined : await lockedRow(store, id, version, context)
  const before = found?.row
  const tenantId = found?.tenantId ?? table.tenantOfNew?.({ context, input }) ?? context.person.tenantId
  const saving = { context, input, before, tenantId }
  keepInDepartments(store, input, before, context)
  await checkReferences(entity, input, tenantId, context)
  if (entity.parent && id !== undefined) await refuseCycle(store, id, input[entity.parent], context)
  const columns = { ...ownColumns(store, input), ...(await table.beforeSave?.(saving)) }
  const change = async () => {
    const written = await named(store, () =>
      write(store, columns, found && id !== undefined ? id : undefined, saving),
    )
    await table.afterSave?.({ ...saving, id: written })
    return written
  }
  const savedId = await (table.around?.({ context, tenantId }, change) ?? change())
  const after = await readStored(store, savedId, context, fields)
  context.sql.audit({
    ...by(context, tenantId),
    action: `${entity.key}.${before ? 'change' : 'create'}`,
    entity: entity.key,
    rowId: savedId,
    detail: { changes: changesOf(store, before, after), ...('password' in input ? { password: 'set' } : {}) },
  })
  await table.afterChange?.({ context, id: savedId, tenantId, verb: before ? 'change' : 'create' })
  return after
}

// Of two who hang two branches into each other at once, the second must see what the first has done. The row locks
// would not tell: each takes another row.
async function holdTree({ table }: Store, { sql }: Context): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`tree ${table.name}`])
}

async function refuseCycle(
  { entity, table }: Store,
  own: number,
  parent: unknown,
  { sql }: Context,
): Promise<void> {
  if (typeof parent !== 'number') return
  const row = await sql.first<{ cycle: boolean }>(
    `with recursive up as (
       select id, parent_id, 1 as depth from ${table.name} where id = $1
       union all select p.id, p.parent_id, up.depth + 1 from ${table.name} p join up on p.id = up.parent_id where up.depth < ${DEEPEST})
     select coalesce(bool_or(id = $2), false) or count(*) >= ${DEEPEST} as cycle from up`,
    [parent, own],
  )
  if (row?.cycle) throw new Refused('field.cycle', { field: entity.parent ?? 'parentId' })
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

function ownColumns(store: Store, input: Record<string, unknown>): Record<string, unknown> {
  const fields = writtenFields(store).filter(
    field => input[field] !== undefined && !store.table.apart?.includes(field),
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
async function readStored(
  store: Store,
  id: number,
  { sql }: Context,
  fields: readonly string[],
): Promise<Row> {
  const conditions = new Conditions()
  const row = await sql.first<Row>(
    `select ${columnsOf(store, fields)} from ${fromOf(store)} where t.id = ${conditions.bind(id)}`,
    conditions.values,
  )
  if (!row) throw new Refused('row.unknown')
  return shaped(store, row)
}

function changesOf(store: Store, before: Row | undefined, after: Row): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const field of writtenFields(store)) {
    const [old, now] = [before?.[field] ?? null, after[field] ?? null]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    changes[field] = store.table.forgettable?.includes(field) ? 'set' : before ? [old, now] : now
  }
  return changes
}
