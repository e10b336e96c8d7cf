// What a workbook of one sheet (XLSX) consists of: the fixed files of its archive, and its rows as XML.
import type { Cell } from './csv-dialect.ts'
import { xmlText } from './xml.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const WORKBOOK_TYPE = `${TYPE}.sheet`

/** Most rows a sheet can have. */
export const MOST_SHEET_ROWS = 1_048_576
/** Most characters of a cell. */
const MOST_TEXT = 32_767

/** Styles of cells: 0 is plain, 1 text (what is typed into such a cell stays as it was typed), 2 a heading. */
export const cellStyle = { plain: 0, text: 1, heading: 2 } as const
export type CellStyle = (typeof cellStyle)[keyof typeof cellStyle]

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (inner: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`

/** The files beside the sheet, by their paths. */
export const workbookFiles = {
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation(1, 'worksheet', 'worksheets/sheet1.xml') + relation(2, 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
} as const
export const SHEET_PATH = 'xl/worksheets/sheet1.xml'

/** What stands before the rows; a style for each column where they have one, and a width to type in. */
export function sheetStart(styles: readonly CellStyle[] = []): string {
  const columns = styles.map(
    (style, at) => `<col min="${at + 1}" max="${at + 1}" width="20" customWidth="1" style="${style}"/>`,
  )
  return `${HEAD}<worksheet xmlns="${MAIN}">${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
}
export const SHEET_END = '</sheetData></worksheet>'

/** A row as XML, counted from 1. Texts are inline strings: no program takes those for formulas. */
export function sheetRow(
  cells: readonly Cell[],
  row: number,
  styleOf?: (column: number) => CellStyle,
): string {
  const written = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`, styleOf?.(at)))
  return `<row r="${row}">${written.join('')}</row>`
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
function cellXml(cell: Cell, place: string, style: CellStyle = cellStyle.plain): string {
  if (cell === null || cell === '') return ''
  const head = `<c r="${place}"${style === cellStyle.plain ? '' : ` s="${style}"`}`
  if (typeof cell === 'number' && Number.isFinite(cell)) return `${head}><v>${cell}</v></c>`
  return `${head} t="inlineStr"><is><t xml:space="preserve">${xmlText(String(cell).slice(0, MOST_TEXT))}</t></is></c>`
}
