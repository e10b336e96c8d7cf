// npm run bench: runs the benchmarks one after another and prints what they measured beside what is asked for.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, findNode, root, run, stop } from './toolchain.mjs'

await ensureInstalled()
const node = findNode()
const { ensureChromium } = await import('./get-chromium.mjs')
const env = { CHROMIUM_PATH: await ensureChromium() }
await ensureBuilt()

const folder = join(root, 'tests', 'bench')
const only = process.argv.slice(2)
/** Run when they are named. */
const LONG = [
  'connections-20k.bench.ts',
  'crash.bench.ts',
  'deployed-pair.bench.ts',
  'fleet-returns.bench.ts',
  'soak.bench.ts',
  'wall-days.bench.ts',
]
const files = (existsSync(folder) ? readdirSync(folder) : [])
  .filter(
    name =>
      name.endsWith('.bench.ts') &&
      (only.length === 0 ? !LONG.includes(name) : only.some(word => name.includes(word))),
  )
  .sort()
if (files.length === 0) stop('There is no benchmark of that name.')
// One process each: the memory of one does not slow the next.
let failed = 0
for (const file of files) failed += await run(node, ['scripts/bench-one.mjs', join(folder, file)], { env })
process.exit(failed > 0 ? 1 : 0)
