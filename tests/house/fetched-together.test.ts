// Which modules come as one file: a step of the way to work, or what pages of the same families share.
import { expect, test } from 'vitest'
import { filesOf } from '../../scripts/fetched-together.mjs'

/** What each imports at once, and what it may want later. */
const modules: Record<string, [imports: string[], wants?: string[]]> = {
  '/src/main.ts': [
    ['/src/ui/base.ts', '/src/ui/words.ts'],
    ['/src/routes/list.ts', '/src/routes/map.ts'],
  ],
  '/src/ui/base.ts': [[]],
  '/src/ui/words.ts': [['/src/ui/base.ts']],
  '/src/frame.ts': [['/src/ui/words.ts', '/src/menu.ts']],
  '/src/menu.ts': [['/src/icons.ts', '/src/frame.ts']],
  '/src/icons.ts': [[]],
  '/src/routes/list.ts': [['/src/icons.ts', '/src/table.ts', '/src/rows.ts']],
  '/src/table.ts': [['/src/ui/base.ts', '/src/wanted.ts']],
  '/src/rows.ts': [[]],
  '/src/wanted.ts': [['/src/behind.ts']],
  '/src/behind.ts': [[]],
  '/src/routes/map.ts': [
    ['/src/table.ts', '/src/domain/place.ts'],
    ['/src/wanted.ts', '/src/domain/place.ts'],
  ],
  '/src/domain/place.ts': [[]],
  '/src/routes/bill.ts': [['/src/features/billing/pay/sum.ts', '/src/alone.ts']],
  '/src/routes/card.ts': [
    ['/src/features/billing/pay/sum.ts'],
    ['/src/routes/bill.ts', '/src/routes/card.ts'],
  ],
  '/src/features/billing/pay/sum.ts': [[]],
  '/src/alone.ts': [[]],
  '/src/door.ts': [['/src/ui/base.ts', '/src/icons.ts', '/src/latch.ts']],
  '/src/latch.ts': [[]],
}
const ids = Object.keys(modules)
const look = (id: string) => {
  const [importedIds = [], dynamicallyImportedIds = []] = modules[id] ?? []
  return {
    importedIds,
    dynamicallyImportedIds,
    dynamicImporters: ids.filter(importer => modules[importer]?.[1]?.includes(id)),
  }
}

test('behind the login all style sheets come as one, and a library’s entry brings nothing along by itself', () => {
  const library = '/node_modules/@mantine/core/esm/index.mjs'
  const imports: Record<string, string[]> = {
    '/src/main.ts': ['/src/start.module.css', library],
    '/src/start.module.css': [],
    [library]: ['/node_modules/@mantine/core/esm/Slider.mjs'],
    '/node_modules/@mantine/core/esm/Slider.mjs': [],
    '/src/frame.ts': ['/src/frame.module.css', '/src/kit.module.css'],
    '/src/frame.module.css': [],
    '/src/kit.module.css': [],
    '/src/page.module.css': [],
    '/src/door.ts': ['/src/kit.module.css', '/src/door.module.css'],
    '/src/door.module.css': [],
  }
  const entries = ['/src/frame.ts', '/src/door.ts']
  const found = filesOf(
    Object.keys(imports),
    id => ({
      importedIds: imports[id] ?? [],
      dynamicallyImportedIds: id === '/src/main.ts' ? entries : [],
      dynamicImporters: entries.includes(id) ? ['/src/main.ts'] : [],
    }),
    { steps: { start: [/\/main/], frame: [/\/frame\.ts/] }, families: {}, apart: { door: [/\/door\.ts/] } },
  )
  expect(Object.fromEntries(found)).toEqual({
    '/src/main.ts': 'start',
    '/src/start.module.css': 'start',
    [library]: 'start',
    '/src/frame.module.css': 'sheets',
    // The door's page, too, draws with the kit, and brings the console's sheets along no more than its code.
    '/src/kit.module.css': 'sheets-common',
    '/src/page.module.css': 'sheets',
  })
})

test('each module is of the first step that needs it, else of just the families that do, else of its room', () => {
  const found = filesOf(ids, look, {
    steps: { start: [/\/main/], frame: [/frame/] },
    families: { lists: [/routes\/list/], maps: [/routes\/map/] },
    apart: { door: [/door/] },
  })
  expect(Object.fromEntries(found)).toEqual({
    '/src/main.ts': 'start',
    // The door's page brings neither the console's start nor its frame along.
    '/src/ui/base.ts': 'start-common',
    '/src/ui/words.ts': 'start',
    '/src/frame.ts': 'frame',
    '/src/menu.ts': 'frame',
    '/src/icons.ts': 'frame-common',
    '/src/table.ts': 'lists-maps',
    '/src/rows.ts': 'lists',
    // What is imported when it is wanted has a file of its own, what lies behind it has not.
    '/src/behind.ts': 'lists-maps',
    '/src/domain/place.ts': 'maps',
    '/src/features/billing/pay/sum.ts': 'features-billing',
  })
})
