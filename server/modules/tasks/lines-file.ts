// Writes lines into a file as a text table or a workbook while they come.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { type Cell, csvDialect } from '../../../src/domain/file/csv-dialect.ts'
import { MOST_SHEET_ROWS, WORKBOOK_TYPE } from '../../../src/domain/file/workbook.ts'
import type { TaskFormat } from './runners.ts'
import { writeXlsx } from './xlsx.ts'

export const fileTypes: Readonly<Record<TaskFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: WORKBOOK_TYPE,
  mp4: 'video/mp4',
  webm: 'video/webm',
  zip: 'application/zip',
}

/** Writes the whole file; it is closed when this resolves. */
export async function writeLinesTo(
  file: string,
  format: TaskFormat,
  lines: AsyncIterable<readonly Cell[]>,
): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 })
  if (format === 'csv') await pipeline(Readable.from(lines), stringify({ ...csvDialect, bom: true }), out)
  else if (format === 'xlsx') await writeXlsx(out, limited(lines))
  else throw new Error(`Lines are not written as ${format}`)
}

async function* limited<Line>(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let left = MOST_SHEET_ROWS
  for await (const line of lines) {
    if (left-- <= 0) throw new Error('More rows than a sheet can have')
    yield line
  }
}
