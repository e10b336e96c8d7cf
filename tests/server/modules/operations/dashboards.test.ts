// The alerts and the dashboard that come with the product: each speaks of metrics that the server has.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headingOf } from '../../../../server/modules/operations/guide.ts'
import { bounded, createMetrics } from '../../../../server/modules/operations/metrics.ts'

const root = join(import.meta.dirname, '../../../..')
const RULES = join(root, 'deploy/prometheus/rules.yml')
const DASHBOARD = join(root, 'deploy/grafana/gatehouse.json')
const rules = readFileSync(RULES, 'utf8')
const dashboard = readFileSync(DASHBOARD, 'utf8')

const metrics = createMetrics({
  self: {
    ...{ alone: true, draining: () => false, traffic: () => undefined, pools: () => ({}) },
    sockets: () => ({ pushConnections: 0, pushCut: 0, spokenConnections: 0, spokenCut: 0 }),
    push: () => ({ waiting: 0, oldestAt: undefined }),
  },
  queues: async () => ({ queues: [], dead: 0 }),
  release: '1',
})

/** Every name that a query may use: of a histogram its parts. */
async function known(): Promise<Set<string>> {
  const text = await metrics.text()
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['_bucket', '_count', '_sum'].map(part => `${name}${part}`) : [name],
    ),
  )
}

test.each([
  ['deploy/prometheus/rules.yml', rules, 10],
  ['deploy/grafana/gatehouse.json', dashboard, 20],
])('every metric in %s exists', async (_, text, least) => {
  const names = [...new Set(text.match(/\bgatehouse_\w+/g))]
  expect(names.length).toBeGreaterThan(least)
  const all = await known()
  expect(names.filter(name => !all.has(name))).toEqual([])
})

test('metrics that the documentation names exist, and no own one is missing there', async () => {
  const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const table = docs.slice(docs.indexOf('| Metric | Says |'), docs.indexOf('`deploy/prometheus/rules.yml`'))
  const named = new Set([...table.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  const own = [...(await metrics.text()).matchAll(/^# TYPE gatehouse_((?!nodejs_|process_)\S+)/gm)].map(
    ([, name = '']) => name,
  )
  // These say of the process what everybody takes them to say.
  const plain = ['build_info', 'draining']
  expect(own.filter(name => !named.has(name) && !plain.includes(name))).toEqual([])
  const values = ['console', 'device', 'push', 'spoken']
  expect([...named].filter(name => !own.includes(name ?? '') && !values.includes(name ?? ''))).toEqual([])
})

test('of many reasons the most frequent are told apart, and none is lost', () => {
  const counts = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`reason${at}`, at + 1]))
  const lines = bounded(counts, 100)
  expect(lines.length).toBe(101)
  expect(lines[0]).toEqual(['reason149', 150])
  expect(lines.at(-1)).toEqual(['other', (50 * 51) / 2])
  expect(bounded({ one: 1 }, 100)).toEqual([['one', 1]])
})

test('every alert names its section of the documentation', () => {
  const guides = [...rules.matchAll(/^ +guide: (.+)$/gm)].map(([, guide = '']) => guide)
  const alerts = rules.match(/^ +- alert: /gm) ?? []
  expect(guides.length).toBe(alerts.length)
  const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const help = docs.slice(docs.indexOf('\n## What to do when it is not good'))
  const sections = [...help.slice(1, help.indexOf('\n## ', 1)).matchAll(/^### (.+)$/gm)].map(
    ([, name = '']) => name,
  )
  // Those of the figures are among them, so that it is the right part.
  expect(Object.values(headingOf).filter(name => !sections.includes(name))).toEqual([])
  expect(guides.filter(guide => !sections.includes(guide))).toEqual([])
})

const { status: found } = spawnSync('promtool', ['--version'])
const ask = found === 0 ? test : test.skip
ask(`promtool takes the rules${found === 0 ? '' : ' (skipped: no promtool)'}`, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
  expect(`${stdout}${stderr}`).toContain('SUCCESS')
  expect(status).toBe(0)
})
