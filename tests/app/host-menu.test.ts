// The menu that a named host shows: the words that a person reads, over the menu as it is really laid out.
import { describe, expect, test } from 'vitest'
import { resourceSeeds } from '../../server/seed/navigation.ts'
import { menuOfHost, namesOf } from '../../src/app/gate.ts'
import { entryTitle } from '../../src/app/shell/entry-title.ts'
import { type NavigationItem, navigationOf } from '../../src/app/shell/navigation.ts'
import type { NavigationEntry } from '../../src/contract/endpoints/session.ts'
import { hostRule } from '../../src/domain/navigation/host-menus.ts'

const plain = { hiddenMenus: [], renamedMenus: [] }
const named = { hiddenMenus: hostRule.hidden, renamedMenus: hostRule.renamed }

/** The seeded menu, numbered from a number of the caller's, as the server sends it. */
function seeded(first = 1): NavigationEntry[] {
  const seeds = resourceSeeds()
  const made = new Map(
    seeds.map((seed, index): [object, NavigationEntry] => [
      seed,
      {
        id: first + index,
        pid: seed.parent ? first + seeds.indexOf(seed.parent) : 0,
        type: seed.type,
        name: seed.name,
        enName: seed.enName,
        value: seed.type === 'menu' ? seed.key : null,
        uri: seed.type === 'menu' ? seed.key : null,
        icon: seed.icon,
        mark: seed.type === 'button' ? seed.key : null,
        list: [],
      },
    ]),
  )
  const top: NavigationEntry[] = []
  for (const [index, entry] of [...made.values()].entries()) {
    const parent = seeds[index]?.parent
    const siblings = parent ? made.get(parent)?.list : top
    siblings?.push(entry)
  }
  return top
}

const shown = (host: typeof plain | typeof named, language: string, menu = seeded()) =>
  navigationOf(menuOfHost(menu, host), {
    language,
    titleOf: entry => entryTitle(entry, host)?.message,
    isBuilt: () => true,
    badgeOf: () => undefined,
  })
const titles = (items: readonly NavigationItem[] | undefined) => items?.map(({ title }) => title) ?? []
const below = (items: readonly NavigationItem[], title: string) =>
  titles(items.find(item => item.title === title)?.children)

describe('on a named host', () => {
  test('the mall and advertising are left out with all their pages, and nothing else is', () => {
    const before = titles(shown(plain, 'cn'))
    expect(before).toEqual(expect.arrayContaining(['商城', '广告']))
    expect(titles(shown(named, 'cn'))).toEqual(before.filter(title => !['商城', '广告'].includes(title)))
    const left = namesOf(menuOfHost(seeded(), named))
    const gone = [...namesOf(seeded())].filter(name => !left.has(name))
    expect(gone).toContain('orderManagement')
    expect(gone).toContain('advertisementManagement')
    expect(gone).toHaveLength(17)
  })

  test.each([
    ['cn', '大屏', '工地大屏', '质控平台'],
    ['en', 'Dashboards', 'Construction-site dashboard', 'Quality-control platform'],
    ['fr', 'Dashboards', 'Construction-site dashboard', 'Quality-control platform'],
  ])('in %s one entry of %s has another name: %s is %s', (language, group, own, renamed) => {
    const before = below(shown(plain, language), group)
    expect(before).toContain(own)
    expect(below(shown(named, language), group)).toEqual(
      before.map(title => (title === own ? renamed : title)),
    )
  })

  test('it is the same entries whatever numbers the rows have', () => {
    const words = (first: number) =>
      shown(named, 'cn', seeded(first)).map(item => [item.title, titles(item.children)])
    expect(words(31)).toEqual(words(1))
    expect(words(170)).toEqual(words(1))
  })
})
