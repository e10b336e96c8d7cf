// The navigation list of a person: what is enabled, theirs, and shows more than a refusal, nested by parent.
import type { NavigationEntry } from '../../../src/contract/endpoints/session.ts'
import { pageOpens } from '../../../src/contract/page-needs.ts'
import { type OwnScenario, standsAside } from '../../../src/domain/navigation/scenario-menus.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Person } from '../../person.ts'
import { type Resource, type Resources, withAncestorsEnabled } from './resources.ts'

/** What the person's tenant wishes of the menu. */
export interface Wishes {
  /** Null: the tenant has not said what it is. */
  scenarios: readonly OwnScenario[] | null
  /** The set-up guide is the first thing to do; else it stands among the administration. */
  guideFirst: boolean
}

/**
 * Directories, menus and buttons in their order; what is disabled, or below something disabled, is left out. So is a menu
 * whose page would refuse the person; the buttons in it, which say what the person may do elsewhere, stand above it then.
 */
export function navigationOf(
  person: Pick<Person, 'resourceIds' | 'permissions' | 'highest'>,
  resources: Resources,
  wishes: Wishes = { scenarios: null, guideFirst: true },
): NavigationEntry[] {
  const may = (permission: string) => holds(person.permissions, permission)
  const entries = new Map<number, NavigationEntry>()
  const enabled = withAncestorsEnabled(resources)
  const isAside = (resource: Resource): boolean => {
    if (standsAside(resource, wishes.scenarios)) return true
    const above = enabled.get(resource.parentId ?? 0)
    return resource.type === 'menu' && above !== undefined && isAside(above)
  }
  for (const resource of enabled.values()) {
    if (!person.resourceIds.has(resource.id)) continue
    const { id, type, name, enName, value, uri, icon, mark } = resource
    if (type === 'menu' && !pageOpens(value ?? '', may)) continue
    // What is not for this tenant is left out alone: the buttons in it say what the person may do elsewhere.
    if (isAside(resource)) continue
    entries.set(id, { id, pid: 0, type, name, enName, value, uri, icon, mark, list: [] })
  }
  const top: NavigationEntry[] = []
  for (const entry of entries.values()) {
    const parent = aboveOf(entry.id, enabled, entries)
    entry.pid = parent?.id ?? 0
    if (parent) parent.list.push(entry)
    else top.push(entry)
  }
  const arranged = wishes.guideFirst ? top : withGuideAside(top)
  // Who may do everything begins with what there is to watch, not with a round to walk.
  return person.highest ? arranged.toSorted((a, b) => Number(isOwnDay(a)) - Number(isOwnDay(b))) : arranged
}

/** The guide is over or put away: whoever wants it finds it among the administration. */
function withGuideAside(top: NavigationEntry[]): NavigationEntry[] {
  const guide = top.find(({ value }) => value === 'setup')
  const administration = top.find(({ type, enName }) => type === 'directory' && enName === 'Administration')
  if (!guide) return top
  const rest = top.filter(entry => entry !== guide)
  if (!administration) return [...rest, guide]
  guide.pid = administration.id
  administration.list.push(guide)
  return rest
}

const isOwnDay = ({ value }: NavigationEntry) => value === 'myDay'

/** The next above that is in the list. */
function aboveOf(
  id: number,
  resources: Resources,
  entries: ReadonlyMap<number, NavigationEntry>,
): NavigationEntry | undefined {
  let parentId = resources.get(id)?.parentId ?? null
  while (parentId !== null) {
    const parent = entries.get(parentId)
    if (parent) return parent
    parentId = resources.get(parentId)?.parentId ?? null
  }
  return undefined
}

/** A board of the tenant's own that the menu names. */
export interface MenuBoard {
  id: number
  name: string
  /** The person begins with it. */
  landing: boolean
}

const isBoards = ({ type, value }: NavigationEntry) => type === 'menu' && value === 'boards'

/** The menu with boards by their names, behind the page of all; what the person begins with comes before everything. */
export function withBoards(
  menu: readonly NavigationEntry[],
  boards: readonly MenuBoard[],
): NavigationEntry[] {
  const first = boards.find(({ landing }) => landing)
  const named = behindBoards(menu, boards.filter(each => each !== first).map(entryOf))
  return first && holdsBoards(menu) ? [entryOf(first), ...named] : named
}

const holdsBoards = (menu: readonly NavigationEntry[]): boolean =>
  menu.some(entry => isBoards(entry) || holdsBoards(entry.list))

const behindBoards = (
  menu: readonly NavigationEntry[],
  entries: readonly NavigationEntry[],
): NavigationEntry[] =>
  menu.flatMap(entry => {
    const inside = { ...entry, list: behindBoards(entry.list, entries) }
    return isBoards(entry) ? [inside, ...entries.map(each => ({ ...each, pid: entry.pid }))] : [inside]
  })

/** No resource has a number below nothing. */
const entryOf = ({ id, name }: MenuBoard): NavigationEntry => ({
  ...{ id: -id, pid: 0, type: 'menu', name, enName: name, value: null, mark: null, list: [] },
  ...{ uri: `boards?board=${id}`, icon: 'grid' },
})
