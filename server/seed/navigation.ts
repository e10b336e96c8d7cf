// Seeds the tree of permission resources: directories, one menu per route, one button per permission.
import { allEndpoints } from '../../src/contract/endpoints/catalogue.ts'
import { DIRECTORY_PERMISSION } from '../../src/domain/access/directory.ts'
import { routeFacts } from '../../src/domain/navigation/pages.ts'
import { alwaysAllowed, routeName } from '../../src/domain/navigation/routes.ts'
import { PUBLISH_PERMISSION, UNLOCK_PERMISSION } from '../broker/access.ts'
import type { Sql } from '../db/scoped.ts'
import { grantToBuiltInRoles } from './built-in-roles.ts'
import {
  branches,
  iconOfRoute,
  MORE,
  menuOfPermission,
  wordsOfPermission,
  wordsOfVerb,
} from './navigation-tree.ts'

export interface ResourceSeed {
  type: 'directory' | 'menu' | 'button'
  /** What the row is found by at the next start: English name, route name or permission. */
  key: string
  name: string
  enName: string
  parent: ResourceSeed | undefined
  icon: string | null
  sort: number
}

const OPEN = new Set(['public', 'session', 'demo', 'resident'])

/** Every permission that an endpoint of the contract or the broker asks for, in the order of the contract. */
export function allPermissions(): readonly string[] {
  const asked = [
    ...allEndpoints().map(call => call.access),
    ...[UNLOCK_PERMISSION, PUBLISH_PERMISSION, DIRECTORY_PERMISSION],
  ]
  return [...new Set(asked)].filter(access => !OPEN.has(access))
}

/** The whole tree in an order in which parents come before their children. */
export function resourceSeeds(): readonly ResourceSeed[] {
  const seeds: ResourceSeed[] = []
  const menus = new Map<string, ResourceSeed>()
  const facts = new Map(routeFacts.map(route => [routeName(route.path), route]))
  let sort = 0
  const add = (seed: Omit<ResourceSeed, 'sort'>) => {
    sort += 10
    const made = { ...seed, sort }
    seeds.push(made)
    return made
  }
  const addMenu = (route: string, parent: ResourceSeed | undefined, words?: { zh: string; en: string }) => {
    const fact = facts.get(route)
    if (!fact) throw new Error(`The menu names an unknown route: ${route}`)
    menus.set(
      route,
      add({
        type: 'menu',
        key: route,
        name: words?.zh ?? fact.titleZh,
        enName: words?.en ?? fact.titleEn,
        parent,
        icon: iconOfRoute[route] ?? null,
      }),
    )
  }
  const addDirectory = ({ zh, en, icon }: { zh: string; en: string; icon: string }) =>
    add({ type: 'directory', key: en, name: zh, enName: en, parent: undefined, icon })

  for (const branch of branches) {
    const directory = branch.flat ? undefined : addDirectory(branch)
    for (const route of branch.routes) addMenu(route, directory, branch.flat && branch)
  }
  const rest = routeFacts.filter(
    route =>
      route.layout !== 'bare' &&
      !menus.has(routeName(route.path)) &&
      !alwaysAllowed.includes(routeName(route.path)),
  )
  const more = addDirectory(MORE)
  for (const route of rest) addMenu(routeName(route.path), more)

  for (const permission of allPermissions()) {
    const verb = permission.split('.')[1] ?? ''
    const parent = menus.get(menuOfPermission(permission) ?? '')
    const words = wordsOfPermission[permission] ?? wordsOfVerb[verb]
    if (!parent || !words) throw new Error(`The permission ${permission} has no menu or no words`)
    add({ type: 'button', key: permission, name: words[0], enName: words[1], parent, icon: null })
  }
  return seeds
}

interface StoredResource {
  id: number
  type: ResourceSeed['type']
  value: string | null
  mark: string | null
  en_name: string | null
}

const keyOf = (row: StoredResource) =>
  row.type === 'directory' ? row.en_name : row.type === 'menu' ? row.value : row.mark

/**
 * Adds the resources that are missing and gives the built-in roles that exist what they were never given. What an administrator
 * changed, moved or removed stays as it is.
 */
export async function seedNavigation(sql: Sql, now = Date.now()): Promise<void> {
  const stored = await sql.query<StoredResource>('select id, type, value, mark, en_name from resource')
  const ids = new Map(stored.map(row => [`${row.type} ${keyOf(row)}`, row.id]))
  const nameOf = (seed: ResourceSeed) => `${seed.type} ${seed.key}`
  const missing = resourceSeeds().filter(seed => !ids.has(nameOf(seed)))
  // One level after the other: a statement needs the ids of the parents.
  for (const type of ['directory', 'menu', 'button'] as const) {
    const level = missing.filter(seed => seed.type === type)
    const rows = await sql.query<{ id: number; n: number }>(
      `with seed as (
         select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::int[])
           with ordinality as seed (name, en_name, parent_id, value, icon, mark, sort, n)
       ), made as (
         insert into resource (created_at, updated_at, name, en_name, type, parent_id, value, uri, icon, mark, sort)
         select $8, $8, name, en_name, $9, parent_id, value, value, icon, mark, sort from seed order by n
         returning id, sort
       ) select made.id, seed.n from made join seed using (sort)`,
      [
        level.map(seed => seed.name),
        level.map(seed => seed.enName),
        level.map(seed => (seed.parent ? (ids.get(nameOf(seed.parent)) ?? null) : null)),
        level.map(seed => (type === 'menu' ? seed.key : null)),
        level.map(seed => seed.icon),
        level.map(seed => (type === 'button' ? seed.key : null)),
        level.map(seed => seed.sort),
        now,
        type,
      ],
    )
    for (const row of rows) {
      const seed = level[row.n - 1]
      if (!seed) continue
      ids.set(nameOf(seed), row.id)
    }
  }
  await grantToBuiltInRoles(sql)
}
