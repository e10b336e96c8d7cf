// Rows of SQL have the types of the tables. Where a statement's rows are still what its author believes, it is counted.
import { expect, test } from 'vitest'
import { filesBelow, textOf } from './source-files.ts'

/** It only falls: statements go over to `db/typed.ts` with the module they are in. */
const AT_MOST = 370

/** They hand on the types that they are given. */
const HANDING_ON = ['server/db/typed.ts', 'server/db/scoped.ts']

test('no more rows are asserted than were', () => {
  const asserted = filesBelow(['server'], /\.ts$/)
    .filter(path => !HANDING_ON.includes(path))
    .flatMap(path => textOf(path).match(/\.(?:query|first)</g) ?? [])
  expect(asserted.length, 'lower AT_MOST to this').toBe(AT_MOST)
})
