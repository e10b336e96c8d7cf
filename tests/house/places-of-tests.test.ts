// Where a test stands says what it proves and how it runs.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, root } from './source-files.ts'

/** Folders whose tests are of no one folder of the program. */
const OF_THE_WHOLE = /^tests\/(bench|dist|e2e|fakes|house)\//

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
