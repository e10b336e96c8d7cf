// What the page paints by itself, in the colours of the skins, and what it names early.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, paintAtOnce } from '../../scripts/first-paint.mjs'
import { nameFilesIn, pageFiles } from '../../scripts/page-files.mjs'
import { skins } from '../../src/ui/tokens.ts'

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')

test('what a chunk imports at once is named, each file once', () => {
  const bundle = {
    'login.js': { type: 'chunk', imports: ['base.js', 'form.js'] },
    'form.js': { type: 'chunk', imports: ['base.js', 'login.js'] },
    'base.js': { type: 'chunk' },
  }
  expect([...filesOf(bundle, 'login.js')]).toEqual(['login.js', 'base.js', 'form.js'])
})

test.each(['blue', 'campus'] as const)('the first paint has the colours of the skin %s', skin => {
  const own = new RegExp(`\\[data-first="${skin}"\\] \\{([^}]+)\\}`).exec(page)?.[1] ?? ''
  const colours = Object.fromEntries(
    [...own.matchAll(/--first-(\w+): (#\w+)/g)].map(([, name = '', colour]) => [name, colour]),
  )
  const { canvas, ink, line, accent } = skins[skin]
  expect(colours).toEqual({ canvas, ink, line, accent })
})

test.each(['index.html', 'door.html'])('%s ranks the layers before any sheet comes', name => {
  const file = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const rank = /@layer [\w, ]+;/
  const [ranked] = rank.exec(file('src/ui/base.css')) ?? []
  expect(rank.exec(file(name))?.[0]).toBe(ranked)
  expect(ranked).toContain('kit')
})

test('the page waits for nothing, and names early what the first screen needs', () => {
  const built = [
    '<head>',
    '<script src="/first.js" async></script>',
    '<script type="module" crossorigin src="/assets/index-1.js"></script>',
    '<link rel="stylesheet" crossorigin href="/assets/kit-1.css">',
    '<link rel="stylesheet" crossorigin href="/assets/index-1.css">',
    '</head>',
  ].join('')
  const chunk = { type: 'chunk', imports: [] }
  const served = paintAtOnce(built, {
    'assets/index-1.js': { ...chunk, viteMetadata: { importedCss: new Set(['assets/index-1.css']) } },
    'assets/login-1.js': {
      ...chunk,
      facadeModuleId: '/src/routes/login.tsx?tsr-split=component',
      imports: ['assets/index-1.js'],
      viteMetadata: { importedCss: new Set(['assets/login-1.css']) },
    },
    'assets/de-1.js': { ...chunk, facadeModuleId: '/locales/de/messages.po' },
    'assets/de-2.js': { ...chunk, facadeModuleId: '/locales/de/messages.po?lingui' },
    'assets/map-1.js': chunk,
  })
  expect(served.match(/<link[^>]+>|data-(words|rest)="[^"]*"/g)).toEqual([
    'data-words="de=/assets/de-1.js"',
    'data-rest="de=/assets/de-2.js"',
    '<link rel="preload" as="style" crossorigin href="/assets/kit-1.css">',
    '<link rel="stylesheet" crossorigin href="/assets/kit-1.css" media="print" data-entry>',
    '<link rel="preload" as="style" crossorigin href="/assets/index-1.css">',
    '<link rel="stylesheet" crossorigin href="/assets/index-1.css" media="print" data-entry>',
    '<link rel="modulepreload" crossorigin href="/assets/login-1.js">',
    '<link rel="preload" as="style" crossorigin href="/assets/login-1.css">',
  ])
})

test('the page of an address needs its own files, those of its frame and those of every session, each once', () => {
  const chunk = (facadeModuleId: string, imports: string[], sheets: string[] = []) => ({
    type: 'chunk',
    facadeModuleId,
    imports,
    viteMetadata: { importedCss: new Set(sheets) },
  })
  const { files, pages } = pageFiles({
    'base.js': { type: 'chunk' },
    'frame.js': chunk('/w/src/routes/_map.tsx?tsr-split=component', ['base.js'], ['frame.css']),
    'console.js': chunk('/w/src/routes/_console.tsx?tsr-split=component', ['base.js']),
    'toasts.js': chunk('/w/src/app/toasts.tsx', ['base.js']),
    'fleet.js': chunk(
      '/w/src/routes/_map/locations.tsx?tsr-split=component',
      ['base.js', 'map.js'],
      ['map.css'],
    ),
    'map.js': { type: 'chunk' },
    'odd.js': chunk('/w/src/routes/_console/[index].tsx?tsr-split=component', []),
    'unit.js': chunk('/w/src/routes/_console/unitManagement.{-$imei}.tsx?tsr-split=component', []),
    'landing.js': chunk('/w/src/routes/_console/index.tsx?tsr-split=component', []),
    'route.js': chunk('/w/src/routes/_console/userList.tsx', []),
  })
  const named = Object.fromEntries(
    Object.entries(pages).map(([page, list]) => [page, list.map(at => files[at]).sort()]),
  )
  expect(named).toEqual({
    locations: ['base.js', 'fleet.js', 'frame.css', 'frame.js', 'map.css', 'map.js', 'toasts.js'],
    index: ['base.js', 'console.js', 'odd.js', 'toasts.js'],
    unitManagement: ['base.js', 'console.js', 'toasts.js', 'unit.js'],
  })
  expect(new Set(files).size).toBe(files.length)
})

test('the script before the console has them in it, and a script with no place for them is refused', () => {
  const known = { files: ['fleet.js'], pages: { locations: [0] } }
  const own = readFileSync(join(import.meta.dirname, '../../public/first.js'), 'utf8')
  expect(nameFilesIn(own, known)).toContain(`const { files, pages } = ${JSON.stringify(known)}`)
  expect(() => nameFilesIn('const files = 0', known)).toThrow('no place')
})
