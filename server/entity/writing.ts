// Removes, restores and commands rows, each by itself: checked and written to the audit log in the same transaction.
import type { CommandRequest, CommandResult } from '../../src/contract/entity-endpoints.ts'
import type { CommandDefinition } from '../../src/domain/entity.ts'
import type { Context } from '../http/handlers.ts'
import { Refused } from '../http/refusal.ts'
import { accountOrNobody } from '../person.ts'
import { type Found, readRows } from './reading.ts'
import { by, checkReferences, named, refuseInUse, refuseUnlessOwner } from './rules.ts'
import type { Store } from './statement.ts'
import type { Row } from './table.ts'

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
      await store.table.beforeRestore?.({ context, row, tenantId })
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
  request: CommandRequest<CommandDefinition>,
  context: Context,
): Promise<CommandResult> {
  const run = store.table.commands?.[name]
  if (!run) throw new Error(`${store.entity.key} has no command ${name}`)
  refuseUnlessOwner(store.entity, context)
  const input = request.input ?? {}
  const at = Math.min(request.at ?? Date.now(), Date.now())
  const { tenantId: own, highest } = context.person
  const id = accountOrNobody(context.person)
  const seen = new Map(request.seen?.map(each => [each.id, each.version]))
  return eachRow(store, request.ids, context, name, ({ row, tenantId }) => {
    // Before the rule: whoever was second is told who was first, not that there is no such step any more.
    if ((seen.get(row.id) ?? row.version) !== row.version) throw overtaken(store, row)
    const hindrance = store.entity.commands[name]?.hindrance?.(row, { id, tenantId: own, highest })
    if (hindrance?.is === 'refused')
      throw new Refused(hindrance.id, hindrance.params && { params: { ...hindrance.params } })
    return run({ context, row, tenantId, input, at })
  })
}

function overtaken({ table }: Store, row: Row): Refused {
  const name = table.changedBy === undefined ? undefined : row[table.changedBy]
  return new Refused('row.overtaken', typeof name === 'string' ? { params: { name } } : {})
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
  for (const id of ids) {
    const target = found.get(id)
    try {
      if (!target) throw new Refused('row.unknown')
      await context.sql.attempt(async () => {
        const { tenantId } = target
        const change = () => named(store, () => work(target))
        await (store.table.around?.({ context, tenantId }, change) ?? change())
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
