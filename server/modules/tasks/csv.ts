// Rows as CSV for spreadsheet programs: byte-order mark, CRLF, quotes where needed, formulas made harmless.
import { type Cell, harmless } from './cells.ts'

export const CSV_START = '\uFEFF'

/** One line, with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`
}

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
