// Brings a recording that has ended to where it is kept. What was recorded goes from the disk only when all of it can be read
// there and stands in the database: whatever fails before is done again from the same files.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { RECORDED_FILE } from '../../../src/domain/file/stored-file.ts'
import type { RecordingTrouble } from '../../../src/domain/recordings/recording-trouble.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { type Again, again } from '../../jobs/definition.ts'
import { type Place, type Storages, uploadKey } from '../files/public.ts'
import { recordingJob } from './closing-job.ts'
import { isExpected, readMarkList } from './folder.ts'
import type { RecordingParts, Recordings } from './recordings.ts'
import { unreadPart, type WholeTrack, wholeTrack } from './remux.ts'

/** Another server has the files; it looks every two seconds. */
const ELSEWHERE_MS = 3_000
const KEYS = 'keys.json'

interface Given extends RecordingParts {
  recordings: Recordings
}

/** From now on; what this server left unfinished when it fell is taken up. */
export async function workRecordings(parts: Given): Promise<void> {
  const { jobs, data, recordings, log } = parts
  await jobs.work(recordingJob, ({ data: { recordingId }, signal }) => close(parts, recordingId, signal), {
    giveUp: (sql, { recordingId }) => markBroken(sql, recordingId),
  })
  const found = await recordings.recover()
  if (found > 0) log.warn({ recordings: found }, 'Recordings were interrupted; what there is of them is kept')
  await data.scoped(WHOLE, sql => sendForgotten(sql, parts))
}

/** Gives a job to those that were to be closed and have none. */
async function sendForgotten(sql: Sql, { jobs, recordings }: Given): Promise<void> {
  const home = await recordings.home()
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('recording')
      .select(['id', 'tenant_id'])
      .where('state', '=', 'closing')
      .where('home', '=', home),
  )
  for (const { id, tenant_id } of rows) {
    const waiting = await sql.query(
      `select from pgboss.job j where j.name = $1 and j.state <= 'active' and (j.data ->> 'recordingId')::bigint = $2`,
      [recordingJob.name, id],
    )
    if (waiting.length > 0) continue
    await jobs.forget(sql, recordingJob, { recordingId: id })
    await jobs.send(sql, recordingJob, { recordingId: id }, { tenantId: tenant_id })
  }
}

async function close(parts: Given, id: number, signal: AbortSignal): Promise<Again | undefined> {
  const { data, recordings, storages, log } = parts
  const row = await data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .selectFrom('recording')
        .select(['id', 'tenant_id', 'home', 'started_at', 'name', 'source', 'user_id', 'user_name'])
        .where('id', '=', id)
        .where('state', '=', 'closing'),
    ),
  )
  if (!row) return undefined
  if (row.home !== (await recordings.home())) return again(ELSEWHERE_MS)
  const folder = recordings.folderOf(id)
  // Without the folder there is nothing left to bring anywhere.
  if (
    !(await access(folder).then(
      () => true,
      () => false,
    ))
  ) {
    await data.scoped(WHOLE, sql => markBroken(sql, id))
    return undefined
  }
  const { tracks, unread } = await wholeTracks(folder, signal)
  for (const { file, bytes, why } of unread)
    log.warn({ recording: id, file, bytes, why }, 'A file of a recording could not be read')
  // Why there is nothing, where there is nothing: files that hold nothing, or none.
  const nothing: RecordingTrouble = unread.some(({ bytes }) => bytes > 0)
    ? 'broken'
    : // Nobody asks a camera whether it agrees.
      row.source === 'camera' || (await isExpected(folder))
      ? 'nothingCame'
      : 'empty'
  if (tracks.length === 0) log.warn({ recording: id, why: nothing }, 'There is nothing in a recording')
  const keys = await keysFor(folder, tracks.length)
  try {
    for (const [at, track] of tracks.entries()) await bring(storages, keys[at] ?? '', track)
  } catch (error) {
    log.warn(
      { err: error, recording: id },
      'A recording could not be brought to its storage; it waits on the disk',
    )
    await data.scoped(WHOLE, sql => note(sql, id, 'storage'))
    throw error
  }
  const marks = await readMarkList(folder)
  await data.scoped(WHOLE, sql => store(sql, parts, { ...row, tracks, keys, marks, nothing }))
  await rm(folder, { recursive: true, force: true })
  return undefined
}

/** In a program of its own: an hour of a recording takes seconds of a core and hundreds of megabytes. */
function wholeTracks(folder: string, signal: AbortSignal): Promise<z.output<typeof made>> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = fork(join(import.meta.dirname, 'remux-program.ts'), [folder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const stop = () => child.kill('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    let said: z.output<typeof answer> | undefined
    child.on('error', reject)
    child.on('message', raw => {
      const read = z.safeParse(answer, raw)
      if (read.success) said = read.data
    })
    child.once('exit', code => {
      signal.removeEventListener('abort', stop)
      if (said && 'tracks' in said) resolve(said)
      else reject(new Error(said && 'why' in said ? said.why : `The files were not made whole (${code})`))
    })
  })
}

const made = z.object({ tracks: z.array(wholeTrack), unread: z.array(unreadPart) })
const answer = z.union([made, z.object({ why: z.string() })])

/** The same at each try: what was brought half is overwritten, and nothing is left that nobody knows. */
async function keysFor(folder: string, count: number): Promise<string[]> {
  const path = join(folder, KEYS)
  const known = z.safeParse(z.array(z.string()), await readJson(path))
  const keys = known.success ? known.data : []
  while (keys.length < count) keys.push(randomBytes(32).toString('base64url'))
  await writeFile(path, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

const readJson = (path: string): Promise<unknown> =>
  readFile(path, 'utf8').then(
    text => JSON.parse(text),
    () => undefined,
  )

/** Brings one file, and looks that its last byte is there. The storage uses up what it is given; what that was made from stays. */
async function bring({ now: storage }: Storages, key: string, track: WholeTrack): Promise<void> {
  await storage.put(uploadKey(key), { path: track.path, bytes: track.bytes, type: track.contentType })
  const last = track.bytes - 1
  const stream = await storage.open(uploadKey(key), { start: last, end: last })
  let bytes = 0
  for await (const part of stream ?? []) bytes += part.length
  if (bytes !== 1)
    throw new Error(`A file that was brought to the storage is not whole there: ${basename(track.path)}`)
}

interface Closed {
  id: number
  tenant_id: number
  started_at: number
  name: string
  user_id: number | null
  user_name: string
  tracks: readonly WholeTrack[]
  keys: readonly string[]
  /** Said where there is no track. */
  nothing: RecordingTrouble
  marks: Awaited<ReturnType<typeof readMarkList>>
}

async function store(sql: Sql, { storages }: Given, closed: Closed): Promise<void> {
  const { id, tenant_id, tracks, keys, marks, nothing } = closed
  const now = Date.now()
  for (const [at, track] of tracks.entries()) {
    const file = await firstOf(
      sql,
      tables
        .insertInto('stored_file')
        .values({
          tenant_id,
          created_at: now,
          updated_at: now,
          kind: RECORDED_FILE,
          name: `${closed.name}-${track.displayName ?? ''}-${track.kind}${/\.\w+$/.exec(track.path)?.[0] ?? ''}`,
          content_type: track.contentType,
          bytes: track.bytes,
          width: track.width,
          height: track.height,
          key: keys[at] ?? '',
          storage: storages.now.place satisfies Place,
          user_id: closed.user_id,
          user_name: closed.user_name,
        })
        .returning('id'),
    )
    if (!file) throw new Error('The file of a recording was not stored')
    await rowsOf(
      sql,
      tables.insertInto('recording_track').values({
        tenant_id,
        recording_id: id,
        kind: track.kind,
        codec: track.codec,
        begin_ms: track.beginMs,
        duration_ms: track.durationMs,
        spans: JSON.stringify(track.spans),
        width: track.width,
        height: track.height,
        whose: track.whose,
        display_name: track.displayName,
        imei: track.imei,
        file_id: file.id,
      }),
    )
  }
  for (const mark of marks)
    await rowsOf(
      sql,
      tables.insertInto('recording_mark').values({
        tenant_id,
        recording_id: id,
        kind: mark.kind,
        at_ms: Math.max(0, mark.atMs),
        until_ms: mark.untilMs,
        whose: mark.whose,
        display_name: mark.displayName,
      }),
    )
  const imeis = tracks.flatMap(({ imei }) => imei ?? [])
  const bytes = tracks.reduce((sum, track) => sum + track.bytes, 0)
  await sql.change(
    `update recording set state = $2, bytes = $3::bigint, updated_at = $4, version = version + 1, home = null,
       imeis = array(select distinct unnest(imeis || $5::text[])),
       trouble = case when $3::bigint = 0 then coalesce(nullif(trouble, 'storage'), $6) else nullif(trouble, 'storage') end
     where id = $1`,
    [id, tracks.length > 0 ? 'ready' : 'failed', bytes, now, imeis, nothing],
  )
}

const note = (sql: Sql, id: number, trouble: 'storage') =>
  sql.change(
    'update recording set trouble = $2, updated_at = $3, version = version + 1 where id = $1 and trouble is distinct from $2',
    [id, trouble, Date.now()],
  )

async function markBroken(sql: Sql, id: number): Promise<void> {
  await sql.change(
    `update recording set state = 'failed', trouble = coalesce(nullif(trouble, 'storage'), 'broken'), updated_at = $2, version = version + 1
     where id = $1 and state = 'closing'`,
    [id, Date.now()],
  )
}

/** For whoever wants it tried now. */
export async function sendAgain(
  sql: Sql,
  { jobs }: Pick<RecordingParts, 'jobs'>,
  { id, tenantId }: { id: number; tenantId: number },
): Promise<void> {
  await jobs.forget(sql, recordingJob, { recordingId: id })
  await jobs.send(sql, recordingJob, { recordingId: id }, { tenantId })
}
