// A menu offers only what opens: what is said of pages is what their entities and screens ask.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtInRoles } from '../../server/seed/built-in-roles.ts'
import { allPermissions } from '../../server/seed/navigation.ts'
import { pageOpens } from '../../src/contract/page-needs.ts'
import { entities } from '../../src/domain/entities.ts'
import { permissionFor } from '../../src/domain/entity.ts'
import { routeFacts } from '../../src/domain/navigation/pages.ts'
import { routeName } from '../../src/domain/navigation/routes.ts'

const everyPermission = allPermissions()
const all = (permission: string) => everyPermission.includes(permission)
const but = (left: string) => (permission: string) => permission !== left && all(permission)

/** List pages with the entity that their route file names. */
const lists = globSync('src/routes/_{console,map}/*.tsx').flatMap(file => {
  const source = readFileSync(file, 'utf8')
  const key =
    /entityRoute\('(\w+)'\)/.exec(source)?.[1] ??
    /listRoute\(\s*async \(\) => \(await import\('[^']+'\)\)\.(\w+)/.exec(source)?.[1]
  const path = /createFileRoute\('\/_(?:console|map)(\/[^']+)'/.exec(source)?.[1]
  const entity = entities.find(each => each.key === key)
  return entity && path ? [{ name: routeName(path), needed: permissionFor(entity, 'read') }] : []
})

/** Modules of features that a file imports, by their paths. */
function screensOf(file: string, depth: number): string[] {
  const source = readFileSync(file, 'utf8')
  const found = [...source.matchAll(/from '(\.[^']+\.tsx)'/g)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter(path => path.includes('/src/features/') && existsSync(path))
  return [file, ...(depth > 0 ? found.flatMap(path => screensOf(path, depth - 1)) : [])]
}

/** Permissions without which a whole screen is a refusal, by the words of the screens themselves. */
const GUARDS = [
  /^ {2}if \(!may\('([\w.]+)'\)(?: \|\| !may\('([\w.]+)'\))?\) return <Forbidden \/>/gm,
  /return may\('([\w.]+)'\) \? <\w+ .*: <Forbidden \/>/g,
  /^ +permission="([\w.]+)"$/gm,
]
/** What refuses is a step within the page, which shows something else without it. */
const STEPS = new Set([
  'cardAdd doorCard.issue',
  'uwbDrawingList drawing.save',
  'meters meterReading.save',
  'roomManagement room.save',
])
const guarded = globSync('src/routes/_{console,map}/*.tsx').flatMap(file => {
  const path = /createFileRoute\('\/_(?:console|map)(\/[^']+)'/.exec(readFileSync(file, 'utf8'))?.[1]
  if (path === undefined) return []
  const screens = screensOf(file, 2).map(each => readFileSync(each, 'utf8'))
  const permissions = screens.flatMap(source =>
    GUARDS.flatMap(guard => [...source.matchAll(guard)].flatMap(([, ...named]) => named.filter(Boolean))),
  )
  const name = routeName(path)
  return [...new Set(permissions)].flatMap(permission =>
    STEPS.has(`${name} ${permission}`) ? [] : [{ name, permission }],
  )
})

test('every page opens with every permission', () => {
  expect(routeFacts.map(({ path }) => routeName(path)).filter(name => !pageOpens(name, all))).toEqual([])
})

test('finds the list pages', () => {
  expect(lists.length).toBeGreaterThan(20)
})

test('finds the pages that refuse by themselves', () => {
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['baseStationEdit', 'packageList', 'topup', 'uploadForm', 'fenceMap', 'audio']),
  )
})

test.each(guarded)(
  '$name, which refuses without $permission, is offered with it only',
  ({ name, permission }) => {
    expect(pageOpens(name, but(permission))).toBe(false)
  },
)

test.each(lists)('the list $name opens with $needed only', ({ name, needed }) => {
  expect(everyPermission).toContain(needed)
  expect(pageOpens(name, but(needed))).toBe(false)
})

describe('a patrol', () => {
  test.each([
    ['CloudStorage', false],
    ['baseStationEdit', false],
    ['uploadForm', true],
    ['baseList', true],
    ['fenceList', true],
    ['rightsManagement', false],
    ['unknown', true],
  ])('%s opens: %s', (name, opens) => {
    expect(pageOpens(name, builtInRoles.patrol.holds)).toBe(opens)
  })
})
