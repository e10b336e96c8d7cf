// The names of pages that the catalogues translate are those of the domain.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routeTitles } from '../../scripts/route-titles.mjs'

test('the made file is what the script makes: after a change of pages run `node scripts/route-titles.mjs`', () => {
  const made = join(import.meta.dirname, '../../src/app/route-titles.gen.ts')
  expect(readFileSync(made, 'utf8')).toBe(routeTitles())
})
