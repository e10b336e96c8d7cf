// What of a form can stand in a sheet, what its columns are called, and which heading means which field.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { ImportWords } from '../contract/entity-endpoints.ts'
import { errorIds } from '../contract/errors.ts'
import { bare, definitionOf, type Schema, type SchemaDefinition } from '../contract/schema-parts.ts'
import { moment } from '../domain/fields.ts'
import { wordText } from './cells.tsx'
import { wordsForId } from './error-words.ts'
import { fieldSchema, kindOf, mayBeEmpty } from './form-values.ts'
import type { FieldView, View } from './view.ts'

export interface ImportField {
  of: string
  label: string
  required: boolean
  /** What stands in the template's second line. */
  example: string
  /** Must reach the sheet as text: a spreadsheet program would round it, or drop its zeros. */
  textual: boolean
  /** Words of a coded field, in the language of the person. */
  words?: Record<string, string>
}

/** The fields of a view's form that a sheet can have, in the form's order. */
export function importFields(view: View, i18n: I18n): ImportField[] {
  const schema = view.entity.write
  if (!schema) return []
  const seen = new Set<string>()
  return view.sections
    .flatMap(section => section.fields)
    .filter(
      ({ of, on }) => on !== 'change' && schema.shape[of] !== undefined && !seen.has(of) && seen.add(of),
    )
    .map(field => importField(view, field, schema, i18n))
}

function importField(view: View, field: FieldView, schema: z.ZodMiniObject, i18n: I18n): ImportField {
  const own = fieldSchema(schema, field.of)
  const kind = kindOf(field, schema, view.entity)
  const words = wordsOf(view, field, own, i18n)
  const date = own !== undefined && bare(own) === moment
  const textual = !date && !words && kind !== 'integer' && kind !== 'decimal' && kind !== 'coordinate'
  return {
    of: field.of,
    label: i18n._(field.label),
    required: !mayBeEmpty(own),
    textual,
    example: exampleOf(field.of, kind, date, words, i18n),
    ...(words && { words }),
  }
}

function wordsOf(
  view: View,
  field: FieldView,
  schema: Schema | undefined,
  i18n: I18n,
): Record<string, string> | undefined {
  if (field.options)
    return Object.fromEntries(field.options.map(({ value, label }) => [value, i18n._(label)]))
  const { type, entries }: Partial<SchemaDefinition> = schema ? definitionOf(bare(schema)) : {}
  if (type === 'boolean')
    return { true: wordText(view, field.of, true, i18n), false: wordText(view, field.of, false, i18n) }
  if (type !== 'enum') return undefined
  return Object.fromEntries(
    Object.values(entries ?? {}).map(word => [word, wordText(view, field.of, word, i18n)]),
  )
}

const examples: Record<string, string> = {
  imei: '866123456789012',
  iccid: '89860012345678901234',
  imsi: '460001234567890',
  phone: '13800000000',
  latitude: '31.2304',
  longitude: '121.4737',
}

function exampleOf(
  of: string,
  kind: string,
  date: boolean,
  words: Record<string, string> | undefined,
  i18n: I18n,
): string {
  const known = Object.entries(examples).find(([name]) => of.toLowerCase().endsWith(name))
  if (known) return known[1]
  if (words) return Object.values(words)[0] ?? ''
  if (date) return '2026-01-31 08:00:00'
  if (kind === 'date') return '2026-01-31'
  if (kind === 'reference' || kind === 'references') return i18n._(msg`Name or number`)
  return kind === 'integer' || kind === 'decimal' ? '1' : ''
}

/** As headings are compared: case, blanks, marks of required fields and remarks in brackets do not count. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s*_\-:./]/g, '')
}

/**
 * Which heading is which field: by the label, by the field's own name, then by one holding the other. No heading is
 * taken twice. Answers headings by field.
 */
export function matchHeadings(
  fields: readonly ImportField[],
  headings: readonly string[],
): Record<string, string> {
  const doubled = new Set(headings.filter((heading, at) => headings.indexOf(heading) !== at))
  const free = new Set(headings.filter(heading => heading !== '' && !doubled.has(heading)))
  const found: Record<string, string> = {}
  const rules: ((field: ImportField, heading: string) => boolean)[] = [
    (field, heading) => heading === field.label,
    (field, heading) => plain(heading) === plain(field.label),
    (field, heading) => plain(heading) === plain(field.of) || `${plain(heading)}id` === plain(field.of),
    (field, heading) =>
      plain(heading).length > 1 &&
      (plain(heading).includes(plain(field.label)) || plain(field.label).includes(plain(heading))),
  ]
  for (const rule of rules) {
    for (const field of fields) {
      if (found[field.of] !== undefined) continue
      const heading = [...free].find(each => rule(field, each))
      if (heading === undefined) continue
      found[field.of] = heading
      free.delete(heading)
    }
  }
  return found
}

/** The words in which the server gives refused rows back. */
export function importWords(i18n: I18n): ImportWords {
  const params = Object.fromEntries(
    ['name', 'names', 'min', 'max', 'seconds', 'count'].map(name => [name, `{${name}}`]),
  )
  return {
    row: i18n._(msg`Row`),
    reason: i18n._(msg`Reason`),
    line: i18n._(msg`${'{field}'}: ${'{reason}'}`),
    errors: Object.fromEntries(
      errorIds.flatMap(id => {
        const words = wordsForId(id, params)
        return words ? [[id, i18n._(words).slice(0, 300)]] : []
      }),
    ),
  }
}
