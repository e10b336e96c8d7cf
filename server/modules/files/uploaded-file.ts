// An uploaded file by the address that a form names.
import type { FileKind } from '../../../src/domain/file/stored-file.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { Refused } from '../../http/refusal.ts'

interface Named {
  tenantId: number
  address: string
  kind: FileKind
  /** Of the form, for the refusal. */
  field: string
}

/** Only what this tenant has uploaded as such a file. */
export async function uploadedFile(sql: Sql, { tenantId, address, kind, field }: Named): Promise<number> {
  const file = await firstOf(
    sql,
    tables
      .selectFrom('stored_file')
      .select('id')
      .where('key', '=', address.replace(/^\/files\//, ''))
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('removed_at', 'is', null),
  )
  if (!file) throw new Refused('field.picture', { field })
  return file.id
}
