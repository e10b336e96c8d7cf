// How digits of the wire and words inside are turned into each other, for whatever tables of codes are given.
import * as z from 'zod/mini'
import { SMALL_NUMBER } from '../domain/limits.ts'
import { definitionOf, type Schema } from './schema-parts.ts'

export interface CodeTable {
  byCode: ReadonlyMap<number, string>
  /** Meaning of every number that the table does not list. */
  otherwise?: string
  /** Number sent for the `otherwise` word. */
  otherwiseCode?: number
}

/** A table of numbers and words; `otherwise` is what every other number means, and `otherwiseCode` what it is sent as. */
export const table = (
  pairs: readonly (readonly [number, string])[],
  otherwise?: string,
  otherwiseCode?: number,
): CodeTable => ({
  byCode: new Map(pairs),
  ...(otherwise === undefined ? {} : { otherwise, otherwiseCode }),
})

/** By the schema of the words. */
export type CodeTables = ReadonlyMap<unknown, CodeTable>

const codecs = new Map<unknown, Schema>()

function codecOf(words: Schema, codes: CodeTable): Schema {
  const known = codecs.get(words)
  if (known) return known
  const byWord = new Map<unknown, number>([...codes.byCode].map(([code, word]) => [word, code] as const))
  if (codes.otherwise !== undefined) byWord.set(codes.otherwise, codes.otherwiseCode ?? -1)
  // Digits arrive as numbers in JSON and as text in a query string.
  const digits = z.union([z.int(), z.string().check(z.regex(SMALL_NUMBER))])
  const made = z.codec(digits, words, {
    decode: (code, context) => {
      const word = codes.byCode.get(Number(code)) ?? codes.otherwise
      if (word !== undefined) return word
      context.issues.push({ code: 'custom', message: 'code', input: code })
      return z.NEVER
    },
    encode: word => byWord.get(word) ?? -1,
  })
  codecs.set(words, made)
  return made
}

/**
 * The wire form of a schema: every coded word becomes a digit codec, the rest stays. Decode what arrives with
 * `z.decode`, encode what leaves with `z.encode`. Checks on wrapped objects stay with the domain schema.
 */
export function wireBy<S extends Schema>(tables: CodeTables, schema: S): z.ZodMiniType<z.output<S>, unknown> {
  // The walk changes the wire side only; the inner type stays that of the domain schema.
  return walk(schema, tables) as z.ZodMiniType<z.output<S>, unknown>
}

/** The wire forms of several schemas, each of which may be left out. */
export function optionalWireBy<S extends Readonly<Record<string, Schema>>>(
  tables: CodeTables,
  schemas: S,
): { [Name in keyof S]: z.ZodMiniOptional<z.ZodMiniType<z.output<S[Name]>, unknown>> } {
  const forms = Object.entries(schemas).map(([name, schema]) => [name, z.optional(wireBy(tables, schema))])
  // Each name has just got the form of its own schema.
  return Object.fromEntries(forms) as {
    [Name in keyof S]: z.ZodMiniOptional<z.ZodMiniType<z.output<S[Name]>, unknown>>
  }
}

function walk(schema: Schema, tables: CodeTables): Schema {
  const codes = tables.get(schema)
  if (codes) return codecOf(schema, codes)
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional':
      return definition.innerType ? z.optional(walk(definition.innerType, tables)) : schema
    case 'nullable':
      return definition.innerType ? z.nullable(walk(definition.innerType, tables)) : schema
    case 'array': {
      if (!definition.element) return schema
      const element = walk(definition.element, tables)
      if (element === definition.element) return schema
      // The same list with the same checks: how many there may be, and none twice.
      const coded = { ...schema._zod.def, element }
      return z.core.clone(schema, coded)
    }
    case 'object': {
      const shape = definition.shape ?? {}
      const walked = Object.entries(shape).map(([key, field]) => [key, walk(field, tables)] as const)
      return walked.every(([key, field]) => shape[key] === field)
        ? schema
        : z.object(Object.fromEntries(walked))
    }
    default:
      return schema
  }
}
