// Figures as a CSV file that spreadsheets open as they are.
import { FORMULA } from '../../domain/limits.ts'

const cellOf = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Lines of cells as CSV; the mark at the beginning makes spreadsheets read it as UTF-8. */
export function csvOf(lines: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${lines.map(line => line.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** Hands a text file to the person. */
export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
