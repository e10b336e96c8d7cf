// Looks at an upload whose parts are all here: is it what was sent, is it a video, what does it say of itself. Then it becomes
// a recording. Its bytes stay where they were sent to until that is so.
import { link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { ErrorId } from '../../../src/contract/errors.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { RECORDED_FILE } from '../../../src/domain/file/stored-file.ts'
import { NAME_LENGTH } from '../../../src/domain/limits.ts'
import { bytesOfPart, PART_BYTES } from '../../../src/domain/recordings/part-upload.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import { defineJob } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { keepFile, type Storages, typeOf } from '../files/public.ts'
import type { RecordingConfig } from '../recordings/public.ts'
import { daysKept, type RetentionConfig } from '../retention/public.ts'
import type { Staging } from './staging.ts'
import { factsOf, type VideoFacts } from './video-facts.ts'

export const uploadCheckJob = defineJob({
  name: 'uploadCheck',
  data: z.object({ uploadId: z.int() }),
  subject: data => `(select a.name from part_upload a where a.id = (${data} ->> 'uploadId')::bigint)`,
  // Eight gigabytes to an object storage over a thin line.
  timeoutSeconds: 7_200,
  pollSeconds: 2,
  atOnce: 2,
  tries: 10,
  againSeconds: 5,
})

interface Given extends Pick<Kernel, 'data' | 'log' | 'jobs' | 'filesDir'> {
  staging: Staging
  storages: Storages
  config: { recordings: RecordingConfig; retention: Pick<RetentionConfig, 'recordings'> }
}

export async function workUploadChecks(parts: Given): Promise<void> {
  await parts.jobs.work(
    uploadCheckJob,
    async ({ data: { uploadId }, signal }) => {
      await check(parts, uploadId, signal)
      return undefined
    },
    // It stays with its parts: who sent it may end it once more.
    { giveUp: (sql, { uploadId }) => reopen(sql, uploadId, 'failed') },
  )
}

const columns = [
  ...(['id', 'tenant_id', 'key', 'name', 'bytes', 'sha256', 'user_id', 'sender_id', 'user_name'] as const),
  ...(['device_id', 'department_id', 'note', 'taken_at', 'created_at'] as const),
] as const

const findRow = (sql: Sql, id: number) =>
  firstOf(
    sql,
    tables.selectFrom('part_upload').select(columns).where('id', '=', id).where('state', '=', 'checking'),
  )
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

const reopen = async (sql: Sql, id: number, problem: ErrorId): Promise<void> => {
  await sql.change(
    `update part_upload set state = 'open', problem = $2, updated_at = $3 where id = $1 and state = 'checking'`,
    [id, problem, Date.now()],
  )
}

async function check(parts: Given, id: number, signal: AbortSignal): Promise<void> {
  const { data, staging } = parts
  const row = await data.scoped(WHOLE, sql => findRow(sql, id))
  if (!row) return
  const found = await staging.digestOf(row.key, undefined, signal).catch((error: unknown) => {
    // Somebody has cleaned the disk: nothing is here any more.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (found !== row.sha256) return forgetDamaged(parts, row, signal)
  const path = staging.pathOf(row.key)
  let contentType: string
  try {
    contentType = await typeOf(path, 'video', row.name)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { id: problem } = error
    await data.scoped(WHOLE, sql =>
      sql.change(`update part_upload set state = 'failed', problem = $2, updated_at = $3 where id = $1`, [
        id,
        problem,
        Date.now(),
      ]),
    )
    return staging.remove(row.key)
  }
  const facts = await factsOf(path, contentType, Date.now())
  try {
    await keep(parts, row, contentType, facts)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // What is full may be cleared: the parts stay.
    const { id: problem } = error
    return data.scoped(WHOLE, sql => reopen(sql, id, problem))
  }
  await staging.remove(row.key)
}

/** Parts that are not what was noted of them have to come once more; the others stay. */
async function forgetDamaged({ data, staging }: Given, row: Row, signal: AbortSignal): Promise<void> {
  const parts = await data.scoped(WHOLE, sql =>
    rowsOf(
      sql,
      tables.selectFrom('part_upload_part').select(['part', 'sha256']).where('upload_id', '=', row.id),
    ),
  )
  const damaged: number[] = []
  for (const { part, sha256 } of parts) {
    const start = part * PART_BYTES
    const range = { start, end: start + bytesOfPart(row.bytes, part) - 1 }
    const is = await staging.digestOf(row.key, range, signal).catch(() => undefined)
    if (is !== sha256) damaged.push(part)
  }
  await data.scoped(WHOLE, async sql => {
    await sql.change('delete from part_upload_part where upload_id = $1 and part = any($2::int[])', [
      row.id,
      damaged,
    ])
    await reopen(sql, row.id, 'upload.digest')
  })
}

async function keep(parts: Given, row: Row, contentType: string, facts: VideoFacts): Promise<void> {
  const folder = join(parts.filesDir, 'tmp')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A second name for the same bytes: the storage uses up the one, the other stays until everything is written down.
  const path = join(folder, `check-${row.id}`)
  await rm(path, { force: true })
  await link(parts.staging.pathOf(row.key), path)
  try {
    await keepFile(
      parts,
      {
        scope: WHOLE,
        tenantId: row.tenant_id,
        owner: { id: row.user_id, name: row.user_name },
        ...{ key: row.key, kind: RECORDED_FILE, name: row.name, contentType, path, bytes: row.bytes },
        ...{ width: null, height: null, quota: parts.config.recordings.quota },
      },
      (sql, fileId) => becomeRecording(sql, parts, row, fileId, contentType, facts),
    )
  } finally {
    await rm(path, { force: true })
  }
}

async function becomeRecording(
  sql: Sql,
  { config }: Pick<Given, 'config'>,
  row: Row,
  fileId: number,
  contentType: string,
  facts: VideoFacts,
): Promise<void> {
  const now = Date.now()
  const startedAt = row.taken_at ?? facts.takenAt ?? row.created_at
  const durationMs = facts.durationMs ?? 0
  const days = await daysKept(sql, 'recordings', {
    tenantId: row.tenant_id,
    installation: config.retention.recordings,
  })
  const made = await firstOf(
    sql,
    tables
      .insertInto('recording')
      .values({
        tenant_id: row.tenant_id,
        created_at: now,
        updated_at: now,
        name: row.name.slice(0, NAME_LENGTH),
        note: row.note,
        file_name: row.name,
        type: 'local',
        source: 'bodyWorn',
        state: 'ready',
        started_at: startedAt,
        ended_at: startedAt + durationMs,
        bytes: row.bytes,
        device_id: row.device_id,
        department_id: row.department_id,
        latitude: facts.latitude,
        longitude: facts.longitude,
        user_id: row.user_id,
        user_name: row.user_name,
        sha256: row.sha256,
        expires_at: now + days * DAY_MS,
      })
      .returning('id'),
  )
  if (!made) throw new Error('The recording was not stored')
  const track = await firstOf(
    sql,
    tables
      .insertInto('recording_track')
      .values({
        tenant_id: row.tenant_id,
        recording_id: made.id,
        kind: 'mixed',
        codec: contentType,
        begin_ms: 0,
        duration_ms: durationMs,
        file_id: fileId,
      })
      .returning('id'),
  )
  if (!track) throw new Error('The recording has no track')
  await sql.change(
    `update part_upload set state = 'done', problem = null, recording_id = $2, updated_at = $3 where id = $1`,
    [row.id, made.id, now],
  )
  sql.audit({
    tenantId: row.tenant_id,
    userId: row.user_id,
    userName: row.user_name,
    address: null,
    action: 'recording.uploaded',
    entity: 'recording',
    rowId: made.id,
    detail: { name: row.name, bytes: row.bytes, sha256: row.sha256 },
  })
}
