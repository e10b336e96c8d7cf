// Who works on their feet loses the network without notice: pages on which something can be done without one are fetched while
// there is one, each with its first rows.
import type { AnyRouter } from '@tanstack/react-router'
import { entities } from '../domain/entities.ts'
import { isKey } from '../domain/keys.ts'
import { getConnection } from '../platform/connection.ts'
import { getSession } from '../platform/session-store.ts'
import { getBootInfo } from './boot-info.ts'
import { builtPages } from './built-pages.ts'
import { entityRegistry } from './entity-registry.ts'
import { menuOfHost, namesOf } from './gate.ts'

type FieldRouter = Pick<AnyRouter, 'preloadRoute' | 'routesById'>

/** Where labels are read: it stands for pages of many entities. */
const SCAN = '/scan'

/** Every page that keeps what somebody does for later. */
function everyFieldPage(): string[] {
  const paths = entities.flatMap(({ key, page, grants: { menu } }) =>
    isKey(entityRegistry, key) && entityRegistry[key].waiting ? [page?.path ?? `/${menu}`] : [],
  )
  return [...new Set([...paths, SCAN])]
}

/** Those of them that are built and that the person of this session may open. */
export function fieldPages({ routesById }: Pick<FieldRouter, 'routesById'>): string[] {
  const names = namesOf(menuOfHost(getSession()?.menu ?? [], getBootInfo()))
  const { isBuilt } = builtPages(routesById)
  return everyFieldPage().filter(path => names.has(path.slice(1)) && isBuilt(path))
}

/** One after the other: whatever the person does meanwhile goes first. What does not come is fetched when it is opened. */
export async function fetchFieldPages(router: FieldRouter): Promise<void> {
  const whose = getSession()?.token
  for (const to of fieldPages(router)) {
    if (!getConnection().online || getSession()?.token !== whose) return
    await router.preloadRoute({ to }).catch(() => undefined)
  }
}
