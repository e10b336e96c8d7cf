// Between what somebody typed and what is sent: kinds of fields, conversion, problems in words' ids.
import * as z from 'zod/mini'
import { errorId } from '../contract/errors.ts'
import { bare, definitionOf, type Schema } from '../contract/schema-parts.ts'
import type { EntityDefinition } from '../domain/entity.ts'
import { localDate } from '../domain/fields.ts'
import { choiceProblem, isBlank } from '../domain/text-input.ts'
import type { FieldKind, FieldView, Row, Values } from './view.ts'

/** Error of one field: an id of the wire's catalogue with its parameters. */
export interface FieldProblem {
  id: string
  params?: Readonly<Record<string, string | number>>
}
export type FieldProblems = Readonly<Record<string, FieldProblem>>

/** The schema of one field of a form. */
export function fieldSchema(schema: z.ZodMiniObject, field: string): Schema | undefined {
  return schema.shape[field]
}

/** True where the field may stay empty. */
export function mayBeEmpty(schema: Schema | undefined): boolean {
  const type = schema && definitionOf(schema).type
  if (type === 'optional' || type === 'nullable') return true
  // A list without a least length may have nothing in it.
  return type === 'array' && schema !== undefined && z.safeParse(schema, []).success
}

/** The kind of a field: as its view says, else as its schema and the entity's references say. */
export function kindOf(
  field: Pick<FieldView, 'of' | 'kind' | 'options' | 'entity'>,
  schema: z.ZodMiniObject,
  entity?: EntityDefinition,
): FieldKind {
  if (field.kind) return field.kind
  if (field.options) return 'select'
  const own = fieldSchema(schema, field.of)
  const type = own ? definitionOf(bare(own)).type : 'string'
  const reference = entity?.refs?.[field.of]
  if (field.entity || reference) return reference?.many || type === 'array' ? 'references' : 'reference'
  if (type === 'enum') return 'select'
  if (type === 'boolean') return 'switch'
  if (own && bare(own) === localDate) return 'date'
  return type === 'number' ? 'integer' : 'text'
}

/** What a form starts from: a row's values, or the given ones for a new row. */
export function startValues(fields: readonly FieldView[], row: Row | undefined, initial: Values): Values {
  return Object.fromEntries(fields.map(({ of }) => [of, row ? row[of] : initial[of]]))
}

/** True where an empty field is sent as nothing, so that a choice can be taken back. */
export const nullable = (schema: Schema | undefined): boolean => {
  if (!schema) return false
  const { type, innerType } = definitionOf(schema)
  return type === 'nullable' || (type === 'optional' && nullable(innerType))
}

/** What is sent for one field; undefined leaves it out. */
export function sentValue(schema: Schema | undefined, value: unknown): unknown {
  const type = schema && definitionOf(bare(schema)).type
  if (isBlank(value) && !Array.isArray(value)) {
    if (nullable(schema)) return null
    // Text may be emptied; a number or a choice may not, it is left out.
    return type === 'string' || type === 'union'
      ? (value ?? (mayBeEmpty(schema) ? undefined : ''))
      : undefined
  }
  if (type === 'number' && typeof value === 'string') {
    const number = Number(value)
    return Number.isNaN(number) ? value : number
  }
  return value
}

/** Whether two values of a field are the same to whoever looks at them. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

/**
 * What is kept of a form as its draft: no password. Of what exists already (`start`) only what the person changed: others
 * may have changed the rest by the time it is taken up again.
 */
export function draftOf(fields: readonly FieldView[], values: Values, start?: Values): Values {
  const secret = new Set(fields.flatMap(({ of, kind }) => (kind === 'password' ? [of] : [])))
  return Object.fromEntries(
    Object.entries(values).filter(([of, value]) => !secret.has(of) && !(start && same(value, start[of]))),
  )
}

/** The fields of a form that count now: those whose conditions hold. */
export function activeFields(
  fields: readonly FieldView[],
  values: Values,
  row: Row | undefined,
): readonly FieldView[] {
  return fields.filter(field => {
    if (field.on && (field.on === 'change') !== (row !== undefined)) return false
    return field.when?.(values, row) ?? true
  })
}

/** What is sent for the fields of a form. */
export function sentValues(schema: z.ZodMiniObject, fields: readonly FieldView[], values: Values): Values {
  const sent: Values = {}
  for (const { of } of fields) {
    const value = sentValue(fieldSchema(schema, of), values[of])
    if (value !== undefined) sent[of] = value
  }
  return sent
}

/** What the schema has against the values, by dotted path: the same rules as the server's. */
export function problemsOf(schema: z.ZodMiniObject, sent: Values): FieldProblems {
  const read = z.safeParse(schema, sent)
  if (read.success) return {}
  const problems: Record<string, FieldProblem> = {}
  for (const issue of read.error.issues) {
    const path = issue.path.map(String).join('.')
    problems[path] ??= problemOf(issue, valueAt(sent, issue.path))
  }
  return problems
}

/** What is wrong with selections and images: a mandatory one that was not made or is not there, or the same twice. */
export function choiceProblemsOf(
  entity: EntityDefinition,
  schema: z.ZodMiniObject,
  fields: readonly FieldView[],
  values: Values,
): FieldProblems {
  const problems: Record<string, FieldProblem> = {}
  for (const field of fields) {
    const kind = kindOf(field, schema, entity)
    const value = values[field.of]
    if (IMAGES.has(kind) && isBlank(value) && !mayBeEmpty(fieldSchema(schema, field.of)))
      problems[field.of] = { id: 'field.imageEmpty' }
    if (!CHOICES.has(kind)) continue
    const problem = choiceProblem(Array.isArray(value) ? value : [value])
    if (problem === 'duplicate') problems[field.of] = { id: 'field.chosenTwice' }
    if (problem === 'mustChooseOne' && !mayBeEmpty(fieldSchema(schema, field.of)))
      problems[field.of] = { id: 'field.mustChooseOne' }
  }
  return problems
}

const IMAGES: ReadonlySet<FieldKind> = new Set(['image', 'plan'])
const CHOICES: ReadonlySet<FieldKind> = new Set(['select', 'reference', 'references'])

type Issue = z.core.$ZodIssue

function problemOf(issue: Issue, value: unknown): FieldProblem {
  if (isBlank(value) && issue.code !== 'custom') return { id: 'field.required' }
  const own = errorId.safeParse(`field.${issue.message}`)
  if (own.success) return { id: own.data }
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? { id: 'field.tooShort', params: { min: Number(issue.minimum) } }
        : { id: 'field.tooSmall', params: { min: Number(issue.minimum) } }
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? { id: 'field.tooLong', params: { max: Number(issue.maximum) } }
        : { id: 'field.tooBig', params: { max: Number(issue.maximum) } }
    case 'invalid_type':
      return { id: 'field.type' }
    case 'invalid_value':
      return { id: 'field.choice' }
    case 'unrecognized_keys':
      return { id: 'field.unknownKey' }
    case 'invalid_union': {
      // «A phone number, or nothing»: what the first alternative says is what helps.
      const [first] = issue.errors[0] ?? []
      return first ? problemOf(first, value) : { id: 'field.format' }
    }
    default:
      return { id: 'field.format' }
  }
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = values
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
