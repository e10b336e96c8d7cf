// What docs/deployments.md describes for several machines, on one: the files of deploy/ as they are, with addresses of the
// loopback in place of the machines' own. Needs root, and etcd, Patroni, HAProxy and PostgreSQL 15 as Debian has them.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '../..')
const POSTGRES = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'change-me'
const MACHINES = [1, 2, 3] as const
export const PROXY = '127.0.0.10'
/** Ports below 1024 may be somebody else's. */
export const PEOPLE_PORT = 18_443
export const DEVICES_PORT = 8883
const PATIENCE_MS = 120_000

/** What is missing on this machine; undefined: nothing. */
export function missingHere(): string | undefined {
  const missing = [
    ['etcd', '--version'],
    ['patroni', '--version'],
    ['haproxy', '-v'],
    ['openssl', 'version'],
    [join(POSTGRES, 'postgres'), '--version'],
  ].flatMap(([program = '', word = '']) => (spawnSync(program, [word]).error ? [program] : []))
  if (process.getuid?.() !== 0) missing.unshift('root')
  return missing.length > 0 ? missing.join(', ') : undefined
}

export interface Deployed {
  /** Of the owner, through HAProxy. */
  databaseUrl: string
  /** The certificate that devices and people are shown. */
  certificate: string
  /** Waits until another machine has all that was acknowledged; answers the number of the primary's. */
  protectedPrimary(): Promise<number>
  /** Kills PostgreSQL on the primary; what looks after it lives. */
  killPrimary(): Promise<void>
  /** Kills everything on the primary's machine. */
  losePrimary(): Promise<void>
  /** Kills one process of the server. */
  loseServer(name: 'one' | 'two'): void
  /** How many connections of devices a process has. */
  connectionsOf(name: 'one' | 'two'): Promise<number>
  stop(): Promise<void>
}

/** Where it lies in a file of deploy/, it lies on the loopback here. */
const here = (text: string) =>
  text.replaceAll(/\b10\.0\.([01])\.0\/24/g, '127.0.0.0/8').replaceAll(/\b10\.0\.([01])\./g, '127.0.$1.')

async function within<Result>(what: string, ask: () => Promise<Result | undefined>): Promise<Result> {
  for (const until = Date.now() + PATIENCE_MS; ; await wait(500)) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    if (Date.now() > until) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}`)
  }
}

const answers200 = (url: string) => within(url, async () => ((await fetch(url)).ok ? true : undefined))

const clusterOf = z.object({
  members: z.array(z.object({ host: z.optional(z.string()), role: z.string(), state: z.string() })),
})

/** As Patroni of whichever machine answers first says. */
const protectedPrimary = () =>
  within('a primary with a synchronous standby', async () => {
    for (const n of MACHINES) {
      const answer = await fetch(`http://127.0.1.1${n}:8008/cluster`).catch(() => undefined)
      if (!answer) continue
      const { members } = z.parse(clusterOf, await answer.json())
      const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
      const standby = members.some(
        ({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state),
      )
      return leader?.host && standby ? Number(leader.host.at(-1)) : undefined
    }
    return undefined
  })

export async function startDeployed(): Promise<Deployed> {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-deployed-'))
  chmodSync(place, 0o755)
  const children = new Map<string, ChildProcess>()
  const start = (name: string, command: string[], environment: Record<string, string> = {}) => {
    const [program = '', ...words] = command
    const child = spawn(program, words, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Killed with whatever it started, as with its machine.
      detached: true,
    })
    const said = createWriteStream(join(place, `${name}.log`))
    child.stdout.pipe(said)
    child.stderr.pipe(said)
    children.set(name, child)
  }
  const kill = (name: string) => {
    const child = children.get(name)
    children.delete(name)
    if (child?.pid === undefined || child.exitCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It went by itself a moment ago.
    }
  }
  const asPostgres = (...command: string[]) => [
    'setpriv',
    '--reuid=postgres',
    '--regid=postgres',
    '--init-groups',
    'env',
    `HOME=${place}`,
    ...command,
  ]
  const [certificate, key] = [join(place, 'certificate.pem'), join(place, 'key.pem')]
  const stop = async () => {
    for (const name of [...children.keys()]) kill(name)
    for (const n of MACHINES) killPostgres(join(place, `pg${n}`))
    await wait(500)
    rmSync(place, { recursive: true, force: true })
  }

  try {
    const made = spawnSync('openssl', [
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
      ...['-addext', `subjectAltName=IP:${PROXY}`, '-keyout', key, '-out', certificate],
    ])
    if (made.status !== 0) throw new Error(made.stderr.toString())
    const databaseKey = join(place, 'database.key')
    writeFileSync(databaseKey, readFileSync(key))
    const peers = MACHINES.map(n => `e${n}=http://127.0.1.1${n}:2380`).join(',')
    for (const n of MACHINES) {
      for (const folder of [`etcd${n}`, `socket${n}`]) mkdirSync(join(place, folder))
      writeFileSync(join(place, `patroni${n}.yml`), patroniOf(n, place))
    }
    spawnSync('chown', ['-R', 'postgres', place])
    chmodSync(databaseKey, 0o600)
    for (const n of MACHINES) {
      const address = `http://127.0.1.1${n}`
      start(
        `etcd${n}`,
        asPostgres(
          ...['etcd', '--name', `e${n}`, '--data-dir', join(place, `etcd${n}`), '--initial-cluster', peers],
          ...['--listen-peer-urls', `${address}:2380`, '--initial-advertise-peer-urls', `${address}:2380`],
          ...['--listen-client-urls', `${address}:2379`, '--advertise-client-urls', `${address}:2379`],
        ),
      )
    }
    for (const n of MACHINES) start(`patroni${n}`, asPostgres('patroni', join(place, `patroni${n}.yml`)))
    const primary = await protectedPrimary()
    await ask(`postgres://postgres:${PASSWORD}@127.0.1.1${primary}:5432/postgres?sslmode=no-verify`, [
      `create role gatehouse login createrole replication password '${PASSWORD}'`,
      'create database gatehouse owner gatehouse',
    ])
    const pem = join(place, 'gatehouse.pem')
    writeFileSync(pem, `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`)
    const proxy = here(readFileSync(join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8'))
      .replaceAll('/etc/haproxy/certs/gatehouse.pem', pem)
      .replace('maxconn 100000', 'maxconn 5000')
      .replace('bind :80\n', `bind ${PROXY}:18080\n`)
      .replace('bind :443', `bind ${PROXY}:${PEOPLE_PORT}`)
      .replace('bind :8883', `bind ${PROXY}:${DEVICES_PORT}`)
    writeFileSync(join(place, 'haproxy.cfg'), proxy)
    start('haproxy', ['haproxy', '-db', '-f', join(place, 'haproxy.cfg')])
    const databaseUrl = `postgres://gatehouse:${PASSWORD}@${PROXY}:5432/gatehouse`
    await within('the primary through HAProxy', () => ask(databaseUrl, ['select 1']).then(() => true))
    for (const [name, address] of [
      ['one', '127.0.0.11'],
      ['two', '127.0.0.12'],
    ] as const)
      start(name, [process.execPath, 'server/main.ts'], {
        ...{ NODE_ENV: 'production', DATA_DIR: join(place, name), HOST: address, PORT: '8080' },
        ...{
          SECRET_KEY: 'the same in both, and no secret at all',
          PUBLIC_URL: `https://${PROXY}:${PEOPLE_PORT}`,
        },
        ...{ DATABASE_URL: databaseUrl, TRUST_PROXY: '1', DRAIN_SECONDS: '15', DEMO: 'off', SIMULATE: 'off' },
        ...{ MQTT_PROXY_PROTOCOL: 'required', MQTT_TRUST_PROXY: '127.0.0.1', MQTT_PORT: '1883' },
        ...{ MQTT_TLS_PORT: '8883', MQTT_TLS_CERT: certificate, MQTT_TLS_KEY: key, LOG_LEVEL: 'warn' },
      })
    // At once, on a database that nobody has prepared.
    await Promise.all(
      ['127.0.0.11', '127.0.0.12'].map(address => answers200(`http://${address}:8080/api/ready`)),
    )
    // HAProxy asks each twice before it sends anybody there.
    await wait(6_000)
    return {
      databaseUrl,
      certificate: readFileSync(certificate, 'utf8'),
      protectedPrimary,
      killPrimary: async () => killPostgres(join(place, `pg${await protectedPrimary()}`)),
      losePrimary: async () => {
        const n = await protectedPrimary()
        kill(`patroni${n}`)
        kill(`etcd${n}`)
        killPostgres(join(place, `pg${n}`))
      },
      loseServer: name => kill(name),
      connectionsOf: async name => {
        const address = name === 'one' ? '127.0.0.11' : '127.0.0.12'
        const found = spawnSync('ss', ['-Htn', 'state', 'established', `( src ${address}:8883 )`], {
          encoding: 'utf8',
        })
        return found.stdout.split('\n').filter(Boolean).length
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The file of one of the three, whose folders are here. */
const patroniOf = (n: number, place: string) =>
  here(readFileSync(join(root, 'deploy/patroni/patroni.yml'), 'utf8'))
    .split('\n')
    // All three stand in the line of etcd.
    .map(line => (line.includes('hosts:') ? line : line.replaceAll('127.0.1.11', `127.0.1.1${n}`)))
    .join('\n')
    .replace('name: pg1', `name: pg${n}`)
    .replace('/var/lib/postgresql/15/gatehouse', join(place, `pg${n}`))
    .replace('/var/run/postgresql', join(place, `socket${n}`))
    .replace('/etc/patroni/server.pem', join(place, 'certificate.pem'))
    .replace('/etc/patroni/server.key', join(place, 'database.key'))

function killPostgres(folder: string): void {
  try {
    process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It was not running.
  }
}

async function ask(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
