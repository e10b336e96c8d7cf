// Where every entity is stored: what the modules say of theirs, and for the rest a table that follows from the definition.
import { entities } from '../../src/domain/entities.ts'
import type { Store } from './statement.ts'
import { snake, tableOf } from './table.ts'

/** By the key of the entity. */
export function storesOf(given: readonly Store[]): ReadonlyMap<string, Store> {
  const said = new Map(given.map(store => [store.entity.key, store]))
  return new Map(
    entities.map(entity => {
      const name = tableOf(entity.key)
      const unique = Object.fromEntries(
        (entity.unique ?? []).map(field => [`${name}_${snake(field)}`, field]),
      )
      return [entity.key, said.get(entity.key) ?? { entity, table: { name, unique } }]
    }),
  )
}
