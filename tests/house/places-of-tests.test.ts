// Where a test stands says what it proves and how it runs.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, importsOf, root, textOf } from './source-files.ts'

/** Folders whose tests are of no one folder of the program. */
const OF_THE_WHOLE = /^tests\/(bench|built|e2e|fakes|house)\//

/** Starts a server, a database or a broker. */
const STARTS = /^tests\/(server\/.*|console-process\.ts|crash-loop\.ts)$/

const files = filesBelow(['tests'], /\.(ts|tsx)$/)

/** The folder whose code stands behind a test: `tests/server` and `tests/sw` have theirs beside `src`, the others in it. */
const mirrored = (folder: string) => {
  const path = folder.replace(/^tests\/?/, '')
  return /^(server|sw)\b/.test(path) ? path : join('src', path)
}

test('folders mirror src and server', () => {
  const strange = files.filter(
    file =>
      !OF_THE_WHOLE.test(file) &&
      dirname(file) !== 'tests' &&
      !existsSync(join(root, mirrored(dirname(file)))),
  )
  // Processes of its own that a test starts.
  expect(strange.filter(file => !/\/programs\//.test(file))).toEqual([])
})

test('only tests of the server start one: logic needs no database', () => {
  const logic = files.filter(file => !OF_THE_WHOLE.test(file) && !/^tests\/(server\/|[\w-]+\.ts$)/.test(file))
  const starts = logic.flatMap(file => importsOf(file, textOf(file)).filter(({ to }) => STARTS.test(to)))
  expect(starts.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('what is left out says why: in its name, or to Playwright', () => {
  const others = files.filter(file => !file.startsWith('tests/house/'))
  const silent = others.filter(file => {
    const text = textOf(file)
    const leaves = /\b(?:test|describe)(?:\.\w+)*\.(?:skipIf|runIf)\(/.test(text)
    const plainly = /\b(?:test|describe)(?:\.\w+)*\.(?:skip|fixme)\((?![^,]+, ')/.test(text)
    return plainly || (leaves && !text.includes('(skipped: '))
  })
  expect(silent).toEqual([])
})
