// Who should be here: what several sources know, joined into one roll on which nobody stands twice.
import * as z from 'zod/mini'
import { moment } from '../fields.ts'

export const rosterSource = z.enum(['punch', 'door', 'fence', 'floor', 'device', 'home', 'visitor'])
export type RosterSource = z.output<typeof rosterSource>

export const rosterSign = z.object({
  source: rosterSource,
  /** The fence, the floor, the room, the device. */
  where: z.nullable(z.string()),
  /** Since when it is known, or of when it is. */
  at: moment,
})
export type RosterSign = z.output<typeof rosterSign>

/** Somebody as one source knows them. */
export interface Found extends RosterSign {
  /** By what they are known, the surest first: `worker:3`, `device:9`, `phone:13800000001`. */
  knownBy: readonly string[]
  name: string
  /** Trade, room: what tells two of one name apart. */
  detail: string | null
  /** Their department and all above it, the nearest first. */
  departmentIds: readonly number[]
}

export interface RosterPerson {
  key: string
  name: string
  detail: string | null
  departmentIds: readonly number[]
  /** All by which they are known. */
  knownBy: readonly string[]
  /** The newest first. */
  signs: readonly RosterSign[]
}

/** The surest first. What stands behind the colon of the last two may be of several people: it joins, and names nobody. */
const KINDS = ['worker', 'resident', 'guest', 'device', 'phone']
const kindOf = (key: string) => key.slice(0, key.indexOf(':'))
const placeOf = (key: string) => KINDS.indexOf(kindOf(key))
const surer = (a: string, b: string) => placeOf(a) - placeOf(b) || (a < b ? -1 : a > b ? 1 : 0)
const isPerson = (key: string) => kindOf(key) === 'worker' || kindOf(key) === 'resident'

/** The same roll in whatever order the sources answer, sorted by name. Nobody is lost: in doubt two stand on it, not one. */
export function joinRoster(found: readonly Found[]): RosterPerson[] {
  const known = found.filter(({ knownBy }) => knownBy.length > 0)
  const shared = sharedKeys(known)
  const parents = new Map<string, string>()
  const top = (key: string): string => {
    const above = parents.get(key) ?? key
    if (above === key) return key
    const highest = top(above)
    parents.set(key, highest)
    return highest
  }
  for (const each of known)
    for (const other of each.knownBy) {
      if (shared.has(other)) continue
      const [a, b] = [top(surest(each)), top(other)].sort(surer)
      if (a !== undefined && b !== undefined) parents.set(b, a)
    }
  return [...Map.groupBy(known, each => top(surest(each))).values()]
    .flatMap(apart)
    .map(personOf)
    .sort((a, b) => a.name.localeCompare(b.name, 'zh') || (a.key < b.key ? -1 : 1))
}

/** Devices that go from hand to hand, and telephones of a family: what two people of one kind have joins nobody. */
function sharedKeys(known: readonly Found[]): ReadonlySet<string> {
  const owners = new Map<string, Set<string>>()
  for (const { knownBy } of known)
    for (const key of knownBy)
      if (!isPerson(key))
        for (const person of knownBy.filter(isPerson))
          owners.set(key, (owners.get(key) ?? new Set()).add(person))
  const shared = [...owners].filter(([, people]) => new Set([...people].map(kindOf)).size < people.size)
  return new Set(shared.map(([key]) => key))
}

/** Two people who were joined round several corners are two again. */
function apart(group: readonly Found[]): Found[][] {
  const people = new Set(group.flatMap(({ knownBy }) => knownBy.filter(isPerson)))
  if (new Set([...people].map(kindOf)).size === people.size) return [[...group]]
  return [...Map.groupBy(group, surest).values()]
}

function personOf(group: readonly Found[]): RosterPerson {
  const sorted = [...group].sort(
    (a, b) => surer(surest(a), surest(b)) || (writtenOut(a) < writtenOut(b) ? -1 : 1),
  )
  const [first] = sorted
  if (!first) throw new Error('A group of nobody')
  const signs = new Map<string, RosterSign>()
  for (const { source, where, at } of sorted) {
    const name = `${source} ${where}`
    const known = signs.get(name)
    if (!known || known.at < at) signs.set(name, { source, where, at })
  }
  return {
    key: surest(first),
    name: first.name,
    detail: sorted.find(({ detail }) => detail)?.detail ?? null,
    departmentIds: sorted.find(({ departmentIds }) => departmentIds.length > 0)?.departmentIds ?? [],
    knownBy: [...new Set(sorted.flatMap(({ knownBy }) => knownBy))].sort(surer),
    signs: [...signs.values()].sort(
      (a, b) => b.at - a.at || (`${a.source} ${a.where}` < `${b.source} ${b.where}` ? -1 : 1),
    ),
  }
}

const surest = ({ knownBy }: Found): string => [...knownBy].sort(surer)[0] ?? ''
const writtenOut = ({ name, detail, source, where, at }: Found) =>
  JSON.stringify([name, detail, source, where, at])

interface ListPoint {
  key: string
  departmentIds: readonly number[]
}

/**
 * On whose list somebody stands: of the point that their department gathers at, the nearest above them first; else of the one
 * point that is for all others. Null: on nobody's, and so on everybody's.
 */
export function pointFor(departmentIds: readonly number[], points: readonly ListPoint[]): string | null {
  for (const departmentId of departmentIds) {
    const found = points.find(point => point.departmentIds.includes(departmentId))
    if (found) return found.key
  }
  const [rest, ...others] = points.filter(point => point.departmentIds.length === 0)
  return rest && others.length === 0 ? rest.key : null
}
