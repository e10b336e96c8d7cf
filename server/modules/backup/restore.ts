// Restores a backup into an empty folder up to a moment: lays it out, lets PostgreSQL apply the changes, asks what it has
// reached, and leaves the database stopped, ready for a server.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, halt, lastWords, launch, OWNER, placeCluster, runningPort } from '../../db/cluster.ts'
import { withConnection } from '../../db/connection.ts'
import type { Log } from '../../log.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { gapOf } from './archive-keeper.ts'
import { layBase, layChanges, layFolder, tellTarget } from './lay.ts'
import { backupFor, baseFolder, listBackups } from './shelf.ts'

const ENDED_BEFORE = /recovery ended before configured recovery target was reached/

export interface Restored {
  backup: string
  /** Of the newest change that was applied; undefined: none was made after the backup. */
  reached: number | undefined
  /** Changes between the backup and that moment are missing: nothing after them could be restored. */
  gap: boolean
  files: number
  damaged: string[]
  /** Of the database, while it still runs. */
  ownerUrl: string
  stop(): Promise<void>
}

export interface RestoreWish {
  /** The folder of backups. */
  from: string
  /** The data folder to be. */
  to: string
  /** Undefined: as far as there are changes. */
  at: number | undefined
  secretsDir: string | undefined
  /** Folder with `bin`: PostgreSQL of the backup's version; undefined: the embedded one. */
  postgres: string | undefined
  log: Log
  now: number
}

/** Refuses what holds anything: a restore never takes the place of what somebody may still need. */
export function refuseFolder(to: string): void {
  if (!existsSync(to)) return
  if (existsSync(join(to, 'postgres', 'cluster', 'postmaster.pid')))
    throw new ConfigError([`${to} has a database that runs, or was killed: name an empty folder`])
  if (readdirSync(to).length > 0) throw new ConfigError([`${to} is not empty: name an empty folder`])
}

/** Starts PostgreSQL and waits until it has applied what it was told to, however long that takes. Answers its port. */
async function recover(cluster: Cluster): Promise<number> {
  const port = await launch(cluster)
  for (;;) {
    // Nobody is let in before: a refused password says as well as anything that somebody could be.
    const url = `postgres://nobody:nobody@127.0.0.1:${port}/postgres`
    const code = await withConnection(
      { connectionString: url, connectionTimeoutMillis: 5_000 },
      async () => '',
    ).catch(error => String(error.code))
    if (code !== '57P03' && code !== 'ECONNREFUSED') return port
    if (runningPort(cluster) === undefined)
      throw new ConfigError([`The database could not be restored: ${lastWords(cluster)}`])
    await sleep(200)
  }
}

/** The database runs when it answers; who asked stops it. */
export async function restore(wish: RestoreWish): Promise<Restored> {
  const { from, to, at, secretsDir, postgres, log, now } = wish
  refuseFolder(to)
  if (at !== undefined && at > now) throw new ConfigError(['--at: that moment is still to come'])
  const backups = await listBackups(from)
  const [oldest] = backups
  if (!oldest) throw new ConfigError([`${from} holds no backup`])
  const backup = backupFor(backups, at ?? now)
  if (!backup)
    throw new ConfigError([
      `--at: the oldest backup is whole from ${new Date(oldest.consistentAt).toISOString()} on; nothing leads to an earlier moment`,
    ])
  const cluster = placeCluster(to, log)
  if (cluster.elsewhere && readdirSync(cluster.home).length > 0)
    throw new ConfigError([`${cluster.home}, where the database of ${to} would be, is not empty`])
  if (postgres !== undefined) cluster.binaries = postgres
  const secretsFolder = join(secretsDir ?? join(from, 'secrets'), backup.id)
  const { files, damaged } = await layFolder(from, { backup, secretsFolder, dataDir: to })
  await layBase(baseFolder(from, backup.id), cluster)
  const { gap } = await layChanges(from, backup, cluster)
  const takeBack = await tellTarget(cluster, at)
  const port = await recover(cluster).catch(async error => {
    // Nothing was changed after the moment that was asked for, or what was is missing: then all there is, is wanted.
    if (!ENDED_BEFORE.test(String(error))) throw error
    await takeBack()
    await tellTarget(cluster, undefined)
    return recover(cluster)
  })
  await takeBack()
  const stop = () => halt(cluster)
  try {
    const { ownerPassword } = JSON.parse(readFileSync(join(to, 'database.json'), 'utf8'))
    const ownerUrl = `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${port}/gatehouse`
    const reached = await withConnection({ connectionString: ownerUrl }, async client => {
      const { rows } = await client.query<{ at: string | null }>(
        'select (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as at',
      )
      return rows[0]?.at ?? undefined
    })
    const lost = gap && (at === undefined || ((await gapOf(from)) ?? 0) <= at)
    return {
      ...{ backup: backup.id, gap: lost, files, damaged, ownerUrl, stop },
      reached: reached === undefined ? undefined : Math.floor(Number(reached)),
    }
  } catch (error) {
    await stop()
    throw error
  }
}
