// The bytes of an uploaded file, for whoever works with it in the server.
import type { Readable } from 'node:stream'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Kernel } from '../../kernel.ts'
import type { Storages } from './storage.ts'

/** Where the bytes of an upload are: its random name is its key there. */
export const uploadKey = (key: string) => `uploads/${key.slice(0, 2)}/${key}`

/** Undefined when the tenant has no such file, or its bytes are gone. */
export async function openUpload(
  { data, storages }: Pick<Kernel, 'data'> & { storages: Storages },
  tenantId: number,
  fileId: number,
): Promise<Readable | undefined> {
  const row = await data.scoped(WHOLE, sql =>
    firstOf(
      sql,
      tables
        .selectFrom('stored_file')
        .select(['key', 'storage'])
        .where('id', '=', fileId)
        .where('tenant_id', '=', tenantId)
        .where('removed_at', 'is', null),
    ),
  )
  return row && storages.of(row.storage)?.open(uploadKey(row.key))
}
