// Writes a workbook of one sheet while the rows come: a zip of a few small files and one that streams.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import type { Cell } from './cells.ts'

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
const RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const WORKBOOK = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
const WORKBOOK_RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
const SHEET_START = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
const SHEET_END = '</sheetData></worksheet>'
const SMALL = {
  '[Content_Types].xml': CONTENT_TYPES,
  '_rels/.rels': RELATIONS,
  'xl/workbook.xml': WORKBOOK,
  'xl/_rels/workbook.xml.rels': WORKBOOK_RELATIONS,
}

/** Most rows a sheet can have. */
export const MOST_SHEET_ROWS = 1_048_576

interface Entry {
  name: string
  crc: number
  packed: number
  size: number
  offset: number
  /** Sizes follow the data, because they are not known before. */
  streamed: boolean
}

/** A row as XML, counted from 1. Texts are inline strings: no program takes those for formulas. */
export function sheetRow(cells: readonly Cell[], row: number): string {
  return `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`)).join('')}</row>`
}

const columnNames: string[] = []

/** 0 is A, 26 is AA. */
function columnName(at: number): string {
  const known = columnNames[at]
  if (known !== undefined) return known
  const name = (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
  columnNames[at] = name
  return name
}

// Some programs put up with cells that do not say where they are, but not all.
function cellXml(cell: Cell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xml(String(cell).slice(0, 32_767))}</t></is></c>`
}

function xml(text: string): string {
  return (
    text
      .toWellFormed()
      // Control characters have no place in XML 1.0, not even escaped.
      .replace(/[^\t\n\r\x20-\u{10FFFF}]|[\uFFFE\uFFFF]/gu, '')
      .replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')
  )
}

/** Writes the whole workbook to `out` and ends it. */
export async function writeXlsx(out: Writable, rows: AsyncIterable<readonly Cell[]>): Promise<void> {
  const entries: Entry[] = []
  let offset = 0
  const write = async (bytes: Buffer) => {
    offset += bytes.length
    if (!out.write(bytes)) await once(out, 'drain')
  }
  for (const [name, text] of Object.entries(SMALL)) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const entry = {
      name,
      crc: crc32(bytes),
      packed: packed.length,
      size: bytes.length,
      offset,
      streamed: false,
    }
    entries.push(entry)
    await write(localHeader(entry))
    await write(packed)
  }
  const sheet: Entry = {
    name: 'xl/worksheets/sheet1.xml',
    crc: 0,
    packed: 0,
    size: 0,
    offset,
    streamed: true,
  }
  entries.push(sheet)
  await write(localHeader(sheet))
  await pack(sheet, rows, write)
  await write(descriptor(sheet))
  const start = offset
  for (const entry of entries) await write(centralHeader(entry))
  await write(endOf(entries.length, offset - start, start))
  out.end()
}

async function pack(
  sheet: Entry,
  rows: AsyncIterable<readonly Cell[]>,
  write: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const deflate = createDeflateRaw({ level: 6 })
  const feed = async () => {
    const put = async (text: string) => {
      const bytes = Buffer.from(text)
      sheet.crc = crc32(bytes, sheet.crc)
      sheet.size += bytes.length
      if (!deflate.write(bytes)) await once(deflate, 'drain')
    }
    await put(SHEET_START)
    let [batch, count] = ['', 0]
    for await (const row of rows) {
      batch += sheetRow(row, ++count)
      if (batch.length < 65_536) continue
      await put(batch)
      batch = ''
    }
    await put(batch + SHEET_END)
    deflate.end()
  }
  const feeding = feed().catch(error => {
    deflate.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  for await (const bytes of deflate) {
    sheet.packed += bytes.length
    await write(bytes)
  }
  await feeding
}

const FLAGS = { plain: 0x0800, streamed: 0x0808 }
/** 1 January 2026 in the zip's own reckoning; the file's real time is with the task. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1

function common(entry: Entry): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(entry.streamed ? FLAGS.streamed : FLAGS.plain, 2)
  header.writeUInt16LE(8, 4)
  header.writeUInt16LE(DATE, 8)
  header.writeUInt16LE(Buffer.byteLength(entry.name), 22)
  return header
}

function localHeader(entry: Entry): Buffer {
  const header = common(entry)
  if (!entry.streamed) writeSizes(header, 10, entry)
  return Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(entry.name)])
}

function descriptor(entry: Entry): Buffer {
  const sizes = Buffer.alloc(12)
  writeSizes(sizes, 0, entry)
  return Buffer.concat([Buffer.from('PK\x07\x08'), sizes])
}

function centralHeader(entry: Entry): Buffer {
  const header = common(entry)
  writeSizes(header, 10, entry)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(entry.offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), header, rest, Buffer.from(entry.name)])
}

function writeSizes(target: Buffer, at: number, { crc, packed, size }: Entry): void {
  target.writeUInt32LE(crc >>> 0, at)
  target.writeUInt32LE(packed, at + 4)
  target.writeUInt32LE(size, at + 8)
}

function endOf(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return end
}
