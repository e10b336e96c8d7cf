// Looks into an uploaded sheet before an import: its headings, its first rows, how many there are.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sheetOfFile } from '../../../src/contract/endpoints/file.ts'
import type { ApartContext, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { createTurns } from '../../turns.ts'
import { openUpload, type Storages } from '../files/public.ts'
import { TEMPORARY } from './run-task.ts'
import { openSheet, textOfCell } from './sheet.ts'

const SHOWN_ROWS = 8
const SHOWN_COLUMNS = 300
const SHOWN_TEXT = 200

interface Preview {
  headings: string[]
  rows: string[][]
  totalRows: number
}

type PreviewParts = Pick<Kernel, 'data' | 'filesDir'> & { storages: Storages }

export function mountPreview(handlers: Handlers, parts: PreviewParts): void {
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 3, waitMs: 30_000 })
  handlers.handleApart(sheetOfFile, ({ id }, context) =>
    inTurn(context.person.accountId, () => previewSheet(parts, id, context)),
  )
}

/** Only who has uploaded a file may look into it. */
async function previewSheet(
  parts: PreviewParts,
  fileId: number,
  { person, scoped }: Pick<ApartContext, 'person' | 'scoped'>,
): Promise<Preview> {
  const own = await scoped(sql =>
    sql.first(
      'select id from stored_file where id = $1 and user_id = $2 and tenant_id = $3 and removed_at is null',
      [fileId, person.accountId, person.tenantId],
    ),
  )
  const upload = own && (await openUpload(parts, person.tenantId, fileId))
  if (!upload) throw new Refused('row.unknown')
  const folder = join(parts.filesDir, TEMPORARY)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `preview-${randomBytes(9).toString('hex')}`)
  let closes = async (): Promise<void> => undefined
  try {
    await pipeline(upload, createWriteStream(path, { mode: 0o600 }))
    const sheet = await openSheet(path)
    closes = sheet.close
    const headings = sheet.headings.slice(0, SHOWN_COLUMNS)
    const rows: string[][] = []
    let totalRows = 0
    for await (const { cells } of sheet.rows()) {
      totalRows++
      if (rows.length < SHOWN_ROWS)
        rows.push(headings.map((_, at) => textOfCell(cells[at]).slice(0, SHOWN_TEXT)))
    }
    if (totalRows === 0) throw new Refused('import.noRows')
    return { headings, rows, totalRows }
  } finally {
    await closes()
    await rm(path, { force: true })
  }
}
