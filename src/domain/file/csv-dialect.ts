// How text tables are written on both sides, so that spreadsheet programs open them as they are: for `csv-stringify`.

export type Cell = string | number | null

/** The first character of a file: spreadsheet programs take it for UTF-8 then. */
export const BYTE_ORDER_MARK = '\uFEFF'

export const csvDialect = {
  record_delimiter: '\r\n',
  // By itself the library quotes a line's end only as it writes them.
  quoted_match: /[\r\n]/,
  // A text that a program would take for a formula gets an apostrophe in front; numbers stay numbers.
  escape_formulas: true,
  // The library knows all first characters of formulas but this one, which some programs skip.
  cast: { string: (text: string) => (text.startsWith('\n') ? `'${text}` : text) },
}
