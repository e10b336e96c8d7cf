// Uploads in parts: begun, filled in any order, given up, and handed to the check when they are whole. The same for people and
// for devices that send by themselves.
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PartUpload } from '../../../src/contract/endpoints/part-upload.ts'
import { errorId } from '../../../src/contract/errors.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import {
  bytesOfPart,
  MOST_OPEN_UPLOADS,
  MOST_RECORDING_BYTES,
  PART_BYTES,
  partsOf,
  uploadState,
} from '../../../src/domain/recordings/part-upload.ts'
import type { Scope, Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { cleanName, usedBytes } from '../files/public.ts'
import type { RecordingConfig } from '../recordings/public.ts'
import type { RetentionConfig } from '../retention/public.ts'
import { uploadCheckJob } from './check-job.ts'
import type { Staging } from './staging.ts'

/** Locks what a sender begins: two at once must not both be the twentieth. */
const BEGIN_LOCK = 4_171
/** A finished one stays in sight for so long, for whoever asks what became of it. */
const SHOWN_MS = DAY_MS

/** Who sends: a person, or a device by itself. */
export interface Sender {
  scope: Scope
  tenantId: number
  userId: number | null
  deviceId: number | null
  name: string
  departmentId: number | null
  /** For the audit log. */
  audit: { userId: number | null; userName: string; address: string }
}

export interface UploadParts extends Pick<Kernel, 'data' | 'jobs' | 'log'> {
  staging: Staging
  config: { recordings: RecordingConfig; retention: Pick<RetentionConfig, 'recordings'> }
}

export interface Beginning {
  name: string
  bytes: number
  deviceId: number | null
  departmentId: number | null
  takenAt: number | null
  note: string | null
}

type Runs = Pick<UploadParts, 'data' | 'staging' | 'config' | 'jobs'>

const columns = ['id', 'key', 'name', 'bytes', 'state', 'problem', 'updated_at', 'recording_id'] as const

/** Only what this sender has begun: to everybody else there is no such upload. */
function ownRow(sql: Sql, sender: Sender, id: number, lock = false) {
  const found = ofSender(sender).select(columns).where('id', '=', id)
  return firstOf(sql, lock ? found.forUpdate() : found)
}

function ofSender({ tenantId, userId, deviceId }: Sender) {
  const own = tables.selectFrom('part_upload').where('tenant_id', '=', tenantId)
  return userId === null ? own.where('sender_id', '=', deviceId) : own.where('user_id', '=', userId)
}

type Row = NonNullable<Awaited<ReturnType<typeof ownRow>>>

async function shown(sql: Sql, row: Row): Promise<PartUpload> {
  const parts = await rowsOf(
    sql,
    tables
      .selectFrom('part_upload_part')
      .select(['part', 'sha256'])
      .where('upload_id', '=', row.id)
      .orderBy('part'),
  )
  const problem = errorId.safeParse(row.problem)
  return {
    id: row.id,
    name: row.name,
    bytes: row.bytes,
    partBytes: PART_BYTES,
    state: uploadState.parse(row.state),
    problem: problem.success ? problem.data : null,
    parts,
    updatedAt: row.updated_at,
    recordingId: row.recording_id,
  }
}

/** `again`: one of the same name and length that is not finished is continued. */
export async function beginUpload(
  { data, staging, config }: Runs,
  sender: Sender,
  wanted: Beginning,
  again = false,
): Promise<PartUpload> {
  const { bytes } = wanted
  if (bytes > MOST_RECORDING_BYTES)
    throw new Refused('upload.tooLarge', { field: 'bytes', params: { max: MOST_RECORDING_BYTES } })
  const name = cleanName(wanted.name)
  const continued = await data.scoped(sender.scope, async sql => {
    if (!again) return undefined
    const row = await firstOf(
      sql,
      ofSender(sender)
        .select(columns)
        .where('name', '=', name)
        .where('bytes', '=', bytes)
        .where('state', 'in', ['open', 'checking'])
        .orderBy('id', 'desc')
        .limit(1),
    )
    return row && shown(sql, row)
  })
  if (continued) return continued
  await staging.refuseWithoutRoom(bytes, config.recordings.leastFree)
  return data.scoped(sender.scope, async sql => {
    await sql.query('select pg_advisory_xact_lock($1, $2)', [BEGIN_LOCK, sender.tenantId % 2_147_483_647])
    const open = await rowsOf(sql, ofSender(sender).select('id').where('state', '=', 'open'))
    if (open.length >= MOST_OPEN_UPLOADS)
      throw new Refused('upload.tooMany', { params: { max: MOST_OPEN_UPLOADS } })
    const promised = await firstOf(
      sql,
      tables
        .selectFrom('part_upload')
        .select(({ fn }) => fn.sum('bytes').as('n'))
        .where('tenant_id', '=', sender.tenantId)
        .where('state', 'in', ['open', 'checking']),
    )
    const { quota } = config.recordings
    if ((await usedBytes(sql, sender.tenantId, true)) + Number(promised?.n ?? 0) + bytes > quota)
      throw new Refused('file.quota', { params: { max: quota } })
    const now = Date.now()
    const row = await firstOf(
      sql,
      tables
        .insertInto('part_upload')
        .values({
          tenant_id: sender.tenantId,
          created_at: now,
          updated_at: now,
          key: randomBytes(32).toString('base64url'),
          name,
          bytes,
          user_id: sender.userId,
          sender_id: sender.userId === null ? sender.deviceId : null,
          user_name: sender.name,
          device_id: wanted.deviceId,
          department_id: wanted.departmentId,
          note: wanted.note,
          taken_at: wanted.takenAt,
        })
        .returning(columns),
    )
    if (!row) throw new Error('The upload was not begun')
    sql.audit({
      tenantId: sender.tenantId,
      ...sender.audit,
      action: 'recording.upload',
      entity: 'recording',
      rowId: null,
      detail: { name, bytes },
    })
    return shown(sql, row)
  })
}

/** One part in a file of its own on the disk. What was sent twice is stored once. */
export async function keepPart(
  { data, staging }: Runs,
  sender: Sender,
  {
    id,
    part,
    sha256,
    path,
    bytes,
  }: { id: number; part: number; sha256: string; path: string; bytes: number },
): Promise<void> {
  const before = await data.scoped(sender.scope, async sql => {
    const row = await ownRow(sql, sender, id)
    if (!row) throw new Refused('row.unknown')
    if (part >= partsOf(row.bytes)) throw new Refused('field.tooBig', { field: 'part' })
    const wanted = bytesOfPart(row.bytes, part)
    if (bytes !== wanted) throw new Refused('upload.partLength', { field: 'file', params: { bytes: wanted } })
    const there = await partOf(sql, id, part)
    return { row, there }
  })
  const content = await readFile(path)
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Refused('upload.partDigest', { field: 'sha256' })
  const { row, there } = before
  if (there !== undefined) {
    if (there !== sha256) throw new Refused('upload.partDiffers', { field: 'sha256' })
    return
  }
  if (row.state !== 'open') throw new Refused('state.transition', { params: { state: row.state } })
  await staging.write(row.key, part * PART_BYTES, content)
  await data.scoped(sender.scope, async sql => {
    // Whose upload was given up or ended meanwhile leaves no part behind.
    const still = await ownRow(sql, sender, id, true)
    if (still?.state !== 'open') throw new Refused('state.transition', { params: { state: 'done' } })
    const taken = await firstOf(
      sql,
      tables
        .insertInto('part_upload_part')
        .values({ upload_id: id, tenant_id: sender.tenantId, part, sha256 })
        .onConflict(conflict => conflict.doNothing())
        .returning('part'),
    )
    // Two of the same number at once: both have written, so the one that is noted has to be the one that is there.
    if (!taken && (await partOf(sql, id, part)) !== sha256)
      throw new Refused('upload.partDiffers', { field: 'sha256' })
    await sql.change('update part_upload set updated_at = $2, problem = null where id = $1', [id, Date.now()])
  })
}

async function partOf(sql: Sql, id: number, part: number): Promise<string | undefined> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('part_upload_part')
      .select('sha256')
      .where('upload_id', '=', id)
      .where('part', '=', part),
  )
  return row?.sha256
}

/** Hands the whole to the check. Said twice it is begun once. */
export function finishUpload(
  { data, jobs }: Runs,
  sender: Sender,
  id: number,
  sha256: string,
): Promise<PartUpload> {
  return data.scoped(sender.scope, async sql => {
    const row = await ownRow(sql, sender, id, true)
    if (!row) throw new Refused('row.unknown')
    if (row.state !== 'open') return shown(sql, row)
    const { parts } = await shown(sql, row)
    const missing = partsOf(row.bytes) - parts.length
    if (missing > 0) throw new Refused('upload.missing', { params: { count: missing } })
    await sql.change(
      `update part_upload set state = 'checking', problem = null, sha256 = $2, updated_at = $3 where id = $1`,
      [id, sha256, Date.now()],
    )
    await jobs.send(sql, uploadCheckJob, { uploadId: id }, { tenantId: sender.tenantId })
    return { ...(await shown(sql, { ...row, state: 'checking', problem: null })) }
  })
}

export function uploadOf({ data }: Runs, sender: Sender, id: number): Promise<PartUpload> {
  return data.scoped(sender.scope, async sql => {
    const row = await ownRow(sql, sender, id)
    if (!row) throw new Refused('row.unknown')
    return shown(sql, row)
  })
}

/** Those that are not finished, and what was finished lately; the newest first. */
export function ownUploads({ data }: Runs, sender: Sender): Promise<PartUpload[]> {
  return data.scoped(sender.scope, async sql => {
    const rows = await rowsOf(
      sql,
      ofSender(sender)
        .select(columns)
        .where(({ eb, or }) =>
          or([eb('state', 'in', ['open', 'checking']), eb('updated_at', '>', Date.now() - SHOWN_MS)]),
        )
        .orderBy('id', 'desc')
        .limit(2 * MOST_OPEN_UPLOADS),
    )
    const found: PartUpload[] = []
    for (const row of rows) found.push(await shown(sql, row))
    return found
  })
}

/** What is being looked at cannot be given up any more; what is over is only put out of sight. */
export async function dropUpload({ data, staging }: Runs, sender: Sender, id: number): Promise<void> {
  const key = await data.scoped(sender.scope, async sql => {
    const row = await ownRow(sql, sender, id, true)
    if (!row) throw new Refused('row.unknown')
    if (row.state === 'checking') throw new Refused('state.transition', { params: { state: row.state } })
    await sql.change('delete from part_upload where id = $1', [id])
    sql.audit({
      tenantId: sender.tenantId,
      ...sender.audit,
      action: 'recording.uploadDropped',
      entity: 'recording',
      rowId: null,
      detail: { name: row.name, state: row.state },
    })
    return row.key
  })
  await staging.remove(key)
}
