// Writes lines into a file as a text table or a workbook while they come.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { type Cell, csvDialect } from '../../../src/domain/file/csv-dialect.ts'
import { MOST_SHEET_ROWS, WORKBOOK_TYPE } from '../../../src/domain/file/workbook.ts'
import { writeXlsx } from './xlsx.ts'

export const fileTypes = { csv: 'text/csv; charset=utf-8', xlsx: WORKBOOK_TYPE } as const

/** Writes the whole file; it is closed when this resolves. */
export async function writeLinesTo(
  file: string,
  format: 'csv' | 'xlsx',
  lines: AsyncIterable<readonly Cell[]>,
): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 })
  if (format === 'csv') await pipeline(Readable.from(lines), stringify({ ...csvDialect, bom: true }), out)
  else await writeXlsx(out, limited(lines))
}

async function* limited<Line>(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let left = MOST_SHEET_ROWS
  for await (const line of lines) {
    if (left-- <= 0) throw new Error('More rows than a sheet can have')
    yield line
  }
}
