// Mounts the generic endpoints of every entity on its store.
import { entityEndpoints, type ImportWords, type ResultWords } from '../../src/contract/entity-endpoints.ts'
import { type EntityDefinition, mayGiveToAll } from '../../src/domain/entity.ts'
import type { Context, Handlers } from '../http/handlers.ts'
import { readPage, readRow } from './reading.ts'
import { saveRow } from './saving.ts'
import type { Store } from './statement.ts'
import { commandRows, removeRows, restoreRows } from './writing.ts'

export interface ExportRequest {
  format: 'csv' | 'xlsx'
  columns: { of: string; label: string }[]
  words?: Record<string, Record<string, string>> | undefined
  english?: boolean | undefined
  ids?: number[] | undefined
  query?: Record<string, unknown> | undefined
  zone: string
}

export interface ImportRequest {
  fileId: number
  columns: { of: string; label: string }[]
  words?: Record<string, Record<string, string>> | undefined
  existing: 'refuse' | 'change' | 'skip'
  dryRun?: boolean | undefined
  said?: ImportWords | undefined
  zone: string
}

export interface FoundRequest {
  query: Record<string, unknown>
  expected: number
  input?: Record<string, unknown> | undefined
  nameOf: string
  said: ResultWords
  zone: string
}

/** Registers page, get, save, remove, restore, export and the commands of each entity, as far as it has them. */
export function mountEntities(
  handlers: Handlers,
  entities: readonly EntityDefinition[],
  stores: ReadonlyMap<string, Store>,
  startExport: (
    store: Store,
    request: ExportRequest,
    context: Parameters<typeof readPage>[2] & { address: string },
  ) => Promise<number>,
  startImport: (store: Store, request: ImportRequest, context: Context) => Promise<number>,
  startCommand: (
    store: Store,
    command: string,
    request: FoundRequest,
    context: Context,
  ) => Promise<{ taskId: number; rows: number }>,
): void {
  for (const entity of entities) {
    const store = stores.get(entity.key)
    if (!store) throw new Error(`${entity.key} has no table`)
    const endpoints = entityEndpoints(entity)
    handlers.handle(endpoints.page, (query, context) => readPage(store, query, context))
    handlers.handle(endpoints.get, ({ id }, context) => readRow(store, id, context))
    handlers.handle(endpoints.export, async (request, context) => ({
      taskId: await startExport(store, request, context),
    }))
    if (entity.write)
      handlers.handle(endpoints.save, (input, context) => saveRow(store, { ...input }, context))
    if (entity.importable)
      handlers.handle(endpoints.import, async (request, context) => ({
        taskId: await startImport(store, request, context),
      }))
    if (entity.removable) {
      handlers.handle(endpoints.remove, ({ ids }, context) => removeRows(store, ids, context))
      handlers.handle(endpoints.restore, ({ ids }, context) => restoreRows(store, ids, context))
    }
    for (const name of Object.keys(entity.commands))
      handlers.handle(endpoints.command(name), (request, context) =>
        commandRows(store, name, request, context),
      )
    for (const name of [...Object.keys(entity.commands), 'remove'])
      if (mayGiveToAll(entity, name))
        handlers.handle(endpoints.found(name), (request, context) =>
          startCommand(store, name, request, context),
        )
  }
}
