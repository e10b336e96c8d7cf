// What the page paints by itself, in the colours of the skins, and what it names early.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf } from '../../scripts/first-paint.mjs'
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
