// The folder of files beside the backups: what was added comes within minutes, what was deleted stays as long as backups do.
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { sumOf } from './base.ts'

/** What is still being written is taken the next time. */
const STILL_MS = 5_000
/** On their way, and safe to lose. */
const PASSING = /^tmp(\/|$)/

const indexSchema = z.record(
  z.string(),
  z.object({ bytes: z.int(), changedAt: z.number(), sha256: z.string(), goneAt: z.optional(z.int()) }),
)
export type MirrorIndex = z.output<typeof indexSchema>

export const mirrorFolder = (dir: string) => join(dir, 'files')
const indexFile = (dir: string) => join(dir, 'files.json')

export async function readIndex(dir: string): Promise<MirrorIndex> {
  const text = await readFile(indexFile(dir), 'utf8').catch(() => undefined)
  return text === undefined ? {} : z.parse(indexSchema, JSON.parse(text))
}

async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (PASSING.test(path)) continue
    if (entry.isDirectory()) yield* filesBelow(folder, path)
    else if (entry.isFile()) yield path
  }
}

/** Brings the copy up to date. Answers what it holds. */
export async function mirrorFiles(
  filesDir: string,
  { dir, keepDays, now = Date.now() }: { dir: string; keepDays: number; now?: number },
): Promise<{ files: number; bytes: number; added: number }> {
  const index = await readIndex(dir)
  const seen = new Set<string>()
  let added = 0
  for await (const path of filesBelow(filesDir)) {
    // What was deleted between the list and the look counts as not seen.
    const found = await stat(join(filesDir, path)).catch(() => undefined)
    if (!found) continue
    seen.add(path)
    const known = index[path]
    if (known && known.bytes === found.size && known.changedAt === found.mtimeMs) {
      delete known.goneAt
      continue
    }
    if (now - found.mtimeMs < STILL_MS && known) continue
    const sha256 = await take(join(filesDir, path), join(mirrorFolder(dir), path))
    if (sha256 === undefined) continue
    index[path] = { bytes: found.size, changedAt: found.mtimeMs, sha256 }
    added++
  }
  for (const [path, entry] of Object.entries(index)) {
    if (seen.has(path)) continue
    entry.goneAt ??= now
    if (now - entry.goneAt < keepDays * DAY_MS) continue
    await rm(join(mirrorFolder(dir), path), { force: true })
    delete index[path]
  }
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const fresh = `${indexFile(dir)}.${process.pid}.new`
  await writeFile(fresh, JSON.stringify(index), { mode: 0o600, flush: true })
  await rename(fresh, indexFile(dir))
  const entries = Object.values(index)
  return { files: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0), added }
}

/** Undefined where the file went while it was copied. */
async function take(from: string, to: string): Promise<string | undefined> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  // The command and the server may copy at the same time.
  const fresh = `${to}.${process.pid}.new`
  try {
    await copyFile(from, fresh)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const { sha256 } = await sumOf(fresh)
  await rename(fresh, to)
  return sha256
}

/** Files whose bytes are not the ones that were copied. */
export async function damagedFiles(dir: string): Promise<string[]> {
  const damaged: string[] = []
  for (const [path, { sha256 }] of Object.entries(await readIndex(dir))) {
    const found = await sumOf(join(mirrorFolder(dir), path)).catch(() => undefined)
    if (found?.sha256 !== sha256) damaged.push(path)
  }
  return damaged
}
