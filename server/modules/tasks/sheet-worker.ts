// The thread that reads a workbook: hands its rows out in batches, from where it is asked; an empty batch is the end.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import type { SheetCell, SheetRow } from './sheet.ts'
import { packPlainly, unpackWorkbook } from './zip-reader.ts'

const BATCH = 1_000

const { path }: { path: string } = workerData

/** Moments of a workbook have no zone: they are passed on as they are written. */
function cellOf(value: unknown): SheetCell {
  if (value === null || value === undefined) return null
  if (value instanceof Date)
    return value
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ')
      .replace(/ 00:00:00$/, '')
  if (typeof value === 'boolean') return value
  if (typeof value === 'object' && 'raw' in value) return { raw: String(value.raw) }
  return String(value).slice(0, 32_767)
}

const workbook = packPlainly(unpackWorkbook(readFileSync(path)))
const sheet = readSheet<{ raw: string }>(workbook, 1, { parseNumber: raw => ({ raw }), trim: false })
parentPort?.on('message', (at: number) => {
  sheet.then(
    rows => {
      const batch: SheetRow[] = rows.slice(at, at + BATCH).map(row => row.map(cellOf))
      parentPort?.postMessage(batch)
    },
    (error: unknown) => {
      throw error
    },
  )
})
