// The navigation list of a person: what is enabled and theirs, nested by parent.
import type { NavigationEntry } from '../../../src/contract/endpoints/session.ts'
import type { Person } from './person.ts'
import { type Resources, withAncestorsEnabled } from './resources.ts'

/** Directories, menus and buttons in their order; what is disabled, or below something disabled, is left out. */
export function navigationOf(person: Pick<Person, 'resourceIds'>, resources: Resources): NavigationEntry[] {
  const entries = new Map<number, NavigationEntry>()
  const enabled = withAncestorsEnabled(resources)
  for (const resource of enabled.values()) {
    if (!person.resourceIds.has(resource.id)) continue
    const { id, parentId, type, name, enName, value, uri, icon, mark } = resource
    entries.set(id, { id, pid: parentId ?? 0, type, name, enName, value, uri, icon, mark, list: [] })
  }
  const top: NavigationEntry[] = []
  for (const entry of entries.values()) {
    const siblings = entry.pid === 0 ? top : entries.get(entry.pid)?.list
    siblings?.push(entry)
  }
  return top
}
