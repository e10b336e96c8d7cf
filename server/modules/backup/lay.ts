// Lays a backup into an empty folder, up to a moment: the database's files proved one by one, the changes unpacked, the
// files and the secrets in their places. Nothing of the backup is changed.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Cluster } from '../../db/cluster.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { KEPT_FILES, SECRET_FILES } from './backup.ts'
import { checkFile, openBase, promisedFiles } from './base.ts'
import { mirrorFolder, readIndex } from './mirror.ts'
import { readPosition, segmentOf } from './positions.ts'
import { type BackupManifest, baseFolder } from './shelf.ts'
import { readTar } from './tar.ts'
import { storedSegments, walFolder } from './wal-archive.ts'

/** PostgreSQL refuses a folder that others may look into. */
const CLOSED = 0o700

const owned = async (path: string, { account }: Cluster) => {
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid)
}

/** The copy of PostgreSQL's folder; each file is held against PostgreSQL's own list. */
export async function layBase(from: string, cluster: Cluster): Promise<void> {
  const missing = await promisedFiles(from)
  await mkdir(cluster.folder, { mode: CLOSED })
  await owned(cluster.folder, cluster)
  for await (const { path, kind, mode, bytes, content } of readTar(openBase(from))) {
    const to = join(cluster.folder, path)
    if (kind === 'link')
      throw new ConfigError([`The backup holds a link, ${path}: it cannot be restored here`])
    if (kind === 'folder') {
      if (path === '') continue
      await mkdir(to, { mode: CLOSED, recursive: true })
      await owned(to, cluster)
      continue
    }
    await mkdir(dirname(to), { recursive: true, mode: CLOSED })
    const hash = createHash('sha256')
    const file = await open(to, 'wx', 0o600)
    try {
      for await (const piece of content) {
        hash.update(piece)
        await file.write(piece)
      }
      await file.chmod(mode & 0o777)
    } finally {
      await file.close()
    }
    await owned(to, cluster)
    checkFile(path, { bytes, sha256: hash.digest('hex') }, missing)
  }
  const [lost] = missing.keys()
  if (lost !== undefined) throw new ConfigError([`The backup is damaged: ${lost} is missing`])
  await chmod(cluster.folder, CLOSED)
}

/** The changes since the backup. Answers whether some are missing in between: what comes after cannot be reached. */
export async function layChanges(
  dir: string,
  backup: BackupManifest,
  cluster: Cluster,
): Promise<{ gap: boolean }> {
  const segmentBytes = BigInt(backup.segmentBytes)
  const first = segmentOf(readPosition(backup.start), segmentBytes)
  const folder = walFolder(dir)
  const to = join(cluster.folder, 'pg_wal')
  const stored = (await storedSegments(folder, segmentBytes)).filter(
    ({ segment, timeline }) => segment >= first && timeline >= backup.timeline,
  )
  // A timeline may begin in the middle of a file of the one before: both are there.
  const numbers = new Set(stored.map(({ segment }) => segment))
  const inBase = (await readdir(to)).filter(name => /^[0-9A-F]{24}$/.test(name))
  let last = first + BigInt(Math.max(inBase.length - 1, 0))
  while (numbers.has(last + 1n)) last++
  const gap = [...numbers].some(segment => segment > last)
  for (const { file, name, segment, partial } of stored) {
    // What the backup holds itself is whole.
    if (segment > last || inBase.includes(name)) continue
    if (partial && stored.some(other => other.name === name && !other.partial)) continue
    const target = join(to, name)
    if (partial) {
      await copyFile(join(folder, file), target)
      // PostgreSQL takes whole files only; what follows the last change is nothing.
      await truncate(target, Number(segmentBytes))
    } else {
      await pipeline(
        createReadStream(join(folder, file)),
        createGunzip(),
        createWriteStream(target, { mode: 0o600 }),
      )
    }
    await chmod(target, 0o600)
    await owned(target, cluster)
  }
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.history')) {
      await copyFile(join(folder, name), join(to, name))
      await owned(join(to, name), cluster)
    }
  return { gap }
}

const AUTO = 'postgresql.auto.conf'

/** Tells PostgreSQL to apply the changes up to a moment, and then to open. Answers the function that takes the words back. */
export async function tellTarget(cluster: Cluster, at: number | undefined): Promise<() => Promise<void>> {
  const file = join(cluster.folder, AUTO)
  const before = await readFile(file, 'utf8').catch(() => '')
  const lines = [
    // All that there is lies in its folder already.
    `restore_command = 'false'`,
    `recovery_target_action = 'promote'`,
    `hot_standby = off`,
    ...(at === undefined
      ? []
      : [`recovery_target_time = '${new Date(at).toISOString().replace('Z', '+00')}'`]),
  ]
  await writeFile(file, before)
  await appendFile(file, `\n${lines.join('\n')}\n`)
  await owned(file, cluster)
  const signal = join(cluster.folder, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  await owned(signal, cluster)
  return async () => {
    await writeFile(file, before)
    await owned(file, cluster)
  }
}

/** Secrets, files and anchors. Answers what of the files was damaged in the backup. */
export async function layFolder(
  dir: string,
  { backup, secretsFolder, dataDir }: { backup: BackupManifest; secretsFolder: string; dataDir: string },
): Promise<{ files: number; damaged: string[] }> {
  for (const name of SECRET_FILES) {
    await copyFile(join(secretsFolder, name), join(dataDir, name)).catch(error => {
      if (name !== 'database.json' || backup.embedded)
        throw new ConfigError([
          `${join(secretsFolder, name)} cannot be read (${error.code}): name the folder of the secrets by --secrets`,
        ])
    })
  }
  // Taken before the copy of the database: every entry that an anchor names is in it.
  for (const name of KEPT_FILES)
    await copyFile(join(baseFolder(dir, backup.id), name), join(dataDir, name)).catch(() => undefined)
  const damaged: string[] = []
  const index = Object.entries(await readIndex(dir))
  for (const [path, { sha256 }] of index) {
    const to = join(dataDir, 'files', path)
    await mkdir(dirname(to), { recursive: true, mode: CLOSED })
    const hash = createHash('sha256')
    try {
      await copyFile(join(mirrorFolder(dir), path), to)
      await pipeline(createReadStream(to), hash)
      if (hash.digest('hex') !== sha256) damaged.push(path)
    } catch {
      damaged.push(path)
    }
  }
  return { files: index.length - damaged.length, damaged }
}
