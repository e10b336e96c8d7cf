// Empty sheets to fill in: headings, and a line that shows how.
import type { ImportField } from './import-fields.ts'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** As a text table; the mark in front tells spreadsheet programs that it is UTF-8. */
export function csvTemplate(fields: readonly ImportField[]): Blob {
  const lines = [fields.map(field => field.label), fields.map(field => field.example)]
  const text = lines.map(cells => cells.map(quoted).join(',')).join('\r\n')
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** Style 1 is text: what is typed into such a column stays as it was typed. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`

/** As a workbook whose columns of identifiers are text, so that no program rounds them. */
export function xlsxTemplate(fields: readonly ImportField[]): Blob {
  const cell = (text: string, at: number, row: number, style: number) =>
    text === ''
      ? ''
      : `<c r="${columnName(at)}${row}" s="${style}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const columns = fields
    .map(
      ({ textual }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="20" customWidth="1" style="${textual ? 1 : 0}"/>`,
    )
    .join('')
  const sheet = `${HEAD}<worksheet xmlns="${MAIN}"><cols>${columns}</cols><sheetData><row r="1">${fields
    .map(({ label }, at) => cell(label, at, 1, 2))
    .join('')}</row><row r="2">${fields
    .map(({ example, textual }, at) => cell(example, at, 2, textual ? 1 : 0))
    .join('')}</row></sheetData></worksheet>`
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (inner: string) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`
  return zip({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml') + relation(2, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheet,
  })
}

/** 0 is A, 26 is AA. */
function columnName(at: number): string {
  return (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
}

/** A zip without compression: the parts are a few kilobytes. */
function zip(parts: Record<string, string>): Blob {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const listed: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const [path, text] of Object.entries(parts)) {
    const name = new TextEncoder().encode(path)
    const bytes = new TextEncoder().encode(text)
    const common = new DataView(new ArrayBuffer(26))
    common.setUint16(0, 20, true)
    common.setUint16(2, 0x0800, true)
    common.setUint32(10, crc32(bytes), true)
    common.setUint32(14, bytes.length, true)
    common.setUint32(18, bytes.length, true)
    common.setUint16(22, name.length, true)
    const place = new DataView(new ArrayBuffer(14))
    place.setUint32(10, offset, true)
    const shared = new Uint8Array(common.buffer)
    listed.push(signature(0x02014b50), new Uint8Array([20, 0]), shared, new Uint8Array(place.buffer), name)
    const local = [signature(0x04034b50), shared, name, bytes]
    pieces.push(...local)
    offset += local.reduce((sum, piece) => sum + piece.length, 0)
  }
  const size = listed.reduce((sum, piece) => sum + piece.length, 0)
  const end = new DataView(new ArrayBuffer(18))
  end.setUint16(4, Object.keys(parts).length, true)
  end.setUint16(6, Object.keys(parts).length, true)
  end.setUint32(8, size, true)
  end.setUint32(12, offset, true)
  return new Blob([...pieces, ...listed, signature(0x06054b50), new Uint8Array(end.buffer)], {
    type: `${TYPE}.sheet`,
  })
}

function signature(number: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, number, true)
  return new Uint8Array(view.buffer)
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
