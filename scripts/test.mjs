// npm test: everything that must hold, one stage after another, with a count at the end.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, findNode, root, run, say } from './toolchain.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, secondTry?: number, troubles?: string[] }} Tally
 * @typedef {{ name: string, program: string, args: string[], env?: Record<string, string>, count?: () => Tally }} Stage
 */

await ensureInstalled()
const node = findNode()
// Loaded late: it needs the packages.
const { ensureForTests } = await import('./get-chromium.mjs')
await ensureForTests()

const reports = join(root, 'node_modules', '.cache', 'gatehouse-tests')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

/** @param {string} file */
const readReport = file => JSON.parse(readFileSync(file, 'utf8'))

const WORKERS = Math.max(2, availableParallelism() - 1)
/** Tests of the server wait a third of their time, for a database or a broker. */
const SERVER_WORKERS = availableParallelism() + 1

/**
 * @param {string} project
 * @param {string[]} more
 * @returns {Stage}
 */
function vitest(project, ...more) {
  const file = join(reports, `${project}.json`)
  return {
    name: `tests: ${project}`,
    program: 'vitest/vitest.mjs',
    args: ['run', '--project', project, ...more],
    env: { TALLY_FILE: file },
    count: () => readReport(file),
  }
}

/**
 * A part of Playwright's report: a file, a group, or what they hold.
 * @typedef {{ message?: string, stack?: string }} Fault
 * @typedef {{ name: string, path?: string }} Attachment
 * @typedef {{ status: string, results: { errors: Fault[], attachments: Attachment[] }[] }} Walk
 * @typedef {{ suites?: Suite[], specs?: { file: string, title: string, tests: Walk[] }[] }} Suite
 */

/** @param {Fault} fault */
const wordsOf = ({ message, stack }) => stack ?? message ?? ''

/** Lines of a page's outline that say what lay before the person. */
const SAYS = /^- (?:dialog|heading|alert|status)\b/
const MOST_SAID = 8

/**
 * What the page said when a walk broke off: a screenshot stays on the machine that took it, this is in the output.
 * @param {Attachment[]} attachments
 * @returns {string[]}
 */
function saidOnPage(attachments) {
  const outline = attachments.find(({ name }) => name === 'error-context')?.path
  if (!outline || !existsSync(outline)) return []
  const lines = readFileSync(outline, 'utf8')
    .split('\n')
    .map(line => line.trim())
  const said = lines.filter(line => SAYS.test(line)).slice(0, MOST_SAID)
  return said.length > 0 ? ['On the page:', ...said] : []
}

/**
 * Walks that did not pass at the first try, with what stood in their way.
 * @param {Suite} suite
 * @returns {string[]}
 */
function brokenWalks({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        [
          `${file} › ${title}${status === 'flaky' ? ' (passed at the second try)' : ''}`,
          ...results.flatMap(({ errors, attachments }) => [
            ...saidOnPage(attachments),
            ...errors.map(wordsOf),
          ]),
        ].join('\n'),
      ),
  )
  return [...own, ...suites.flatMap(brokenWalks)]
}

const endToEndReport = join(reports, 'e2e.json')

/** @type {Stage[]} */
const stages = [
  { name: 'format and lint', program: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
  { name: 'types', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', '.'] },
  { name: 'types of the service worker', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'sw'] },
  { name: 'dead code', program: 'knip/bin/knip.js', args: ['--no-progress'] },
  { name: 'catalogues', program: '../scripts/check-catalogues.mjs', args: [] },
  { name: 'build', program: 'vite/bin/vite.js', args: ['build', '--logLevel', 'warn'] },
  vitest('logic', '--maxWorkers', String(WORKERS)),
  vitest('server', '--maxWorkers', String(SERVER_WORKERS)),
  vitest('browser', '--maxWorkers', String(SERVER_WORKERS)),
  {
    name: 'tests: end to end',
    program: 'playwright/cli.js',
    args: ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: endToEndReport },
    count: () => {
      const { stats, suites, errors } = readReport(endToEndReport)
      const passed = stats.expected + stats.flaky
      const troubles = [...suites.flatMap(brokenWalks), ...errors.map(wordsOf)]
      return { passed, failed: stats.unexpected, skipped: stats.skipped, secondTry: stats.flaky, troubles }
    },
  },
]

/**
 * @param {Stage} stage
 * @returns {Promise<Tally & { name: string, seconds: number }>}
 */
async function perform({ name, program, args, env, count }) {
  say(`\n── ${name}`)
  const began = performance.now()
  const code = await run(node, [join(root, 'node_modules', program), ...args], { ...(env && { env }) })
  const seconds = (performance.now() - began) / 1000
  const whole = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  if (!count) return { name, seconds, ...whole }
  try {
    const tally = count()
    // A file that does not load fails without failing a test.
    return { name, seconds, ...tally, failed: code === 0 ? tally.failed : Math.max(tally.failed, 1) }
  } catch {
    return { name, seconds, ...whole, passed: 0 }
  }
}

/** Of what one trouble says at the end; the whole stands further up. */
const MOST_LINES = 20
const only = process.argv.slice(2)
/** @type {(Tally & { name: string, seconds: number })[]} */
const results = []
for (const stage of stages) {
  if (only.length > 0 && !only.some(word => stage.name.includes(word))) continue
  results.push(await perform(stage))
}

for (const { name, troubles = [] } of results) {
  for (const trouble of troubles) say(`\n✗ ${name}: ${trouble.split('\n').slice(0, MOST_LINES).join('\n')}`)
}
say('')
for (const { name, seconds, passed, failed, skipped, secondTry } of results) {
  const left = `${skipped ? `, ${skipped} skipped` : ''}${secondTry ? `, ${secondTry} at the second try` : ''}`
  say(
    `${failed ? '✗' : '✓'} ${name.padEnd(30)} ${String(passed).padStart(5)} passed, ${failed} failed${left}  (${seconds.toFixed(1)} s)`,
  )
}
/** @param {'passed' | 'failed' | 'skipped' | 'secondTry'} part */
const sum = part => results.reduce((all, each) => all + (each[part] ?? 0), 0)
const failed = sum('failed')
say(
  [
    `\n${sum('passed')} passed, ${failed} failed`,
    ...(sum('skipped') ? [`${sum('skipped')} skipped`] : []),
    ...(sum('secondTry') ? [`${sum('secondTry')} at the second try`] : []),
  ].join(', '),
)
process.exit(failed > 0 ? 1 : 0)
