// The documentation says what the program does: the table of variables is the one the server reads.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../../server/config.ts'
import { filesBelow, root, textOf } from './source-files.ts'

test('README lists every variable with its default and meaning, and no other', () => {
  const rows = textOf('README.md')
    .split('\n')
    .filter(line => /^\| `[A-Z0-9_]+` \|/.test(line))
    .map(line => line.replace(/\s+/g, ' ').trim())
  const expected = settings.map(({ name, fallback, meaning }) =>
    `| \`${name}\` | ${fallback} | ${meaning} |`.replace(/\s+/g, ' '),
  )
  expect(rows).toEqual(expected)
})

test('README names both commands', () => {
  expect(textOf('README.md')).toMatch(/npm start[\s\S]*npm test/)
})

test('tests that documents name are there', () => {
  const documents = ['README.md', 'SECURITY.md', ...filesBelow(['docs'], /\.md$/)]
  const named = documents.flatMap(path => textOf(path).match(/(?<=[`( ])tests\/[\w./-]*[\w]/g) ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(
    named.filter(path => !existsSync(join(root, path)) && !existsSync(join(root, `${path}.test.ts`))),
  ).toEqual([])
})
