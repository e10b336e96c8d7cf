// The menu as the console offers it: only pages that are there, each with what else it is called.
import { expect, test } from 'vitest'
import { navigationOf } from '../../../src/app/shell/navigation.ts'
import type { NavigationEntry } from '../../../src/contract/endpoints/session.ts'

const entry = (id: number, value: string | null, list: NavigationEntry[] = []): NavigationEntry => ({
  id,
  pid: 0,
  name: `名称${id}`,
  enName: `Name ${id}`,
  value,
  icon: id === 1 ? 'helmet' : null,
  uri: value,
  type: value === null ? 'directory' : 'menu',
  mark: null,
  list,
})
const words = {
  language: 'cn',
  titleOf: () => undefined,
  isBuilt: (path: string) => path === '/DeviceList',
  badgeOf: () => undefined,
}

test('a page that is not built is not offered, nor a group of nothing else', () => {
  const menu = [
    entry(1, null, [entry(2, 'DeviceList'), entry(3, 'MallData')]),
    entry(4, null, [entry(5, 'Category')]),
  ]
  const items = navigationOf(menu, words)
  expect(items.map(({ title }) => title)).toEqual(['名称1'])
  expect(items[0]?.children?.map(({ title }) => title)).toEqual(['名称2'])
})

test('a page is known by its English name too, and has the icon of its group', () => {
  const [group] = navigationOf([entry(1, null, [entry(2, 'DeviceList')])], words)
  expect(group?.children?.[0]).toMatchObject({ aliases: ['名称2', 'Name 2'], pageIcon: 'helmet' })
})
