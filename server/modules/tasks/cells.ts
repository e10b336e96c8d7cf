// What a value looks like in a file: words for codes, times in the person's zone.
import { moneyFields, yuanOf } from '../../../src/domain/billing/money.ts'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import { clockText } from '../../../src/domain/report/zone-time.ts'

interface Looks {
  words: Record<string, Record<string, string>>
  /** IANA name: times are those of its clocks. */
  zone: string
}

/** The cell of a field. Fields that end in `At` are moments; money is stored in fen and read in yuan. */
export function cellOf(field: string, value: unknown, { words, zone }: Looks): Cell {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.map(item => wordOf(words[field], item)).join(', ')
  if (typeof value === 'number' && moneyFields.has(field)) return Number(yuanOf(value))
  if (typeof value === 'number' && field.endsWith('At')) return clockText(zone, value)
  if (typeof value === 'number') return words[field]?.[String(value)] ?? value
  if (typeof value === 'object') return JSON.stringify(value)
  return wordOf(words[field], value)
}

const wordOf = (words: Record<string, string> | undefined, value: unknown) =>
  words && Object.hasOwn(words, String(value)) ? (words[String(value)] ?? '') : String(value)
