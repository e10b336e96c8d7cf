// Reads an uploaded sheet row by row, whatever it is: a text table in some encoding, or the first sheet of a workbook.
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { parse } from 'csv-parse'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { Refused } from '../../http/refusal.ts'

/** `raw` is a number as the workbook stores it: its digits are told apart from a text's. */
export type SheetCell = string | boolean | null | { raw: string }
export type SheetRow = readonly SheetCell[]

export const MOST_IMPORT_ROWS = 50_000
const MOST_COLUMNS = 1_000
const MOST_CELL = 32_767
const WORKBOOK_MS = MINUTE_MS
const WORKBOOK_MEGABYTES = 512

/** A sheet opened: its headings, and the rows below that have something in them, with their numbers in the sheet. */
export interface Sheet {
  headings: string[]
  /** Of a text table. */
  separator: string | undefined
  rows(): AsyncGenerator<{ no: number; cells: SheetRow }>
  close(): Promise<void>
}

type Rows = () => AsyncGenerator<SheetRow>

/** Opens a file on the disk. Refuses what is no sheet, and one without headings. */
export async function openSheet(path: string): Promise<Sheet> {
  const bytes = await readFile(path)
  const zip = bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04'
  if (zip) {
    const workbook = openWorkbook(path)
    try {
      return await sheetOf(workbook.rows, undefined, workbook.close)
    } catch (error) {
      await workbook.close()
      throw error
    }
  }
  const text = textOf(bytes)
  const separator = separatorOf(text)
  return sheetOf(
    () => csvRows(text, separator),
    separator,
    async () => undefined,
  )
}

async function sheetOf(all: Rows, separator: string | undefined, close: () => Promise<void>): Promise<Sheet> {
  let headings: string[] | undefined
  for await (const cells of all()) {
    if (isEmpty(cells)) continue
    headings = cells.slice(0, MOST_COLUMNS).map(cell => textOfCell(cell).trim())
    break
  }
  if (!headings) throw new Refused('import.noRows')
  return { headings, separator, rows: () => rowsBelow(all()), close }
}

async function* rowsBelow(all: AsyncGenerator<SheetRow>): AsyncGenerator<{ no: number; cells: SheetRow }> {
  let no = 0
  let headed = false
  let count = 0
  for await (const cells of all) {
    no++
    if (isEmpty(cells)) continue
    if (!headed) {
      headed = true
      continue
    }
    if (++count > MOST_IMPORT_ROWS)
      throw new Refused('import.tooManyRows', { params: { max: MOST_IMPORT_ROWS } })
    yield { no, cells }
  }
}

const isEmpty = (cells: SheetRow) =>
  cells.every(cell => cell === null || cell === '' || (typeof cell === 'string' && cell.trim() === ''))

/** A cell as text. */
export function textOfCell(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? cell.raw : String(cell)
}

/** UTF-8 where it can be that; else what Chinese systems write. UTF-16 only with its mark. */
function textOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes)
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not this encoding: try the next.
    }
  }
  throw new Refused('import.unreadable')
}

/** The sign that stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const separator = /^sep=(.)\r?\n/i.exec(text)?.[1]
  if (separator !== undefined) return separator
  const line = /^\s*([^\r\n]*)/.exec(text)?.[1]?.replace(/"[^"]*"/g, '') ?? ''
  const counts = [',', ';', '\t'].map(sign => ({ sign, n: line.split(sign).length }))
  return counts.toSorted((a, b) => b.n - a.n)[0]?.sign ?? ','
}

async function* csvRows(text: string, delimiter: string): AsyncGenerator<SheetRow> {
  const parser = parse(text.replace(/^sep=.\r?\n/i, ''), {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: 1_000_000,
  })
  try {
    for await (const record of parser) {
      const cells: string[] = record
      yield cells.map(cell => cell.slice(0, MOST_CELL))
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('import.unreadable')
  }
}

interface Workbook {
  rows(): AsyncGenerator<SheetRow>
  close(): Promise<void>
}

/**
 * A workbook is unpacked and read in a thread of its own, with its own bounds: one that explodes takes only that down.
 * The thread answers each place it is asked for with the rows from there on; none is the end.
 */
function openWorkbook(path: string): Workbook {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: WORKBOOK_MEGABYTES },
  })
  let dead = false
  let answer = Promise.withResolvers<SheetRow[] | undefined>()
  const die = () => {
    dead = true
    answer.resolve(undefined)
  }
  worker.on('message', (batch: SheetRow[]) => answer.resolve(batch))
  worker.on('error', die)
  worker.on('exit', die)
  const ask = async (at: number): Promise<SheetRow[]> => {
    answer = Promise.withResolvers()
    if (dead) die()
    const late = setTimeout(() => void worker.terminate(), WORKBOOK_MS)
    worker.postMessage(at)
    const batch = await answer.promise
    clearTimeout(late)
    if (batch === undefined) throw new Refused('import.unreadable')
    return batch
  }
  return {
    rows: async function* () {
      for (let at = 0; ; ) {
        const batch = await ask(at)
        if (batch.length === 0) return
        at += batch.length
        yield* batch
      }
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
