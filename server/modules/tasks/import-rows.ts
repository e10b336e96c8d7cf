// Saves the rows of a sheet through the same door as the form: each by itself, with the reason where one is refused.
import pg from 'pg'
import * as z from 'zod/mini'
import type { ErrorId } from '../../../src/contract/errors.ts'
import type { ImportRequest } from '../../entity/mount.ts'
import { readRows } from '../../entity/reading.ts'
import { storeRow } from '../../entity/saving.ts'
import { addVisibility, Conditions, expressionOf, fromOf, type Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import { CellProblem, type CellRules, cellValue } from './import-cells.ts'
import type { SheetRow } from './sheet.ts'

export interface RowProblem {
  field: string | null
  reason: ErrorId
  params: Record<string, string | number> | null
  /** What is wrong with other cells of the same row. */
  also?: readonly RowProblem[]
}

export type RowResult = 'saved' | 'skipped' | RowProblem

export interface ImportPlan {
  store: Store
  request: ImportRequest
  /** Place of each column in the sheet. */
  places: readonly { of: string; at: number }[]
  rules: Omit<CellRules, 'find'>
  find(context: Context, entityKey: string, text: string): Promise<number>
  /** Values of the unique field seen so far in a dry run: nothing is saved, so the database cannot find the repeated ones. */
  met: Set<string>
}

type Values = Record<string, unknown>

/** The fields by which a row is known: what is unique, and stands in the sheet. */
export function keyFieldsOf({ table }: Store, columns: readonly { of: string }[]): readonly string[] {
  const inSheet = (field: string) => columns.some(({ of }) => of === field)
  if (table.keys) return table.keys.every(inSheet) ? table.keys : []
  return Object.values(table.unique ?? {})
    .filter(inSheet)
    .slice(0, 1)
}

/** Between the parts of a key; no cell has it. */
const BETWEEN = '\u001f'

/** What a row is known by; undefined where a part of it is missing. */
function keyOf(fields: readonly string[], values: Values): string | undefined {
  const parts = fields.map(field => values[field])
  return fields.length === 0 || parts.includes(undefined) ? undefined : parts.map(String).join(BETWEEN)
}

/** Saves a batch and answers what became of each row, in order. */
export async function saveBatch(
  plan: ImportPlan,
  rows: readonly SheetRow[],
  context: Context,
): Promise<RowResult[]> {
  const fields = keyFieldsOf(plan.store, plan.request.columns)
  const read = []
  for (const cells of rows) read.push(await readValues(plan, cells, context))
  const keys = read.flatMap(values => (isProblem(values) ? [] : (keyOf(fields, values) ?? [])))
  const present = await presentRows(plan.store, fields, keys, context)
  const results: RowResult[] = []
  for (const values of read) {
    if (isProblem(values)) results.push(values)
    else results.push(await saveOne(plan, fields, values, present, context))
  }
  return results
}

const isProblem = (value: Values | RowProblem): value is RowProblem =>
  'reason' in value && 'params' in value && 'field' in value

async function readValues(plan: ImportPlan, cells: SheetRow, context: Context): Promise<Values | RowProblem> {
  const { places, rules, store } = plan
  const shape = store.entity.write?.shape ?? {}
  const values: Values = {}
  const problems: RowProblem[] = []
  for (const { of, at } of places) {
    const schema = shape[of]
    if (!schema) continue
    try {
      const value = await cellValue(of, schema, cells[at], {
        ...rules,
        find: (entityKey, text) => plan.find(context, entityKey, text),
      })
      if (value !== undefined) values[of] = value
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error
      problems.push({ field: of, reason: error.id, params: null })
    }
  }
  if (problems.length === 0) return values
  return joined([...problems, ...wrongFields(plan, values, problems)]) ?? values
}

/** What the form would not take of the other cells, a problem for each field; absent is what a new row must have. */
function wrongFields(
  { places, request, store }: ImportPlan,
  values: Values,
  known: readonly RowProblem[],
): RowProblem[] {
  return places.flatMap(({ of }) => {
    const schema = store.entity.write?.shape[of]
    const value = values[of]
    if (!schema || known.some(({ field }) => field === of)) return []
    // A row that is there already keeps what the sheet leaves out.
    if (value === undefined && request.existing === 'change') return []
    const result = z.safeParse(schema, value)
    if (result.success) return []
    return [{ ...problemOf(refusalOf(result.error.issues, value)), field: of }]
  })
}

/** The problems of a row as one: the first, with the others beside it. */
function joined(problems: readonly RowProblem[]): RowProblem | undefined {
  const [first, ...also] = problems
  return first && also.length > 0 ? { ...first, also } : first
}

async function saveOne(
  plan: ImportPlan,
  fields: readonly string[],
  values: Values,
  present: Map<string, number>,
  context: Context,
): Promise<RowResult> {
  const { store, request } = plan
  const name = keyOf(fields, values)
  const key = fields.at(-1)
  const id = name === undefined ? undefined : present.get(name)
  if (id !== undefined && request.existing === 'refuse')
    return { field: key ?? null, reason: 'import.exists', params: null }
  if (id !== undefined && request.existing === 'skip') return 'skipped'
  if (name !== undefined && id === undefined && plan.met.has(name))
    return { field: key ?? null, reason: 'field.duplicate', params: null }
  try {
    const saved = await context.sql.attempt(async () => {
      const before =
        id === undefined ? undefined : (await readRows(store, [id], context, { lock: true })).get(id)?.row
      const input = checked(store, values, before)
      return storeRow(store, before ? { ...input, id: before.id, version: before.version } : input, context)
    })
    if (name !== undefined) {
      present.set(name, saved)
      if (request.dryRun) plan.met.add(name)
    }
    return 'saved'
  } catch (error) {
    const problem = problemOf(error)
    return joined([problem, ...wrongFields(plan, values, [problem])]) ?? problem
  }
}

/** By the rules of the form. What the sheet leaves out of a row that is there stays as it is. */
function checked({ entity }: Store, values: Values, before: Row | undefined): Values {
  if (!entity.write) throw new Error(`${entity.key} is never saved`)
  const kept = Object.keys(entity.write.shape)
    .map(field => [field, before?.[field]] as const)
    .filter(([, value]) => value !== null && value !== undefined)
  const result = z.safeParse(entity.write, { ...Object.fromEntries(kept), ...values })
  if (!result.success) throw refusalOf(result.error.issues, values)
  const whole: Values = result.data
  return Object.fromEntries(Object.keys(values).map(field => [field, whole[field]]))
}

function problemOf(error: unknown): RowProblem {
  if (error instanceof Refused)
    return { field: error.field ?? null, reason: error.id, params: error.params ?? null }
  // SQLSTATE 22: a number out of range, or a text that cannot be stored.
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22'))
    return { field: null, reason: 'field.format', params: null }
  throw error
}

/** Rows that are there already, by the text of what they are known by. */
async function presentRows(
  store: Store,
  fields: readonly string[],
  keys: readonly string[],
  context: Context,
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null')
  addVisibility(store, conditions, context)
  const expressions = fields.map(field => expressionOf(store, field))
  const [first = ''] = expressions
  const expression = fields.length === 1 ? first : `concat_ws(chr(31), ${expressions.join(', ')})`
  if (fields.length > 1) {
    // The first part finds the rows by an index; the whole key tells them apart.
    const parts = [...new Set(keys.map(key => key.split(BETWEEN)[0] ?? ''))]
    conditions.parts.push(`(${first})::text = any(${conditions.bind(parts)}::text[])`)
  }
  conditions.parts.push(`${expression} = any(${conditions.bind(keys.map(String))}::text[])`)
  // Without joins where possible: the plan is made while the joined tables are small, and would read them whole each time.
  const bare =
    context.person.departments === null &&
    !store.table.visible &&
    expressions.every(each => each.startsWith('t.'))
  const rows = await context.sql.query<{ id: number; key: string }>(
    `select t.id, ${expression} as key from ${bare ? `${store.table.name} t` : fromOf(store)} where ${conditions.where}`,
    conditions.values,
  )
  return new Map(rows.map(row => [row.key, row.id]))
}
