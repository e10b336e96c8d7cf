// npm run advisories with an npm that answers as told: what is said, and what it ends with.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-advisories-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function advisories(answer: string) {
  writeFileSync(join(folder, 'answer'), answer)
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat "${join(folder, 'answer')}"\nexit 1\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/advisories.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) },
  })
  return { status, said: `${stdout}${stderr}` }
}

test('without a weakness it ends with 0', () => {
  expect(advisories(JSON.stringify({ vulnerabilities: {} }))).toEqual({
    status: 0,
    said: 'No weaknesses of the packages are known.\n',
  })
})

test('weaknesses are listed, the worst first, and it ends with 1', () => {
  const via = [{ title: 'Reads too much', url: 'https://example.org/1' }]
  const { status, said } = advisories(
    JSON.stringify({
      vulnerabilities: {
        small: { severity: 'low', range: '<2', via: ['large'], fixAvailable: true },
        large: { severity: 'high', range: '<3', via, fixAvailable: { name: 'large', version: '3.0.1' } },
      },
    }),
  )
  expect(status).toBe(1)
  expect(said.split('\n')).toEqual([
    'high: large <3 – mended by large 3.0.1',
    '  Reads too much https://example.org/1',
    'low: small <2 – mended by npm audit fix',
    '1 high, 1 low',
    '',
  ])
})

test.each([
  [
    'an error',
    JSON.stringify({ message: 'request to https://registry failed' }),
    'request to https://registry failed',
  ],
  ['no JSON at all', 'npm ERR! network', 'not within reach'],
])('with %s nobody could be asked, and it ends with 2', (_, answer, said) => {
  const told = advisories(answer)
  expect(told.status).toBe(2)
  expect(told.said).toContain(said)
})
