// Writes lines into a file as a text table or a workbook while they come.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Cell } from './cells.ts'
import { CSV_START, csvLine } from './csv.ts'
import { MOST_SHEET_ROWS, writeXlsx } from './xlsx.ts'

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Writes the whole file; it is closed when this resolves. */
export async function writeLinesTo(
  file: string,
  format: 'csv' | 'xlsx',
  lines: AsyncIterable<readonly Cell[]>,
): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 })
  if (format === 'csv') return pipeline(Readable.from(csvOf(lines)), out)
  const written = new Promise<void>((resolve, reject) => out.on('finish', resolve).on('error', reject))
  try {
    await Promise.all([writeXlsx(out, limited(lines)), written])
  } catch (error) {
    out.destroy()
    throw error
  }
}

async function* limited<Line>(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let left = MOST_SHEET_ROWS
  for await (const line of lines) {
    if (left-- <= 0) throw new Error('More rows than a sheet can have')
    yield line
  }
}

async function* csvOf(lines: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let batch = CSV_START
  for await (const line of lines) {
    batch += csvLine(line)
    if (batch.length < 65_536) continue
    yield batch
    batch = ''
  }
  yield batch
}
