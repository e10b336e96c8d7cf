// Types are told by types: where the checker is told to believe something, the file stands in a list with its reason.
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { filesBelow, textOf } from './source-files.ts'

interface Node {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (isNode(value)) {
    visit(value)
    for (const field of Object.values(value)) walk(field, visit)
  }
}

const typeOf = ({ typeAnnotation }: Node): string => (isNode(typeAnnotation) ? typeAnnotation.type : '')

/** `const` tells the checker nothing that is not so, nor does a wider type for a beginning that is undefined. */
function isHarmless(node: Node): boolean {
  const { expression, typeAnnotation } = node
  if (isNode(expression) && expression.type === 'Identifier' && expression.name === 'undefined') return true
  const name = isNode(typeAnnotation) ? typeAnnotation.typeName : undefined
  return isNode(name) && name.type === 'Identifier' && name.name === 'const'
}

/** What a text makes the checker believe: `!`, `as any`, `as never`, `as unknown as`, and other casts as `as`. */
function beliefsOf(path: string, text: string): string[] {
  const found: string[] = []
  walk(parseSync(path, text).program, node => {
    if (node.type === 'TSNonNullExpression') found.push('!')
    if (node.type !== 'TSAsExpression' && node.type !== 'TSTypeAssertion') return
    if (isHarmless(node)) return
    const inner = isNode(node.expression) ? node.expression : undefined
    if (typeOf(node) === 'TSAnyKeyword') found.push('as any')
    else if (typeOf(node) === 'TSNeverKeyword') found.push('as never')
    else if (inner?.type === 'TSAsExpression' && typeOf(inner) === 'TSUnknownKeyword')
      found.push('as unknown as')
    else if (typeOf(node) !== 'TSUnknownKeyword') found.push('as')
  })
  return found
}

const believing = filesBelow(['src', 'server', 'sw'], /\.(ts|tsx)$/).flatMap(path => {
  const beliefs = beliefsOf(path, textOf(path))
  return beliefs.length > 0 ? [{ path, beliefs }] : []
})

/** Where nothing but `as unknown as` helps. */
const blind: Record<string, string> = {
  'server/modules/files/s3-storage.ts': 'Node and the browser name the same stream by two types',
  'src/resource/view.ts': 'a view forgets its entity; the engine hands it the rows of that one only',
}

/** Casts beside a schema that checks, or where the outside world has no types. */
const seams: Record<string, string> = {
  'server/broker/embedded.ts': 'the error of the broker library is a plain one with a code',
  'server/broker/external.ts': 'a method of the client library that it does not declare',
  'server/db/transaction.ts': 'an answer is kept under the name of the work that gave it',
  'server/http/handlers.ts': 'what a handler gets came out of the schema of its own endpoint',
  'server/http/serve.ts': 'an endpoint that is declared as a file answers with one',
  'server/modules/ingest/door-messages.ts': 'a table pairs each code with its handler',
  'server/modules/tasks/import-runner.ts': 'checked by the schema of the endpoint when it was stored',
  'server/modules/tasks/start-export.ts': 'checked by the schema of the endpoint when it was stored',
  'src/app/language.ts': 'the checker does not follow upper case',
  'src/contract/codec.ts': 'the wire form of a schema decodes to what the schema says',
  'src/contract/entity-endpoints.ts': 'schemas built of an entity, called what its types say',
  'src/domain/keys.ts': 'a record that has just got a value for each key',
  'src/features/tracking/fleet/device-card.tsx': 'words of the packed fleet, which come from the same lists',
  'src/features/tracking/fleet/fleet-memory.ts': 'what lies in the store was put there by the same file',
  'src/platform/http.ts': 'encoded by the schema of the endpoint',
  'src/platform/map/maplibre/street-layers.ts': 'a spread layer of the map library stays of its kind',
  'src/resource/query.ts': 'what the cache holds is said by its key',
}

test('nothing is made any or never, nothing is said to be there with `!`', () => {
  const rest = believing.flatMap(({ path, beliefs }) =>
    beliefs
      .filter(each => each !== 'as' && !(each === 'as unknown as' && path in blind))
      .map(each => `${path}: ${each}`),
  )
  expect(rest).toEqual([])
})

test('a cast stands in a file that says why', () => {
  expect(believing.map(({ path }) => path)).toEqual(Object.keys({ ...blind, ...seams }).sort())
})

test.each([
  ['const a = b!', ['!']],
  ['const a = b as any', ['as any']],
  ['f(a as never)', ['as never']],
  ['const a = b as unknown as C', ['as unknown as']],
  ['const a = b as C<D>', ['as']],
  ['const a = b as unknown', []],
  ['const a = [1] as const', []],
  ['let a = undefined as C | undefined', []],
  ['const a = b satisfies C', []],
])('%s is seen', (text, beliefs) => {
  expect(beliefsOf('a.ts', text)).toEqual(beliefs)
})
