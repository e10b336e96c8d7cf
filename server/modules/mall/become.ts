// Commands that give a row of the mall another status.
import { sql as raw } from 'kysely'
import { firstOf, tables } from '../../db/typed.ts'
import type { Commanding } from '../../entity/table.ts'

export const becomeIn =
  (table: 'mall_category' | 'merchant') =>
  (status: string) =>
  async ({ context: { sql }, row }: Commanding): Promise<void> => {
    await firstOf(
      sql,
      tables
        .updateTable(table)
        .set({ status, updated_at: Date.now(), version: raw`version + 1` })
        .where('id', '=', row.id)
        .returning('id'),
    )
  }
