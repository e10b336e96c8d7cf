// Writes a workbook of one sheet while the rows come. fflate writes the archive; what is in it is packed by zlib, which
// has a thread of its own: packing in JavaScript would hold up every other call.
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { strToU8, Zip, ZipDeflate, type ZipInputFile } from 'fflate'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import {
  SHEET_END,
  SHEET_PATH,
  sheetRow,
  sheetStart,
  workbookFiles,
} from '../../../src/domain/file/workbook.ts'

/** Text that is packed in one go. */
const BATCH = 65_536
/** Sizes and places in this kind of archive have 32 bits; beyond that they would be wrong without a word. */
const MOST_BYTES = 0xffff_ffff
/** The file's real time is with the task. */
const mtime = new Date(2026, 0, 1)
const DEFLATED = 8

/** Writes the whole workbook to `out` and ends it. Rejects where rows or `out` fail, or the file grows too large. */
export async function writeXlsx(out: Writable, rows: AsyncIterable<readonly Cell[]>): Promise<void> {
  await pipeline(Readable.from(archiveOf(rows), { objectMode: true, highWaterMark: 1 }), out)
}

async function* archiveOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  let total = 0
  const taken = () => {
    const pieces = written
    written = []
    for (const piece of pieces) total += piece.length
    if (total > MOST_BYTES) throw new Error('More bytes than a workbook can have')
    return pieces
  }
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  for (const [filename, text] of Object.entries(workbookFiles)) {
    const file = new ZipDeflate(filename)
    file.mtime = mtime
    archive.add(file)
    file.push(strToU8(text), true)
  }
  const sheet: ZipInputFile = { filename: SHEET_PATH, mtime, compression: DEFLATED, size: 0, crc: 0 }
  archive.add(sheet)
  // The archive sets this when the file is added to it.
  const put = (bytes: Uint8Array<ArrayBuffer>, last: boolean) => sheet.ondata?.(null, bytes, last)
  yield* taken()
  const deflate = createDeflateRaw({ level: 6 })
  // If the rows fail, the stream is destroyed with that error, and the loop below throws it.
  const fed = pipeline(Readable.from(measured(sheetText(rows), sheet)), deflate).catch(() => undefined)
  for await (const packed of deflate) {
    const bytes: Buffer<ArrayBuffer> = packed
    put(bytes, false)
    yield* taken()
  }
  await fed
  put(new Uint8Array(), true)
  archive.end()
  yield* taken()
}

async function* sheetText(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let [batch, count] = [sheetStart(), 0]
  for await (const row of rows) {
    batch += sheetRow(row, ++count)
    if (batch.length < BATCH) continue
    yield batch
    batch = ''
  }
  yield batch + SHEET_END
}

/** What the archive must know of a file: how long it is before it is packed, and its check sum. */
async function* measured(texts: AsyncIterable<string>, file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    file.size += bytes.length
    file.crc = crc32(bytes, file.crc)
    if (file.size > MOST_BYTES) throw new Error('More bytes than a sheet can have')
    yield bytes
  }
}
