// Uploads, and what a tenant stores.

import {
  storageUse,
  uploadFile,
  uploadHeaderImage,
  uploadVideo,
} from '../../../src/contract/endpoints/file.ts'
import { RECORDED_FILE } from '../../../src/domain/file/stored-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { keepUpload, type UploadParts, usedBytes } from './keep-upload.ts'

export function mountFiles(handlers: Handlers, parts: UploadParts): void {
  handlers.handleUpload(
    uploadHeaderImage,
    async (_fields, file, context) => (await keepUpload(parts, 'image', file, context)).url,
  )
  handlers.handleUpload(uploadVideo, (_fields, file, context) => keepUpload(parts, 'video', file, context))
  handlers.handleUpload(uploadFile, (_fields, file, context) => keepUpload(parts, 'file', file, context))
  handlers.handle(storageUse, async (_request, { sql, person }) => {
    const rows = await sql.query<{
      part: 'image' | 'file' | 'video' | 'plan' | 'recording' | 'removed'
      count: number
      bytes: number
    }>(
      `select case when removed_at is null or kind = '${RECORDED_FILE}' then kind else 'removed' end as part, count(*) as count, sum(bytes)::bigint as bytes
       from stored_file where tenant_id = $1 and swept_at is null group by 1`,
      [person.tenantId],
    )
    const tasks = await sql.first<{ count: number; bytes: number }>(
      `select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes from task
       where tenant_id = $1 and path is not null and removed_at is null`,
      [person.tenantId],
    )
    const { place, bucket, free } = parts.storages.now
    return {
      where: place,
      bucket,
      quotaBytes: parts.config.storageQuota,
      usedBytes: await usedBytes(sql, person.tenantId),
      freeBytes: await free(),
      parts: [
        ...rows.map(({ part, count, bytes }) => ({ part, count, bytes })),
        { part: 'export' as const, count: tasks?.count ?? 0, bytes: tasks?.bytes ?? 0 },
      ],
    }
  })
}
