// What is written down of keys, algorithms and connections is what the source has, and all of it.
import { expect, test } from 'vitest'
import { settings } from '../../server/config.ts'
import { filesBelow, textOf } from './source-files.ts'

const document = textOf('docs/security-decisions.md')
const section = (title: string) => {
  const [, text = ''] = document.split(`\n## ${title}\n`)
  return text.split('\n## ')[0] ?? ''
}
/** What stands between backticks in a column of the tables of a section. */
const named = (title: string, column: number) =>
  section(title)
    .split('\n')
    .filter(line => line.startsWith('| '))
    .flatMap(line => [...(line.split(' | ')[column] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name)

const sources = filesBelow(['server'], /\.ts$/).map(path => ({ path, text: textOf(path) }))
const constants = new Map(
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(export )?const ([A-Z_]+) = '([^']+)'$/gm)].map(
      ([, shared, name, value = '']) => [shared ? `${name}` : `${path} ${name}`, value] as const,
    ),
  ),
)

test('every purpose that a key is made for has its row, and no other', () => {
  const asked = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bkeyFor\(([^)]*)\)/g)].flatMap(([, argument = '']) => {
      // The interface and the function themselves.
      if (argument.startsWith('purpose')) return []
      const literal = /'([^']+)'/.exec(argument)?.[1]
      return [
        literal ?? constants.get(`${path} ${argument}`) ?? constants.get(argument) ?? `${path}: ${argument}`,
      ]
    }),
  )
  expect(asked.length).toBeGreaterThan(15)
  const rows = named('Keys and algorithms', 0).filter(name => !/^(sha|md)\d+$/.test(name))
  expect([...new Set(rows)].sort()).toEqual([...new Set(asked)].sort())
})

test('every hash that is used has its row', () => {
  const known = named('Keys and algorithms', 0)
  const used = sources.flatMap(({ text }) =>
    [...text.matchAll(/createH(?:ash|mac)\('([^']+)'/g)].map(([, name = '']) => name),
  )
  expect(used.length).toBeGreaterThan(20)
  expect([...new Set(used)].filter(name => !known.includes(name))).toEqual([])
})

test('what is random and secret never comes from Math.random', () => {
  const uses = sources
    .filter(({ path }) => !/^server\/(demo|simulator)\//.test(path))
    .filter(({ text }) => /Math\.random/.test(text))
    .map(({ path }) => path)
  // Pauses, times to remember, the beginning of a count that packets carry in the open, and a choice of a name for a room.
  expect(uses).toEqual([
    'server/modules/conference/other-service.ts',
    'server/modules/conference/sfu/outgoing.ts',
    'server/modules/ingest/devices.ts',
    'server/modules/webhooks/deliver.ts',
  ])
})

test('every address that the server can be sent to has its row', () => {
  const addresses = settings
    .map(({ name }) => name)
    .filter(name => /_(URL|HOST|ENDPOINT|GATEWAY|NETWORKS)$/.test(name))
    // Where it listens itself.
    .filter(name => !['METRICS_HOST', 'MQTT_HOST'].includes(name))
  expect(addresses.length).toBeGreaterThan(15)
  const text = section('Connections')
  expect(addresses.filter(name => !text.includes(`\`${name}\``))).toEqual([])
})

test('a package comes from the registry, bound by its integrity', () => {
  const lock: { packages: Record<string, { integrity?: string; resolved?: string }> } = JSON.parse(
    textOf('package-lock.json'),
  )
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(100)
  expect(
    packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
  ).toEqual([])
  expect(
    packages
      .filter(
        ([, { resolved }]) =>
          !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/'),
      )
      .map(([path]) => path),
  ).toEqual([])
})
