// The bytes of an uploaded file, for whoever works with it in the server.
import type { Readable } from 'node:stream'
import { WHOLE } from '../../db/scoped.ts'
import type { Kernel } from '../../kernel.ts'
import type { Place, Storages } from './storage.ts'

/** Where the bytes of an upload are: its random name is its key there. */
export const uploadKey = (key: string) => `uploads/${key.slice(0, 2)}/${key}`

/** Undefined when the tenant has no such file, or its bytes are gone. */
export async function openUpload(
  { data, storages }: Pick<Kernel, 'data'> & { storages: Storages },
  tenantId: number,
  fileId: number,
): Promise<Readable | undefined> {
  const row = await data.scoped(WHOLE, sql =>
    sql.first<{ key: string; storage: Place }>(
      'select key, storage from stored_file where id = $1 and tenant_id = $2 and removed_at is null',
      [fileId, tenantId],
    ),
  )
  return row && storages.of(row.storage)?.open(uploadKey(row.key))
}
