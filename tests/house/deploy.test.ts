// What a person deploys: each file is looked at by the program that reads it, where that is installed, and names no setting
// that the server does not have.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { settings } from '../../server/config.ts'
import { filesBelow, root, textOf } from './source-files.ts'

const place = mkdtempSync(join(tmpdir(), 'gatehouse-deploy-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const has = (program: string, ...words: string[]) => spawnSync(program, words).error === undefined

test.skipIf(!has('systemd-analyze', '--version'))(
  'systemd takes the units as they are (skipped: systemd-analyze is not installed)',
  () => {
    const names = ['gatehouse@.service', 'gatehouse-backup@.service', 'gatehouse-backup@.timer']
    for (const name of names) {
      // The program is where it is installed, not here.
      const text = readFileSync(join(root, 'deploy/systemd', name), 'utf8').replaceAll(
        '/opt/gatehouse/node_modules/.bin/node',
        process.execPath,
      )
      writeFileSync(join(place, name.replace('@', '@one')), text)
    }
    const { stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...names.map(name => join(place, name.replace('@', '@one')))],
      { encoding: 'utf8', env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' } },
    )
    const ours = `${stdout}${stderr}`.split('\n').filter(line => line.includes('gatehouse'))
    expect(ours).toEqual([])
  },
)

test.skipIf(!has('haproxy', '-v') || !has('openssl', 'version'))(
  'HAProxy takes its configuration (skipped: haproxy or openssl is not installed)',
  () => {
    const pem = join(place, 'gatehouse.pem')
    const made = spawnSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '2',
          '-subj',
          '/CN=gatehouse.example.org',
        ],
        ...['-keyout', join(place, 'key.pem'), '-out', join(place, 'certificate.pem')],
      ],
      { encoding: 'utf8' },
    )
    expect(made.status, made.stderr).toBe(0)
    const both = ['certificate.pem', 'key.pem'].map(name => readFileSync(join(place, name), 'utf8'))
    writeFileSync(pem, both.join(''))
    const config = join(place, 'haproxy.cfg')
    const text = readFileSync(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8')
    expect(text).toContain('on-marked-down shutdown-sessions')
    writeFileSync(config, text.replaceAll('/etc/haproxy/certs/gatehouse.pem', pem))
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-f', config], { encoding: 'utf8' })
    expect(status, `${stdout}${stderr}`).toBe(0)
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING/i)
  },
)

test('the proxy’s cookie is this host’s and no script’s, and calls without TLS are refused instead of led on', () => {
  const lines = textOf('deploy/haproxy/haproxy.cfg').split('\n')
  const [cookie, ...others] = lines.filter(line => /^\s+cookie /.test(line))
  expect(others).toEqual([])
  for (const word of ['__Host-', ' httponly', ' secure', 'SameSite=']) expect(cookie).toContain(word)
  const at = (pattern: RegExp) => lines.findIndex(line => pattern.test(line))
  expect(at(/deny .*path_beg \/api\/ .*!\{ ssl_fc \}/)).toBeGreaterThan(0)
  expect(at(/deny .*!\{ ssl_fc \}/)).toBeLessThan(at(/redirect scheme https/))
})

test.skipIf(!has('patroni', '--version'))(
  'Patroni takes its configuration but for addresses (skipped: patroni is not installed)',
  () => {
    const config = join(place, 'patroni.yml')
    cpSync(join(root, 'deploy/patroni/patroni.yml'), config)
    const { stdout, stderr } = spawnSync('patroni', ['--validate-config', config], { encoding: 'utf8' })
    // Addresses and folders are of other machines.
    const wrong = `${stdout}${stderr}`
      .split('\n')
      .filter(line => /is (?:required|not an? )|is not defined|Traceback/.test(line))
      // It names what may be left out, too: these are.
      .filter(line => !/^(?:bootstrap\.pg_hba|postgresql\.authentication\.rewind) /.test(line))
    expect(wrong).toEqual([])
  },
)

const compose = ['docker', 'podman'].find(program => spawnSync(program, ['compose', 'version']).status === 0)
test.skipIf(compose === undefined)('compose takes its file (skipped: no compose is installed)', () => {
  mkdirSync(join(place, 'backups'), { recursive: true })
  const { status, stderr } = spawnSync(
    compose ?? '',
    ['compose', '-f', join(root, 'deploy/container/compose.yaml'), 'config', '--quiet'],
    {
      encoding: 'utf8',
      env: { ...process.env, PUBLIC_URL: 'https://gatehouse.example.org', BACKUPS: join(place, 'backups') },
    },
  )
  expect(status, stderr).toBe(0)
})

test('no file names a setting that the server does not have', () => {
  const known = new Set(settings.map(({ name }) => name))
  const files = filesBelow(['deploy'], /\.(service|cfg|yml|yaml)$|Containerfile$/)
  expect(files.length).toBeGreaterThan(5)
  const named = files.flatMap(file =>
    [...textOf(file).matchAll(/\b(?!BACKUPS\b)([A-Z][A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  )
  expect(named.length).toBeGreaterThan(8)
  // Of systemd and TLS, not ours.
  const others = /^(?:AF_|TLS_|CAP_|CHACHA|SYSTEMD_)|_(?:SHA|GCM)/
  expect(named.filter(({ name }) => !known.has(name) && !others.test(name))).toEqual([])
})

test('files that the documents and units name are there', () => {
  for (const path of [
    'server/main.ts',
    'server/commands/backup.ts',
    'docs/operations.md',
    'docs/deployments.md',
  ])
    expect(existsSync(join(root, path)), path).toBe(true)
})
