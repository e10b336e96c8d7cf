// Reads ICCIDs from what somebody pastes or loads: one in a line, first column of a table, with or without a heading.

/** Most lines at once. */
export const MOST_LINES = 200

/** The words that could be ICCIDs, in order, each once. */
export function readIccids(text: string): string[] {
  const words = text
    .split(/[\r\n]+/)
    // The byte order mark of a spreadsheet, quotes, and an apostrophe that keeps digits from becoming a number.
    .map(line => (line.split(/[,;\t]/)[0] ?? '').replace(/[\uFEFF"'\s]/g, '').toUpperCase())
    .filter(word => word !== '' && /\d{5}/.test(word))
  return [...new Set(words)]
}
