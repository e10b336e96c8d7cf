// The route of an entity's list. Its view is fetched beside the first page of rows, and the page opens once it is there; the
// login, which loads every route, has neither the view nor the registry for it.
import type { EntityKey } from '../domain/entities.ts'
import { type ListLoad, listRoute } from '../resource/list-route.ts'
import type { View } from '../resource/view.ts'
import { within } from './lazy-chunk.ts'

/** Views that have come: changing a filter does not wait for what is there. */
const there = new Map<EntityKey, View>()

async function fetchView(key: EntityKey): Promise<View> {
  const { entityRegistry } = await import('./entity-registry.ts')
  const { view } = entityRegistry[key]
  if (!view) throw new Error(`${key} is never listed`)
  const fetched = await view()
  there.set(key, fetched)
  return fetched
}

async function definitionOf(key: EntityKey) {
  const { entityNamed } = await import('../domain/entities.ts')
  return entityNamed(key)
}

export function entityRoute(key: EntityKey) {
  const { loader, loaderDeps } = listRoute(() => definitionOf(key))
  return {
    loaderDeps,
    loader: (asked: ListLoad): View | Promise<View> => {
      loader(asked)
      return there.get(key) ?? within(fetchView(key))
    },
  }
}
