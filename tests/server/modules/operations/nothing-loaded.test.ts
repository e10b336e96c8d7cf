// Whoever watches nothing pays nothing: what counts and what follows is not even loaded.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
/** Names every file that Node reads of a package, then loads what a start loads. */
const program = `
  import { registerHooks } from 'node:module'
  const read = new Set()
  registerHooks({ load: (url, context, next) => {
    const found = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)
    if (found) read.add(found[1])
    return next(url, context)
  } })
  const { readConfig } = await import('./server/config.ts')
  await import('./server/app.ts')
  const config = readConfig()
  if (config.operations.metrics) await import('./server/modules/operations/metrics.ts')
  if (config.tracing) await import('./server/tracing/tracing.ts')
  console.log(JSON.stringify([...read]))
`
const loaded = (environment: Record<string, string>): string[] => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'gatehouse-loads-')),
      ...environment,
    },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const OURS = /^(prom-client|@opentelemetry\/(sdk-trace|exporter-trace-otlp-http|resources))$/

test('a server that nobody watches loads neither metrics nor traces', () => {
  const packages = loaded({})
  expect(packages).toContain('fastify')
  expect(packages.filter(name => OURS.test(name))).toEqual([])
})

test('one that is watched does', () => {
  const packages = loaded({
    METRICS_TOKEN: 'x'.repeat(16),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  })
  expect(packages.filter(name => OURS.test(name)).sort()).toEqual([
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    'prom-client',
  ])
})
