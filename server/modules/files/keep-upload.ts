// Keeps an uploaded file: checked by content, cleaned, under a random name, within what the tenant may store.

import { randomBytes } from 'node:crypto'
import type { FileKind } from '../../../src/domain/file/stored-file.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Received, UploadContext } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { typeOf } from './inspect.ts'
import { uploadKey } from './open-upload.ts'
import { rewritePicture, rewritePlan } from './picture.ts'
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
  config: Pick<FileConfig, 'storageQuota'>
}

/** Refuses, or keeps the file and answers its row. */
export async function keepUpload(
  { data, storages, config, log }: UploadParts,
  kind: FileKind,
  file: Received,
  context: UploadContext,
): Promise<Kept> {
  const name = cleanName(file.name)
  const given = await typeOf(file.path, kind, name)
  const picture =
    kind === 'plan'
      ? await rewritePlan(file.path)
      : given.startsWith('image/')
        ? await rewritePicture(file.path, given)
        : undefined
  const contentType = picture?.type ?? given
  const bytes = picture?.bytes ?? file.bytes
  const key = randomBytes(32).toString('base64url')
  const storage = storages.now
  const { person } = context
  // Checked before the bytes are sent to the storage, and again below under the lock, when they are added up.
  await data.scoped(context.scope, sql => refuseOverQuota(sql, person.tenantId, bytes, config.storageQuota))
  await storage.put(uploadKey(key), { path: file.path, bytes, type: contentType })
  try {
    return await data.scoped(context.scope, async sql => {
      await holdQuota(sql, person.tenantId, bytes, config.storageQuota)
      const now = Date.now()
      const row = await firstOf(
        sql,
        tables
          .insertInto('stored_file')
          .values({
            tenant_id: person.tenantId,
            created_at: now,
            updated_at: now,
            kind,
            name,
            content_type: contentType,
            bytes,
            width: picture?.width ?? null,
            height: picture?.height ?? null,
            key,
            storage: storage.place,
            user_id: person.accountId,
            user_name: person.name,
          })
          .returning('id'),
      )
      if (!row) throw new Error('The file was not stored')
      sql.audit({
        ...by(context, person.tenantId),
        action: 'storedFile.upload',
        entity: 'storedFile',
        rowId: row.id,
        detail: { name, bytes, contentType },
      })
      return {
        id: row.id,
        url: `/files/${key}`,
        name,
        bytes,
        contentType,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
      }
    })
  } catch (error) {
    await storage
      .remove(uploadKey(key))
      .catch(lost => log.warn({ err: lost }, 'A refused file could not be removed'))
    throw error
  }
}

/** What a tenant stores: all that has not been thrown away for good, faces with the rest. */
export async function usedBytes(sql: Sql, tenantId: number): Promise<number> {
  const files = await firstOf(
    sql,
    tables
      .selectFrom('stored_file')
      .select(({ fn }) => fn.sum('bytes').as('n'))
      .where('tenant_id', '=', tenantId)
      .where('swept_at', 'is', null),
  )
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
export async function holdQuota(sql: Sql, tenantId: number, more: number, quota: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, $2)', [QUOTA_LOCK, tenantId % 2_147_483_647])
  await refuseOverQuota(sql, tenantId, more, quota)
}

async function refuseOverQuota(sql: Sql, tenantId: number, more: number, quota: number): Promise<void> {
  if ((await usedBytes(sql, tenantId)) + more > quota)
    throw new Refused('file.quota', { params: { max: quota } })
}

/** The last part of whatever was sent as a name, in characters that any system can show. */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // Also the marks that turn the direction of writing: they make "exe.jpg" of "gpj.exe".
  const clean = last.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_').trim()
  return clean.replace(/^\.+/, '') === '' ? 'file' : clean.slice(-150)
}
