// The generic endpoints of an entity, derived from its definition.
import * as z from 'zod/mini'
import {
  type CommandDefinition,
  type EntityDefinition,
  type InputOf,
  mayGiveToAll,
  permissionFor,
  type RowOf,
  sortWordsOf,
  type WriteOf,
} from '../domain/entity.ts'
import { chosenIds, id, ids, localDate, moment, zoneName } from '../domain/fields.ts'
import { wireOf } from './codecs.ts'
import { endpoint } from './endpoint.ts'
import { searchText, wholeInQuery } from './query-values.ts'
import { bare, definitionOf, type Schema } from './schema-parts.ts'

/** Largest page a list may ask for. */
export const MAX_PAGE_SIZE = 500
export const DEFAULT_PAGE_SIZE = 20
/** Most rows one bulk action may name. */
export const MAX_BULK = 1_000
/** Most rows that a command may be given to by filter. */
export const MAX_FOUND = 100_000

const number = z.union([
  z.number(),
  z.pipe(z.string().check(z.regex(/^-?\d{1,16}(\.\d{1,6})?$/)), z.transform(Number)),
])
const boolean = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(value => value === 'true'),
  ),
])
/** The rows a bulk action names. */
const bulkIds = chosenIds(MAX_BULK)
const seenRow = z.strictObject({ id, version: z.int() })

/** One value of a field in a filter: numbers and booleans may come as text. */
function filterValue(schema: Schema): Schema {
  const inner = bare(schema)
  const { type } = definitionOf(inner)
  if (type === 'number') return number
  if (type === 'boolean') return boolean
  if (type === 'enum') return wireOf(inner)
  return searchText
}

/**
 * Wire form of filters in a query string: `contains` and `equals` one value, `oneOf` values separated by commas
 * (digits where the field is coded), `range` as `<field>From` and `<field>To`.
 */
function filterShape(entity: EntityDefinition): Record<string, Schema> {
  const shape: Record<string, Schema> = {}
  for (const [field, kind] of Object.entries(entity.filters)) {
    const schema = entity.schema.shape[field]
    if (!schema) throw new Error(`${entity.key}: filter on unknown field ${field}`)
    if (kind === 'range') {
      const bound = z.optional(bare(schema) === localDate ? localDate : number)
      shape[`${field}From`] = bound
      shape[`${field}To`] = bound
    } else if (kind === 'oneOf') {
      const words = filterValue(schema)
      shape[field] = z.optional(
        z.codec(
          z.union([z.string(), z.number(), z.array(z.unknown())]),
          z.array(z.unknown()).check(z.maxLength(40)),
          {
            decode: (raw, context) => {
              const parts = Array.isArray(raw) ? raw : String(raw).split(',')
              const values: unknown[] = []
              for (const part of parts) {
                const word = z.safeDecode(words, part)
                if (word.success) values.push(word.data)
                else context.issues.push({ code: 'custom', message: 'choice', input: part })
              }
              return values
            },
            encode: values => values.map(value => z.encode(words, value)).join(','),
          },
        ),
      )
    } else shape[field] = z.optional(kind === 'contains' ? searchText : filterValue(schema))
  }
  return shape
}

/** Query of a list, decoded: which page, in which order, of which rows. */
export interface PageQuery {
  page?: number
  size?: number
  /** `field` for ascending, `-field` for descending. */
  sort?: string
  q?: string
  /** Also count the rows by the entity's `countBy` field. */
  counts?: boolean
  /** Filters by field, as their kinds say. */
  [filter: string]: unknown
}

/** One page of a list. `counts` maps words of the `countBy` field to row numbers under the same other filters. */
export interface Page<Row> {
  list: Row[]
  total: number
  counts?: Record<string, number>
}

/** `at` is when the person gave the command; an offline one carries the past. */
export type CommandRequest<C extends CommandDefinition> = {
  ids: number[]
  at?: number | undefined
  /** The versions that were looked at; only of commands that say so. */
  seen?: SeenRow[] | undefined
} & (C extends {
  input: z.ZodMiniObject
}
  ? { input: InputOf<C> }
  : { input?: ('input' extends keyof C ? Record<string, unknown> : Record<string, never>) | undefined })

export interface SeenRow {
  id: number
  version: number
}

/** What is saved of a row; without an `id` a new one. */
export type SaveRequest<E extends EntityDefinition> = WriteOf<E> & {
  id?: number | undefined
  version?: number | undefined
}

/**
 * The seam between an entity's facts and its types: a schema that was built of the definition, called what the types
 * read off the same definition.
 */
const typed = <T>(schema: z.ZodMiniType): z.ZodMiniType<T, unknown> => schema as z.ZodMiniType<T, unknown>

/** Endpoint of one named command of an entity. */
function commandEndpoint<C extends CommandDefinition>(entity: EntityDefinition, name: string) {
  const command = entity.commands[name]
  if (!command) throw new Error(`${entity.key} has no command ${name}`)
  return endpoint({
    service: entity.service,
    method: 'POST',
    path: `${entity.key}/${name}`,
    access: command.permission,
    summary: `Command "${name}" on rows of ${entity.key}`,
    idempotent: true,
    request: typed<CommandRequest<C>>(
      z.strictObject({
        ids: bulkIds,
        input: command.input ? wireOf(command.input) : z.optional(z.strictObject({})),
        at: z.optional(moment),
        ...(command.asSeen && { seen: z.optional(z.array(seenRow).check(z.maxLength(MAX_BULK))) }),
      }),
    ),
    response: commandResult,
  })
}

/** Endpoint that gives a command, or `remove`, to all rows that a filter finds. */
function foundEndpoint(entity: EntityDefinition, name: string, selection: Record<string, Schema>) {
  const command = entity.commands[name]
  if (!mayGiveToAll(entity, name)) throw new Error(`${entity.key}: ${name} is given to rows by name only`)
  return endpoint({
    service: entity.service,
    method: 'POST',
    path: `${entity.key}/${name}/found`,
    access: command?.permission ?? permissionFor(entity, 'remove'),
    summary: `"${name}" on all rows of ${entity.key} that a filter finds, as a task`,
    cost: 'task',
    idempotent: true,
    request: z.strictObject({
      query: z.strictObject(selection),
      /** Rows that the person was told: with more than these by now, nothing is done. */
      expected: z.int().check(z.minimum(1), z.maximum(MAX_FOUND)),
      input: command?.input ? wireOf(command.input) : z.optional(z.strictObject({})),
      /** The field that says which row it was. */
      nameOf: z.enum(Object.keys(entity.schema.shape)),
      said: resultWords,
      /** IANA name: the file is named by its clocks. */
      zone: zoneName,
    }),
    response: z.object({ taskId: id, rows: z.int() }),
  })
}

/** Per row: done, or the refusal with its reason. */
export const commandResult = z.object({
  results: z.array(
    z.object({
      id,
      ok: z.boolean(),
      error: z.optional(
        z.object({
          id: z.string(),
          params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
        }),
      ),
    }),
  ),
})
export const importWords = z.strictObject({
  row: z.string().check(z.maxLength(100)),
  reason: z.string().check(z.maxLength(100)),
  /** With `{field}` and `{reason}`. */
  line: z.string().check(z.maxLength(100)),
  /** Sentences by error id; parameters in braces. */
  errors: z.record(z.string(), z.string().check(z.maxLength(300))),
})
export type ImportWords = z.output<typeof importWords>

export type CommandResult = z.output<typeof commandResult>

/** How the result of each row is said in the task's file, in the language of the person. */
export const resultWords = z.strictObject({
  /** What the command is called; begins the file's name. */
  title: z.string().check(z.minLength(1), z.maxLength(100)),
  row: z.string().check(z.maxLength(100)),
  result: z.string().check(z.maxLength(100)),
  done: z.string().check(z.maxLength(100)),
  /** Of a row that was never reached. */
  left: z.string().check(z.maxLength(100)),
  /** Sentences by error id; parameters in braces. */
  errors: z.record(z.string(), z.string().check(z.maxLength(300))),
})
export type ResultWords = z.output<typeof resultWords>

/**
 * All generic endpoints of an entity. The types are of the definition given: `page` answers with its rows, `save`
 * takes what its form may write plus `id` and `version` of an existing row (absent: a new row).
 */
export function entityEndpoints<E extends EntityDefinition>(entity: E) {
  const row = typed<RowOf<E>>(wireOf(entity.schema))
  const filters = filterShape(entity)
  const selection = {
    sort: z.optional(sortOf(entity)),
    q: z.optional(searchText),
    ...filters,
  }
  const at = { service: entity.service } as const
  const read = permissionFor(entity, 'read')
  const page: z.ZodMiniType<Page<RowOf<E>>, unknown> = z.object({
    list: z.array(row),
    total: z.int(),
    counts: z.optional(z.record(z.string(), z.int())),
  })
  const query = typed<PageQuery>(
    z.strictObject({
      page: z.optional(wholeInQuery(9, 1, 1_000_000)),
      size: z.optional(wholeInQuery(9, 1, MAX_PAGE_SIZE)),
      counts: z.optional(boolean),
      ...selection,
    }),
  )
  const write = entity.write
    ? z.strictObject({
        id: z.optional(id),
        version: z.optional(z.int()),
        ...(wireOf(entity.write) as z.ZodMiniObject).shape,
      })
    : z.never()
  return {
    page: endpoint({
      ...at,
      method: 'GET',
      path: `${entity.key}/page`,
      access: read,
      summary: `List of ${entity.key}`,
      request: query,
      response: page,
    }),
    get: endpoint({
      ...at,
      method: 'GET',
      path: `${entity.key}/get`,
      access: read,
      summary: `One ${entity.key}`,
      request: z.strictObject({ id: z.pipe(number, id) }),
      response: row,
    }),
    save: endpoint({
      ...at,
      method: 'POST',
      path: `${entity.key}/save`,
      access: permissionFor(entity, 'save'),
      summary: `Create or change a ${entity.key}`,
      idempotent: true,
      request: typed<SaveRequest<E>>(write),
      response: row,
    }),
    remove: endpoint({
      ...at,
      method: 'POST',
      path: `${entity.key}/remove`,
      access: permissionFor(entity, 'remove'),
      summary: `Remove rows of ${entity.key}`,
      idempotent: true,
      request: z.strictObject({
        ids: bulkIds,
      }),
      response: commandResult,
    }),
    restore: endpoint({
      ...at,
      method: 'POST',
      path: `${entity.key}/restore`,
      access: permissionFor(entity, 'remove'),
      summary: `Take back a removal of ${entity.key}`,
      idempotent: true,
      request: z.strictObject({
        ids: bulkIds,
      }),
      response: commandResult,
    }),
    export: endpoint({
      ...at,
      method: 'POST',
      path: `${entity.key}/export`,
      access: permissionFor(entity, 'export'),
      summary: `Export ${entity.key} as a download task`,
      cost: 'task',
      idempotent: true,
      request: z.strictObject({
        format: z.enum(['csv', 'xlsx']),
        /** Columns in order, with their headings in the language of the person. */
        columns: z
          .array(
            z.strictObject({
              of: z.enum(Object.keys(entity.schema.shape)),
              label: z.string().check(z.maxLength(100)),
            }),
          )
          .check(z.minLength(1), z.maxLength(60)),
        /** Words for coded values, by field and word, in the language of the person. */
        words: z.optional(z.record(z.string(), z.record(z.string(), z.string().check(z.maxLength(100))))),
        /** The person does not read Chinese: what was named in English too is called so. */
        english: z.optional(z.boolean()),
        ids: z.optional(ids(10_000)),
        query: z.optional(z.strictObject(selection)),
        /** IANA name: times in the file are those of its clocks. */
        zone: zoneName,
      }),
      response: z.object({ taskId: id }),
    }),
    import: endpoint({
      ...at,
      method: 'POST',
      path: `${entity.key}/import`,
      access: permissionFor(entity, 'import'),
      summary: `Read rows of ${entity.key} from an uploaded spreadsheet, as a task`,
      cost: 'task',
      idempotent: true,
      request: z.strictObject({
        fileId: id,
        /** Which heading of the sheet is which field of the form. Columns that are not named are left out. */
        columns: z
          .array(
            z.strictObject({
              of: z.enum(Object.keys(entity.write?.shape ?? { id })),
              label: z.string().check(z.minLength(1), z.maxLength(100)),
            }),
          )
          .check(z.minLength(1), z.maxLength(60)),
        /** Coded values by field and word, as the sheet writes them in the language of the person. */
        words: z.optional(z.record(z.string(), z.record(z.string(), z.string().check(z.maxLength(100))))),
        /** What becomes of a row that is there already, known by its unique field. */
        existing: z.enum(['refuse', 'change', 'skip']),
        /** Checks every row and changes nothing. */
        dryRun: z.optional(z.boolean()),
        /** How the rows that are refused come back: headings and sentences in the language of the person. */
        said: z.optional(importWords),
        /** IANA name: times in the sheet are those of its clocks. */
        zone: zoneName,
      }),
      response: z.object({ taskId: id }),
    }),
    /** For each command that may be given by filter, and for `remove`. */
    found: (name: string) => foundEndpoint(entity, name, selection),
    command: <C extends keyof E['commands'] & string>(name: C) =>
      commandEndpoint<E['commands'][C]>(entity, name),
  }
}

/** The generic endpoints with the types of one entity. */
export type EntityEndpoints<E extends EntityDefinition> = ReturnType<typeof entityEndpoints<E>>

function sortOf(entity: EntityDefinition) {
  return z.enum(sortWordsOf(entity))
}
