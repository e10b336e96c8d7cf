// From what somebody typed into a sheet to the value of a field: words of their language, times of their zone, numbers
// with a comma, names in place of ids.
import { safeDecode } from 'zod/mini'
import { wireOf } from '../../../src/contract/codecs.ts'
import type { ErrorId } from '../../../src/contract/errors.ts'
import { bare, definitionOf, type Schema } from '../../../src/contract/schema-parts.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import type { EntityDefinition } from '../../../src/domain/entity.ts'
import { moment } from '../../../src/domain/fields.ts'
import { SMALL_NUMBER } from '../../../src/domain/limits.ts'
import { momentsAt } from '../../../src/domain/report/zone-time.ts'
import { type SheetCell, textOfCell } from './sheet.ts'

/** Why a cell cannot be what its field wants. */
export class CellProblem extends Error {
  readonly id: ErrorId
  constructor(id: ErrorId) {
    super(id)
    this.name = 'CellProblem'
    this.id = id
  }
}

export interface CellRules {
  entity: EntityDefinition
  /** By field: word to what the person calls it. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** IANA name: times without a zone of their own are those of its clocks. */
  zone: string
  /** The sheet separates by semicolons, so its numbers have a comma. */
  decimalComma: boolean
  /** The id of the row of an entity that is called so. */
  find(entityKey: string, text: string): Promise<number>
}

/** The value of one cell; undefined where it is empty. */
export async function cellValue(
  field: string,
  schema: Schema,
  cell: SheetCell | undefined,
  rules: CellRules,
): Promise<unknown> {
  const text = plainText(cell)
  if (text === '') return undefined
  const inner = bare(schema)
  const reference = rules.entity.refs?.[field]
  if (inner === moment) return momentOf(text, rules.zone)
  const { type, element } = definitionOf(inner)
  if (type === 'array') {
    const parts = text
      .split(/[,;、，；|]/)
      .map(part => part.trim())
      .filter(part => part !== '')
    return Promise.all(
      parts.map(part =>
        reference ? rules.find(reference.entity, part) : element ? single(field, element, part, rules) : part,
      ),
    )
  }
  if (reference) return rules.find(reference.entity, text)
  return single(field, inner, typeof cell === 'object' && cell !== null ? cell : text, rules)
}

function single(field: string, schema: Schema, cell: string | { raw: string }, rules: CellRules): unknown {
  const { type, entries } = definitionOf(bare(schema))
  if (type === 'enum')
    return wordOf(Object.values(entries ?? {}), schema, textOfCell(cell), rules.words[field])
  if (type === 'boolean') return booleanOf(textOfCell(cell), rules.words[field])
  if (type === 'number') return numberOf(textOfCell(cell), rules.decimalComma)
  return textualOf(cell)
}

/** Without what our own files put in front of what looks like a formula, and without the blanks around it. */
function plainText(cell: SheetCell | undefined): string {
  const text = textOfCell(cell)
    .replace(/\u00a0/g, ' ')
    .trim()
  return /^'[=+\-@＝＋－＠]/.test(text) ? text.slice(1) : text
}

const folded = (text: string) => text.trim().toLowerCase()

function wordOf(
  words: readonly string[],
  schema: Schema,
  text: string,
  labels: Readonly<Record<string, string>> = {},
): string {
  const wanted = folded(text)
  const called = words.filter(word => Object.hasOwn(labels, word) && folded(labels[word] ?? '') === wanted)
  const [found] = called.length > 0 ? called : words.filter(word => folded(word) === wanted)
  if (called.length > 1) throw new CellProblem('import.ambiguous')
  if (found !== undefined) return found
  // The number that stands for it on the wire.
  const wire = wireOf(bare(schema))
  const decoded = wire !== bare(schema) && SMALL_NUMBER.test(text) ? safeDecode(wire, text) : undefined
  if (decoded?.success && typeof decoded.data === 'string') return decoded.data
  throw new CellProblem('field.choice')
}

const YES = new Set(['true', '1', 'yes', 'y', '是', '真', '√', 'ja', 'oui', 'sí', 'si', 'да', 'نعم', 'x'])
const NO = new Set(['false', '0', 'no', 'n', '否', '假', '×', 'nein', 'non', 'нет', 'لا'])

function booleanOf(text: string, labels: Readonly<Record<string, string>> = {}): boolean {
  const wanted = folded(text)
  if (wanted === folded(labels.true ?? 'true') || YES.has(wanted)) return true
  if (wanted === folded(labels.false ?? 'false') || NO.has(wanted)) return false
  throw new CellProblem('field.choice')
}

/** `1.234,5` and `1,234.5` say themselves which is which; of `1,234` the sheet decides, and of `1,5` there is no doubt. */
export function numberOf(text: string, decimalComma: boolean): number {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^−/, '-')
  const comma = bare.lastIndexOf(',')
  const point = bare.lastIndexOf('.')
  let plain = bare
  if (comma >= 0 && point >= 0)
    plain = comma > point ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  else if (comma >= 0) {
    const grouped = /^-?\d{1,3}(,\d{3})+$/.test(bare)
    plain =
      grouped && !(decimalComma && bare.indexOf(',') === comma)
        ? bare.replaceAll(',', '')
        : bare.replace(',', '.')
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain)) throw new CellProblem('field.type')
  return Number(plain)
}

/** A spreadsheet program keeps 15 digits of a number: an ICCID that was taken for one has lost its end. */
function textualOf(cell: string | { raw: string }): string {
  if (typeof cell === 'string') {
    if (/^\d([.,]\d+)?E\+?\d{1,3}$/i.test(cell)) throw new CellProblem('import.roundedNumber')
    return cell
  }
  const value = Number(cell.raw)
  if (Number.isInteger(value)) {
    if (Math.abs(value) >= 1e15) throw new CellProblem('import.roundedNumber')
    return String(value)
  }
  return cell.raw
}

const WRITTEN =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/
/** Day 0 of spreadsheet programs, as they count from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

/** A written date is of the person's zone, unless it says another. A number is a day of the spreadsheet or epoch milliseconds. */
function momentOf(text: string, zone: string): number {
  const written = WRITTEN.exec(text)
  if (written) {
    const [, year, month, day, hour = 0, minute = 0, second = 0, said] = written
    const [y = 0, m = 0, d = 0] = [year, month, day].map(Number)
    const utc = Date.UTC(y, m - 1, d, Number(hour), Number(minute), Number(second))
    const read = new Date(utc)
    // The 31st of June is no day, and 25 o'clock no hour.
    if (read.getUTCMonth() !== m - 1 || read.getUTCDate() !== d || Number(minute) > 59 || Number(second) > 59)
      throw new CellProblem('field.format')
    return said === undefined ? onClocks(zone, utc) : utc - zoneMinutes(said) * MINUTE_MS
  }
  const number = /^\d{1,14}(\.\d+)?$/.test(text) ? Number(text) : undefined
  if (number !== undefined && number > 20_000 && number < 200_000)
    // Days have no seconds of their own: what is left of a fraction is rounding.
    return onClocks(zone, Math.round((DAY_ZERO + number * DAY_MS) / 1000) * 1000)
  if (number !== undefined && text.length === 13) return number
  if (number !== undefined && text.length === 10) return number * 1000
  throw new CellProblem('field.format')
}

/** What the clocks skip is no time, and of what comes twice nobody knows which. */
function onClocks(zone: string, wanted: number): number {
  const [at, second] = momentsAt(zone, wanted)
  if (at === undefined) throw new CellProblem('import.skippedTime')
  if (second !== undefined) throw new CellProblem('import.doubledTime')
  return at
}

function zoneMinutes(zone: string): number {
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
