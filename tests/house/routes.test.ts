// Every route of the specification is in the tree, under its exact path; says how many are not built yet.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routeFacts } from '../../src/domain/navigation/pages.ts'

const folder = join(import.meta.dirname, '../../src/routes')
const tree = readFileSync(join(folder, '../routeTree.gen.ts'), 'utf8')

/** Full path to the source of its route file. */
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.tsx'))
    .map(name => {
      const source = readFileSync(join(folder, name), 'utf8')
      const id = /createFileRoute\('([^']*)'\)/.exec(source)?.[1] ?? ''
      return [id, source] as const
    }),
)

const idOf = ({ path, layout }: (typeof routeFacts)[number]) =>
  (layout === 'bare' ? '' : `/_${layout}`) + path.replace('/:imei?', '/{-$imei}')

describe('the route tree', () => {
  test('has all 177 routes of the specification and more, each once', () => {
    expect(routeFacts.length).toBeGreaterThanOrEqual(177)
    expect(new Set(routeFacts.map(fact => fact.path)).size).toBe(routeFacts.length)
  })

  test.each(routeFacts.map(fact => [fact.path, idOf(fact)] as const))('%s', (_path, id) => {
    expect(files.has(id)).toBe(true)
    expect(tree).toContain(`'${id}': {`)
  })

  test('tells what is not built', () => {
    const missing = routeFacts.filter(fact => files.get(idOf(fact))?.includes('built: false'))
    console.info(`${missing.length} of ${routeFacts.length} pages are not built yet`)
    // A page says of itself that it is missing; nothing else may stand in its file then.
    for (const fact of missing) expect(files.get(idOf(fact))).not.toContain('component:')
  })
})
