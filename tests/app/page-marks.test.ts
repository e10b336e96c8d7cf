// A menu offers only what opens: what is said of pages is what their entities and screens ask.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInRoles } from '../../server/db/seed/built-in-roles.ts'
import { allMarks } from '../../server/db/seed/navigation.ts'
import { entities } from '../../src/domain/entities.ts'
import { markOf } from '../../src/domain/entity.ts'
import { pageOpens } from '../../src/domain/navigation/page-marks.ts'
import { routeFacts, routeName } from '../../src/domain/navigation/routes.ts'

const everyMark = allMarks()
const all = (mark: string) => everyMark.includes(mark)
const but = (left: string) => (mark: string) => mark !== left && all(mark)

/** List pages with the entity that their route file names. */
const lists = globSync('src/routes/_{console,map}/*.tsx').flatMap(file => {
  const source = readFileSync(file, 'utf8')
  const key = /listRoute\(\s*async \(\) => \(await import\('[^']+'\)\)\.(\w+)/.exec(source)?.[1]
  const path = /createFileRoute\('\/_(?:console|map)(\/[^']+)'/.exec(source)?.[1]
  const entity = entities.find(each => each.key === key)
  return entity && path ? [{ name: routeName(path), needed: markOf(entity, 'read') }] : []
})

test('every page opens with every mark', () => {
  expect(routeFacts.map(({ path }) => routeName(path)).filter(name => !pageOpens(name, all))).toEqual([])
})

test('finds the list pages', () => {
  expect(lists.length).toBeGreaterThan(20)
})

test.each(lists)('the list $name opens with $needed only', ({ name, needed }) => {
  expect(everyMark).toContain(needed)
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
    expect(pageOpens(name, builtInRoles.patrol.mark)).toBe(opens)
  })
})
