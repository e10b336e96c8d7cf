// Text tables made in the browser.
import { stringify } from 'csv-stringify/browser/esm/sync'
import { BYTE_ORDER_MARK, type Cell, csvDialect } from '../domain/file/csv-dialect.ts'

/** Lines of cells, for a file that is written in pieces. */
export const csvLines = (lines: readonly (readonly Cell[])[]): string =>
  stringify(
    lines.map(line => [...line]),
    csvDialect,
  )

/** A whole file. */
export const csvText = (lines: readonly (readonly Cell[])[]): string => BYTE_ORDER_MARK + csvLines(lines)

export const csvBlob = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })
