// Which modules come as one file: what a step begins with and all it imports, but nothing that an earlier step has.
import { expect, test } from 'vitest'
import { stepsOf } from '../../scripts/fetched-together.mjs'

const modules: Record<string, string[]> = {
  'main.ts': ['base.ts', 'shared.ts'],
  'base.ts': [],
  'shared.ts': ['base.ts'],
  'frame.ts': ['shared.ts', 'menu.ts'],
  'menu.ts': ['icons.ts', 'frame.ts'],
  'icons.ts': [],
  'list.ts': ['icons.ts', 'table.ts'],
  'table.ts': ['base.ts', 'wanted.ts'],
  'wanted.ts': ['behind.ts'],
  'behind.ts': [],
  'map.ts': ['table.ts'],
}

test('each module is of the first step that needs it, or of none', () => {
  const look = (id: string) => ({
    importedIds: modules[id] ?? [],
    dynamicImporters: id === 'wanted.ts' ? ['map.ts'] : [],
  })
  const found = stepsOf(Object.keys(modules), look, [
    { roots: [/^main/] },
    { name: 'frame', roots: [/^frame/] },
    { name: 'lists', roots: [/^list/] },
  ])
  expect(Object.fromEntries(found)).toEqual({
    'frame.ts': 'frame',
    'menu.ts': 'frame',
    'icons.ts': 'frame',
    'list.ts': 'lists',
    'table.ts': 'lists',
    'behind.ts': 'lists',
  })
})
