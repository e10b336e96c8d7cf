// The documentation says what the program does: the table of variables is the one the server reads.
import { expect, test } from 'vitest'
import { settings } from '../../server/config.ts'
import { textOf } from './source-files.ts'

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
