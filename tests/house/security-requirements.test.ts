// docs/security-requirements.md answers every requirement of levels 1 and 2 once, and names what is there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import standard from './asvs-5.0.0.json' with { type: 'json' }
import { root, textOf } from './source-files.ts'

const STATES = ['held', 'held by the operator', 'not applicable', 'not held']
const rows = textOf('docs/security-requirements.md')
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => {
    const [number = '', level = '', state = '', how = '', where = ''] = line
      .replace(/^\| | ?\|$/g, '')
      .split(' | ')
      .map(cell => cell.trim())
    return {
      number,
      level: Number(level),
      state,
      how,
      paths: [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    }
  })

test('every number stands once, in its order, with its level', () => {
  expect(rows.map(({ number, level }) => [number, level])).toEqual(Object.entries(standard.levels))
  expect(rows.length).toBe(253)
})

test('a state is one of four, and says how or why not', () => {
  expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([])
  expect(
    rows.filter(({ how, state }) => how.length < (state === 'held' ? 4 : 5)).map(({ number }) => number),
  ).toEqual([])
})

test('what is held is held by something, and what is named is there', () => {
  expect(
    rows.filter(({ state, paths }) => state === 'held' && paths.length === 0).map(({ number }) => number),
  ).toEqual([])
  const named = rows.flatMap(({ number, how, paths }) => [
    ...paths.map(path => ({ number, path })),
    ...[...how.matchAll(/`((?:tests|server|src|docs)\/[^`]+)`/g)].map(([, path = '']) => ({ number, path })),
  ])
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

test('it stands under the chapter of its number', () => {
  let chapter = ''
  for (const line of textOf('docs/security-requirements.md').split('\n')) {
    chapter = /^## V(\d+) /.exec(line)?.[1] ?? chapter
    const number = /^\| (\d+)\./.exec(line)?.[1]
    if (number !== undefined) expect(number).toBe(chapter)
  }
})
