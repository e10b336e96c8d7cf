// One embedded PostgreSQL: makes its files, starts it, adopts one that a killed server left behind, stops it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { ConfigError } from '../settings/config-error.ts'
import { type Account, binariesFor, databaseAccount, reachable } from './binaries.ts'

export const OWNER = 'gatehouse'
const SPARE_HOME = '/var/lib/gatehouse'
const START_SECONDS = 60
const RETRY_SECONDS = 20

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  // An archive that takes no more changes (its disk is full) must not fill this one.
  'max_slot_wal_keep_size=2GB',
  'random_page_cost=1.1',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
]

export interface Cluster {
  /** PGDATA. */
  folder: string
  home: string
  /** The home is not below DATA_DIR. */
  elsewhere: boolean
  binaries: string
  account: Account
}

/** Decides who runs the database, from where and on which folder; makes the folder if need be. */
export function placeCluster(dataDir: string, log: Log): Cluster {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const below = join(dataDir, 'postgres')
  const place = (home: string, account: Account): Cluster => ({
    home,
    account,
    folder: join(home, 'cluster'),
    elsewhere: home !== below,
    binaries: binariesFor(account, SPARE_HOME),
  })
  if (process.getuid?.() !== 0) {
    mkdirSync(below, { recursive: true, mode: 0o700 })
    if (process.getuid && statSync(below).uid !== process.getuid()) {
      throw new ConfigError([
        `DATA_DIR: ${below} belongs to another user; it was made by a server that ran as root`,
      ])
    }
    return place(below, {})
  }
  let account = databaseAccount(readFileSync('/etc/passwd', 'utf8'))
  if (!reachable(dataDir, account)) chmodSync(dataDir, statSync(dataDir).mode | 0o111)
  let home = below
  if (!reachable(dataDir, account)) {
    // A folder above, such as /root, is closed to the database's user, and is not ours to open.
    home = join(SPARE_HOME, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
    log.warn({ dataDir, home }, 'DATA_DIR is closed to the database user: the database lives elsewhere')
    mkdirSync(SPARE_HOME, { recursive: true, mode: 0o755 })
  }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const { uid, gid } = statSync(home)
  // The account of an earlier start stays, also when a better one was added to the machine since.
  if (uid !== 0) account = { uid, gid }
  else if (account.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid)
  return place(home, account)
}

/** Makes the files at the first start. A half-made folder of an earlier try is thrown away. */
export async function initialise(cluster: Cluster, password: string): Promise<void> {
  const version = join(cluster.folder, 'PG_VERSION')
  if (existsSync(version)) return
  const unfinished = `${cluster.folder}.new`
  const passwordFile = join(cluster.home, 'password')
  rmSync(unfinished, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const { uid, gid } = cluster.account
  if (uid !== undefined && gid !== undefined) chownSync(passwordFile, uid, gid)
  try {
    await run(cluster, 'initdb', [
      ...[
        '-D',
        unfinished,
        '-U',
        OWNER,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--no-instructions',
      ],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, cluster.folder)
}

/** Port of the PostgreSQL that already runs on the folder, if one does. */
export function runningPort(cluster: Cluster): number | undefined {
  const file = join(cluster.folder, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (isPostgres(pid)) return Number(lines[3]) || undefined
  // The number now belongs to another process: PostgreSQL itself would wait for that one for ever.
  rmSync(file, { force: true })
  return undefined
}

function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return process.platform !== 'linux'
  }
}

/** Starts the database and answers its port once it accepts connections. */
export async function launch(cluster: Cluster, wanted?: number): Promise<number> {
  const until = Date.now() + RETRY_SECONDS * 1000
  for (;;) {
    const port = wanted ?? (await freePort())
    const options = [`port=${port}`, ...SETTINGS].map(setting => `-c ${setting}`).join(' ')
    try {
      const log = join(cluster.home, 'postgres.log')
      await run(cluster, 'pg_ctl', [
        'start',
        '-w',
        '-t',
        `${START_SECONDS}`,
        '-D',
        cluster.folder,
        '-l',
        log,
        '-o',
        options,
      ])
      return port
    } catch (error) {
      const why = lastWords(cluster)
      // A predecessor that is still shutting down, or a port that was taken a moment ago, goes away by itself.
      const passing = /postmaster\.pid|Address already in use|could not bind|shared memory block/.test(why)
      if (!passing || Date.now() > until) {
        throw new ConfigError([`The embedded database does not start: ${why || error}`])
      }
      await sleep(300)
    }
  }
}

/** Stops the database after its last flush. */
export async function halt(cluster: Cluster): Promise<void> {
  await run(cluster, 'pg_ctl', ['stop', '-m', 'fast', '-w', '-t', '60', '-D', cluster.folder])
}

function run(cluster: Cluster, program: string, args: string[]): Promise<void> {
  const path = join(cluster.binaries, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
  // A minimal environment: no PG* variable of the operator's leaks in, no secret leaks out.
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    TZ: 'UTC',
    SystemRoot: process.env.SystemRoot,
    TEMP: process.env.TEMP,
  }
  return new Promise((resolve, reject) => {
    // Detached: a Ctrl-C in the terminal must reach this server first, which then stops the database in order.
    const child = spawn(path, args, {
      ...cluster.account,
      env,
      cwd: cluster.home,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', bytes => {
        output = `${output}${bytes}`.slice(-2000)
      })
    }
    child.on('error', reject)
    child.on('exit', code =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${output.trim()}`)),
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The end of PostgreSQL's own log. */
export function lastWords(cluster: Cluster): string {
  try {
    return readFileSync(join(cluster.home, 'postgres.log'), 'utf8').trim().split('\n').slice(-8).join(' | ')
  } catch {
    return ''
  }
}
