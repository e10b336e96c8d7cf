// Clips as tasks: one file of a camera, or a folder of them as ZIP. Pictures are copied, so that a clip is what was recorded.
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Zip, ZipPassThrough } from 'fflate'
import * as z from 'zod/mini'
import { clockText } from '../../../src/domain/report/zone-time.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { type Storages, uploadKey } from '../files/public.ts'
import type { Run, Runner } from '../tasks/public.ts'
import { endingOf, joinParts, type SegmentPart } from './segment-file.ts'

const clipRequest = z.object({ cameraIds: z.array(z.int()), from: z.int(), to: z.int() })

type ClipParts = Pick<Kernel, 'filesDir'> & { storages: Storages; data: Kernel['data'] }

/** What a clip is called: who and when, in characters that any system can store. */
export function clipName(name: string, zone: string, from: number): string {
  const stamp = clockText(zone, from).slice(0, 19).replace(/[-:]/g, '').replace(' ', '-')
  return `${name.replace(/[\p{Cc}\p{Cf}<>:"|?*/\\]/gu, '_')}-${stamp}`
}

export function clipRunner(parts: ClipParts): Runner {
  return {
    permissions: () => ['recording.download'],
    run: async run => {
      const folder = join(parts.filesDir, 'tmp', `clip-${run.task.id}`)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await cut(parts, run, folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

interface Clip {
  path: string
  name: string
}

/** What a camera has recorded in the time, to whom may see it now: it may have gone to another department meanwhile. */
async function recordedBy(
  { data }: ClipParts,
  { person, scope }: Run,
  cameraId: number,
  { from, to }: { from: number; to: number },
) {
  const found = await data.scoped(scope, async sql => {
    let seen = tables.selectFrom('camera').select('name').where('id', '=', cameraId)
    if (!person.platform) seen = seen.where('tenant_id', '=', person.tenantId)
    if (person.departments !== null) seen = seen.where('department_id', 'in', [-1, ...person.departments])
    const camera = await firstOf(sql, seen)
    if (!camera) return undefined
    const segments = await rowsOf(
      sql,
      tables
        .selectFrom('camera_segment as s')
        .innerJoin('stored_file as f', 'f.id', 's.file_id')
        .select(['s.id', 's.from_at', 's.to_at', 'f.key', 'f.storage'])
        .where('s.camera_id', '=', cameraId)
        .where('s.to_at', '>', from)
        .where('s.from_at', '<', to)
        .orderBy('s.from_at'),
    )
    return { name: camera.name, segments }
  })
  if (!found) throw new Refused('forbidden')
  return found
}

async function cut(parts: ClipParts, run: Run, folder: string): Promise<void> {
  const { task, person, signal, progress, writeFile } = run
  const { cameraIds, from, to } = z.parse(clipRequest, task.request)
  const clips: Clip[] = []
  for (const [index, cameraId] of cameraIds.entries()) {
    const { name, segments } = await recordedBy(parts, run, cameraId, { from, to })
    const pieces: SegmentPart[] = []
    for (const { id, key, storage, from_at, to_at } of segments) {
      signal.throwIfAborted()
      const stream = await parts.storages.of(storage)?.open(uploadKey(key))
      if (!stream) continue
      const path = join(folder, `segment-${id}`)
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }), { signal })
      pieces.push({ path, from: from_at, to: to_at })
    }
    const path = join(folder, `clip-${cameraId}`)
    const made = await joinParts(pieces, path, { from, to })
    for (const piece of pieces) await rm(piece.path, { force: true })
    if (made)
      clips.push({
        path,
        name: `${index + 1}-${clipName(name, person.tenantZone, from)}${endingOf(made)}`,
      })
    await progress({ done: index + 1, total: cameraIds.length })
  }
  const [first] = clips
  if (!first) throw new Refused('recording.nothing')
  await writeFile(path => (task.format === 'zip' ? zip(clips, path, signal) : rename(first.path, path)))
}

/** Pictures are packed already: they are only put behind each other. */
async function zip(clips: readonly Clip[], path: string, signal: AbortSignal): Promise<void> {
  const out = createWriteStream(path, { mode: 0o600 })
  const closed = once(out, 'close', { signal })
  // What goes wrong before is told by who waits there.
  closed.catch(() => {})
  const archive = new Zip((error, bytes, last) => {
    if (error) out.destroy(error)
    else if (last) out.end(bytes)
    else out.write(bytes)
  })
  for (const { path: from, name } of clips) {
    const entry = new ZipPassThrough(name)
    archive.add(entry)
    for await (const chunk of createReadStream(from)) {
      entry.push(new Uint8Array(chunk))
      if (out.writableNeedDrain) await once(out, 'drain', { signal })
    }
    entry.push(new Uint8Array(), true)
  }
  archive.end()
  await closed
}
