// How uploaded files are listed.
import { RECORDED_FILE, storedFile } from '../../../src/domain/file/stored-file.ts'
import type { Store } from '../../entity/statement.ts'

export function fileStores(): Store[] {
  return [
    {
      entity: storedFile,
      table: {
        name: 'stored_file',
        columns: { url: `'/files/' || t.key` },
        // What was thrown away for good cannot be taken back; recordings have pages of their own, and holds.
        visible: () => `t.swept_at is null and t.kind <> '${RECORDED_FILE}'`,
        usedBy: [
          { table: 'photo', column: 'file_id' },
          { table: 'video', column: 'file_id' },
          { table: 'video', column: 'cover_id' },
          { table: 'advertisement', column: 'file_id' },
          { table: 'advertisement', column: 'poster_id' },
        ],
      },
    },
  ]
}
