// What the parts of this room share: where files in the making are, whose they are, and what a tenant may keep.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, mkdir, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { RECORDED_FILE } from '../../../src/domain/file/stored-file.ts'
import { typeOfSource } from '../../../src/domain/recordings/recording.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import type { Storages } from '../files/public.ts'
import { daysKept, type RetentionConfig } from '../retention/public.ts'
import type { RecordingBook } from './book.ts'
import { recordingJob } from './closing-job.ts'
import { expectMedia, markList } from './folder.ts'
import type { RecordingConfig } from './settings.ts'

const FOLDER = 'recordings'
const HOME = 'home'

export interface RecordingParts extends Pick<Kernel, 'data' | 'jobs' | 'log' | 'filesDir'> {
  storages: Storages
  config: { recordings: RecordingConfig; retention: Pick<RetentionConfig, 'recordings'>; secrets: Secrets }
}

export type Recordings = ReturnType<typeof createRecordings>

/** The books of recordings in the making. Files come and go in `folder`; `end` has them made whole in the background. */
export function createRecordings({ data, jobs, log, filesDir, config }: RecordingParts) {
  const root = join(filesDir, FOLDER)
  const { quota, leastFree } = config.recordings
  const folderOf = (id: number) => join(root, String(id))

  const book: RecordingBook = {
    async begin(wanted) {
      const home = await homeOf(root)
      if ((await freeOf(root)) < leastFree) return 'diskFull'
      const now = Date.now()
      const id = await data.scoped(WHOLE, async sql => {
        if ((await recordedBytes(sql, wanted.tenantId)) >= quota) return undefined
        const account =
          wanted.userId === null
            ? undefined
            : await firstOf(
                sql,
                tables
                  .selectFrom('account')
                  .select(['username', 'department_id'])
                  .where('id', '=', wanted.userId),
              )
        const days = await daysKept(sql, 'recordings', {
          tenantId: wanted.tenantId,
          installation: config.retention.recordings,
        })
        const row = await firstOf(
          sql,
          tables
            .insertInto('recording')
            .values({
              tenant_id: wanted.tenantId,
              created_at: now,
              updated_at: now,
              name: wanted.name,
              file_name: wanted.fileName,
              type: typeOfSource[wanted.source],
              source: wanted.source,
              state: 'recording',
              started_at: now,
              room_id: wanted.roomId ?? null,
              call_id: wanted.callId ?? null,
              device_id: wanted.deviceId ?? null,
              department_id: account?.department_id ?? null,
              user_id: wanted.userId,
              user_name: wanted.userName,
              expires_at: now + days * DAY_MS,
              home,
            })
            .returning('id'),
        )
        if (!row) throw new Error('The recording was not stored')
        sql.audit({
          tenantId: wanted.tenantId,
          userId: wanted.userId,
          userName: account?.username ?? wanted.userName,
          address: null,
          action: 'recording.start',
          entity: 'recording',
          rowId: row.id,
          detail: { name: wanted.name, file: wanted.fileName },
        })
        return row.id
      })
      if (id === undefined) return 'quota'
      const folder = folderOf(id)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return { id, folder }
    },
    note(folder, mark) {
      appendFile(join(folder, markList), `${JSON.stringify(mark)}\n`, { mode: 0o600 }).catch(error =>
        log.warn({ err: error }, 'What happened in a recording could not be written down'),
      )
    },
    expect(folder) {
      expectMedia(folder).catch(error =>
        log.warn({ err: error }, 'That a recording is of somebody could not be written down'),
      )
    },
    end: (id, ending) =>
      data.scoped(WHOLE, async sql => {
        const now = Date.now()
        const row = await firstOf(
          sql,
          tables
            .updateTable('recording')
            .set(({ eb }) => ({
              state: 'closing',
              ended_at: ending.at,
              trouble: ending.trouble,
              imeis: [...ending.imeis],
              updated_at: now,
              version: eb('version', '+', 1),
            }))
            .where('id', '=', id)
            .where('state', '=', 'recording')
            .returning(['tenant_id', 'name', 'user_id', 'user_name']),
        )
        if (!row) return
        if (ending.trouble) log.warn({ recording: id, why: ending.trouble }, 'A recording has ended early')
        sql.audit({
          tenantId: row.tenant_id,
          userId: row.user_id,
          userName: row.user_name,
          address: null,
          action: 'recording.stop',
          entity: 'recording',
          rowId: id,
          detail: { name: row.name, ...(ending.trouble && { trouble: ending.trouble }) },
        })
        await jobs.send(sql, recordingJob, { recordingId: id }, { tenantId: row.tenant_id })
      }),
    async trouble({ tenantId, folder }) {
      if ((await freeOf(root)) < leastFree) return 'diskFull'
      const [kept, written] = await Promise.all([
        data.scoped(WHOLE, sql => recordedBytes(sql, tenantId)),
        bytesBelow(folder),
      ])
      return kept + written > quota ? 'quota' : undefined
    },
  }
  return {
    ...book,
    folderOf,
    /**
     * What this server was recording when it stopped or fell: its files are closed now. Called once, before anything is
     * recorded. Answers how many there were.
     */
    async recover(): Promise<number> {
      const home = await homeOf(root)
      const rows = await data.scoped(WHOLE, sql =>
        rowsOf(
          sql,
          tables
            .selectFrom('recording')
            .select(['id', 'started_at'])
            .where('state', '=', 'recording')
            .where('home', '=', home),
        ),
      )
      for (const { id, started_at } of rows) {
        const at = Math.max(started_at, await lastWritten(folderOf(id)))
        await book.end(id, { at, trouble: 'interrupted', imeis: [] })
      }
      return rows.length
    },
    home: () => homeOf(root),
  }
}

/** Names this server for as long as its folder stays: files in the making are found by no other. */
async function homeOf(root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const path = join(root, HOME)
  if (!readdirSync(root).includes(HOME)) writeFileSync(path, randomBytes(12).toString('hex'), { mode: 0o600 })
  return readFileSync(path, 'utf8')
}

async function freeOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const filesIn = async (folder: string) =>
  Promise.all(
    (await readdir(folder).catch(() => [])).map(name => stat(join(folder, name)).catch(() => undefined)),
  )

async function bytesBelow(folder: string): Promise<number> {
  return (await filesIn(folder)).reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0)
}

async function lastWritten(folder: string): Promise<number> {
  return Math.round(Math.max(0, ...(await filesIn(folder)).map(file => (file?.isFile() ? file.mtimeMs : 0))))
}

/** Bytes of recordings that a tenant keeps, those included that can still be taken back. */
export async function recordedBytes(sql: Sql, tenantId: number): Promise<number> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('stored_file')
      .select(({ fn }) => fn.sum('bytes').as('n'))
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', RECORDED_FILE)
      .where('swept_at', 'is', null),
  )
  return Number(row?.n ?? 0)
}
