// One backup: the database, the files, the secrets apart; proved before it counts, and before anything older goes.
import { copyFile, mkdir } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { withConnection } from '../../db/connection.ts'
import { closeGap } from './archive-keeper.ts'
import { BASE_FILE, POSTGRES_MANIFEST, proveBase, sumOf, takeBase } from './base.ts'
import { damagedFiles, mirrorFiles } from './mirror.ts'
import type { BackupConfig } from './settings.ts'
import { type BackupManifest, backupId, baseFolder, listBackups, thin, writeManifest } from './shelf.ts'

/** Who has one of these and the backup reads everything. */
export const SECRET_FILES = ['secrets.json', 'database.json'] as const
/** What else of the data folder belongs to the database. */
export const KEPT_FILES = ['audit-anchors.jsonl'] as const

export interface MadeBackup {
  manifest: BackupManifest
  folder: string
  secretsFolder: string
  warnings: string[]
  thinned: { backups: string[]; segments: number }
}

export async function makeBackup({
  ownerUrl,
  dataDir,
  embedded,
  config,
  now = Date.now,
}: {
  ownerUrl: string
  dataDir: string
  embedded: boolean
  config: BackupConfig
  now?: () => number
}): Promise<MadeBackup> {
  const { dir, keepDays } = config
  const begunAt = now()
  const id = backupId(begunAt)
  const folder = baseFolder(dir, id)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // Two at the same second would write over each other.
  await mkdir(join(folder, '..'), { recursive: true, mode: 0o700 })
  await mkdir(folder, { mode: 0o700 })
  const kept = await copyAll(KEPT_FILES, dataDir, folder)
  const base = await takeBase(ownerUrl, folder, `gatehouse ${id}`)
  const files = await mirrorFiles(join(dataDir, 'files'), { dir, keepDays })
  const unpackedBytes = await proveBase(folder)
  const parts: BackupManifest['parts'] = []
  for (const path of [BASE_FILE, POSTGRES_MANIFEST, ...kept])
    parts.push({ path, ...(await sumOf(join(folder, path))) })
  const secretsFolder = join(config.secretsDir ?? join(dir, 'secrets'), id)
  await mkdir(secretsFolder, { recursive: true, mode: 0o700 })
  const secrets = await copyAll(SECRET_FILES, dataDir, secretsFolder)
  const manifest: BackupManifest = {
    ...{ format: 1, id, begunAt, embedded, unpackedBytes, parts },
    ...base,
    schema: await newestMigration(ownerUrl),
    files: { files: files.files, bytes: files.bytes },
  }
  await writeManifest(dir, manifest)
  await closeGap(dir, begunAt)
  const thinned = await thin(dir, { keepDays, now: now(), running: id })
  return {
    ...{ manifest, folder, secretsFolder, thinned },
    warnings: secretsFolder.startsWith(dir)
      ? [
          `The secrets (${secrets.join(', ')}) lie beside the backup: who has both reads everything. Set BACKUP_SECRETS_DIR to another place.`,
        ]
      : [],
  }
}

/** A data folder within the backups, or the other way round, would be lost with them. */
export function apart(one: string, other: string): boolean {
  const within = (inner: string, outer: string) => {
    const way = relative(outer, inner)
    return way === '' || (!way.startsWith('..') && !isAbsolute(way))
  }
  return !within(one, other) && !within(other, one)
}

async function copyAll<Name extends string>(
  names: readonly Name[],
  from: string,
  to: string,
): Promise<Name[]> {
  const copied: Name[] = []
  for (const name of names) {
    const there = await copyFile(join(from, name), join(to, name)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
        throw error
      },
    )
    if (there) copied.push(name)
  }
  return copied
}

const newestMigration = (ownerUrl: string) =>
  withConnection({ connectionString: ownerUrl }, async client => {
    const { rows } = await client.query('select max(name) as name from migration')
    return z.parse(z.tuple([z.object({ name: z.nullable(z.string()) })]), rows)[0].name ?? ''
  })

/** What is wrong with the backups of a folder; nothing when all of it is what was written. */
export async function problemsOf(dir: string): Promise<{ checked: number; problems: string[] }> {
  const problems: string[] = []
  const backups = await listBackups(dir)
  for (const { id, parts } of backups) {
    for (const { path, sha256 } of parts) {
      const found = await sumOf(join(baseFolder(dir, id), path)).catch(() => undefined)
      if (found?.sha256 !== sha256) problems.push(`${id}/${path} is not what was written`)
    }
    await proveBase(baseFolder(dir, id)).catch(error => problems.push(`${id}: ${error.message}`))
  }
  problems.push(...(await damagedFiles(dir)).map(path => `files/${path} is not what was copied`))
  return { checked: backups.length, problems }
}
