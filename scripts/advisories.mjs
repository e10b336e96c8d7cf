// npm run advisories: asks the registry about known weaknesses of the packages that the server runs with. Ends with 0 where
// there are none, 1 where there are some, 2 where nobody could be asked.
import { spawnSync } from 'node:child_process'
import { root } from './toolchain.mjs'

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info']

const { stdout, error } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 120_000,
  maxBuffer: 64 * 1024 * 1024,
})

/** @typedef {{ severity: string, range?: string, fixAvailable?: boolean | { name: string, version: string }, via: (string | { title: string, url: string })[] }} Found */
/** @type {{ vulnerabilities?: Record<string, Found>, message?: string } | undefined} */
let answer
try {
  answer = JSON.parse(stdout ?? '')
} catch {
  answer = undefined
}

if (!answer?.vulnerabilities) {
  console.error(
    'Nobody could be asked about weaknesses of the packages: the registry is not within reach, or does not answer this.',
  )
  const why = answer?.message ?? error?.message
  if (why) console.error(why)
  console.error('Run it again where it is, with this package-lock.json: it asks by names and versions alone.')
  process.exit(2)
}

const found = Object.entries(answer.vulnerabilities).sort(
  ([, a], [, b]) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
)
for (const [name, { severity, range, via, fixAvailable }] of found) {
  const fix =
    typeof fixAvailable === 'object'
      ? `mended by ${fixAvailable.name} ${fixAvailable.version}`
      : fixAvailable
        ? 'mended by npm audit fix'
        : 'not mended yet'
  console.log(`${severity}: ${name} ${range ?? ''} – ${fix}`)
  for (const each of via) if (typeof each === 'object') console.log(`  ${each.title} ${each.url}`)
}
console.log(
  found.length === 0
    ? 'No weaknesses of the packages are known.'
    : SEVERITIES.map(severity => [severity, found.filter(([, each]) => each.severity === severity).length])
        .filter(([, count]) => count !== 0)
        .map(([severity, count]) => `${count} ${severity}`)
        .join(', '),
)
process.exit(found.length === 0 ? 0 : 1)
