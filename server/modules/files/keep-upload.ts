// Keeps files: an upload is checked by content and cleaned first; all are under random names, within what the tenant may store.

import { randomBytes } from 'node:crypto'
import { type FileKind, RECORDED_FILE } from '../../../src/domain/file/stored-file.ts'
import type { Scope, Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import { isFullDisk } from '../../full-disk.ts'
import type { Received, UploadContext } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { namedByType } from './file-name.ts'
import { typeOf } from './inspect.ts'
import { findMalware, type ScannerAddress } from './malware.ts'
import { uploadKey } from './open-upload.ts'
import { rewritePicture, rewritePlan } from './picture.ts'
import { StorageError } from './s3-storage.ts'
import type { FileConfig } from './settings.ts'
import type { Storages } from './storage.ts'

const QUOTA_LOCK = 4_157

export interface Kept {
  id: number
  url: string
  name: string
  bytes: number
  contentType: string
  /** Pixels of a picture. */
  width: number | null
  height: number | null
}

export interface UploadParts extends Pick<Kernel, 'data' | 'log'> {
  storages: Storages
  config: Pick<FileConfig, 'storageQuota'> & Partial<Pick<FileConfig, 'clamd'>>
}

/** Refuses, or keeps the file and answers its row. */
export async function keepUpload(
  { data, storages, config, log }: UploadParts,
  kind: FileKind,
  file: Received,
  context: UploadContext,
  /** Further rows about the file, in the transaction that stores it. */
  stored: (sql: Sql, id: number) => Promise<void> = async () => {},
): Promise<Kept> {
  const sentAs = cleanName(file.name)
  const given = await typeOf(file.path, kind, sentAs)
  if (config.clamd)
    await refuseMalware({ data, log }, config.clamd, { path: file.path, name: sentAs }, context)
  const picture =
    kind === 'plan'
      ? await rewritePlan(file.path)
      : given.startsWith('image/')
        ? await rewritePicture(file.path, given)
        : undefined
  const contentType = picture?.type ?? given
  const name = namedByType(sentAs, contentType)
  const bytes = picture?.bytes ?? file.bytes
  const { person } = context
  const key = randomBytes(32).toString('base64url')
  const [width, height] = [picture?.width ?? null, picture?.height ?? null]
  const kept = await keepFile(
    { data, storages, log },
    {
      scope: context.scope,
      tenantId: person.tenantId,
      owner: { id: person.accountId, name: person.name },
      ...{ key, kind, name, contentType, path: file.path, bytes, width, height, quota: config.storageQuota },
    },
    async (sql, id) => {
      await stored(sql, id)
      sql.audit({
        ...by(context, person.tenantId),
        action: 'storedFile.upload',
        entity: 'storedFile',
        rowId: id,
        detail: { name, bytes, contentType },
      })
    },
  ).catch((error: unknown) => {
    if (!(error instanceof StorageError) && !isFullDisk(error)) throw error
    log.error({ err: error }, 'An upload could not be brought to the storage')
    throw new Refused('file.noRoom', { field: 'file' })
  })
  return { id: kept, url: `/files/${key}`, name, bytes, contentType, width, height }
}

/** Who sent what stands in the audit log; a file that nobody could look at is not kept either. */
async function refuseMalware(
  { data, log }: Pick<UploadParts, 'data' | 'log'>,
  scanner: ScannerAddress,
  { path, name }: { path: string; name: string },
  context: UploadContext,
): Promise<void> {
  const found = await findMalware(path, scanner).catch((error: unknown) => {
    log.error({ err: error }, 'An upload could not be looked at for malicious software')
    throw new Refused('file.notScanned', { field: 'file' })
  })
  if (found === undefined) return
  const { tenantId } = context.person
  log.warn({ found, tenantId }, 'An upload held malicious software')
  await data.scoped(context.scope, async sql =>
    sql.audit({
      ...by(context, tenantId),
      action: 'storedFile.malware',
      entity: 'storedFile',
      rowId: null,
      detail: { name, found },
    }),
  )
  throw new Refused('file.malware', { field: 'file' })
}

/** A file that was looked into and found good. */
export interface GoodFile {
  scope: Scope
  tenantId: number
  /** Who sent it; without an id, a device or the server itself. */
  owner: { id: number | null; name: string }
  /** Its name in the storage: 32 bytes as base64url. */
  key: string
  kind: FileKind | typeof RECORDED_FILE
  name: string
  contentType: string
  /** Used up. */
  path: string
  bytes: number
  width: number | null
  height: number | null
  /** Bytes that the tenant may store of what counts with it. */
  quota: number
}

/**
 * Brings a file to where files are kept, within what the tenant may store, and answers the id of its row. What `stored` does
 * is in the same transaction: the file is there if, and only if, what it is for is there too.
 */
export async function keepFile(
  { data, storages, log }: Omit<UploadParts, 'config'>,
  file: GoodFile,
  stored: (sql: Sql, id: number) => Promise<void>,
): Promise<number> {
  const { scope, tenantId, owner, key, kind, bytes, contentType, quota } = file
  const recorded = kind === RECORDED_FILE
  const storage = storages.now
  // Checked before the bytes are sent to the storage, and again below under the lock, when they are added up.
  await data.scoped(scope, sql => refuseOverQuota(sql, tenantId, bytes, quota, recorded))
  await storage.put(uploadKey(key), { path: file.path, bytes, type: contentType })
  try {
    return await data.scoped(scope, async sql => {
      await holdQuota(sql, tenantId, bytes, quota, recorded)
      const now = Date.now()
      const row = await firstOf(
        sql,
        tables
          .insertInto('stored_file')
          .values({
            tenant_id: tenantId,
            created_at: now,
            updated_at: now,
            kind,
            name: file.name,
            content_type: contentType,
            bytes,
            width: file.width,
            height: file.height,
            key,
            storage: storage.place,
            user_id: owner.id,
            user_name: owner.name,
          })
          .returning('id'),
      )
      if (!row) throw new Error('The file was not stored')
      await stored(sql, row.id)
      return row.id
    })
  } catch (error) {
    await storage
      .remove(uploadKey(key))
      .catch(lost => log.warn({ err: lost }, 'A refused file could not be removed'))
    throw error
  }
}

/** What a tenant stores: all that has not been thrown away for good, faces with the rest. Recordings have a limit of their own. */
export async function usedBytes(sql: Sql, tenantId: number, recorded = false): Promise<number> {
  const files = await firstOf(
    sql,
    tables
      .selectFrom('stored_file')
      .select(({ fn }) => fn.sum('bytes').as('n'))
      .where('tenant_id', '=', tenantId)
      .where('kind', recorded ? '=' : '<>', RECORDED_FILE)
      .where('swept_at', 'is', null),
  )
  if (recorded) return Number(files?.n ?? 0)
  const faces = await firstOf(
    sql,
    tables
      .selectFrom('face_picture')
      .select(({ fn }) => fn.sum('bytes').as('n'))
      .where('tenant_id', '=', tenantId),
  )
  return Number(files?.n ?? 0) + Number(faces?.n ?? 0)
}

/** Under the lock of the tenant's quota: what is kept at the same moment is counted. */
export async function holdQuota(
  sql: Sql,
  tenantId: number,
  more: number,
  quota: number,
  recorded = false,
): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, $2)', [QUOTA_LOCK, tenantId % 2_147_483_647])
  await refuseOverQuota(sql, tenantId, more, quota, recorded)
}

async function refuseOverQuota(
  sql: Sql,
  tenantId: number,
  more: number,
  quota: number,
  recorded: boolean,
): Promise<void> {
  if ((await usedBytes(sql, tenantId, recorded)) + more > quota)
    throw new Refused('file.quota', { params: { max: quota } })
}

/** The last part of whatever was sent as a name, in characters that any system can show. */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // Also the marks that turn the direction of writing: they make "exe.jpg" of "gpj.exe".
  const clean = last.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_').trim()
  return clean.replace(/^\.+/, '') === '' ? 'file' : clean.slice(-150)
}
