// What a schema is made of, for whoever builds from it: wire forms, filters, fields of forms, columns of sheets.
import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType

export interface SchemaDefinition {
  type: string
  /** Inside an optional or nullable wrapper. */
  innerType?: Schema
  element?: Schema
  shape?: Readonly<Record<string, Schema>>
  /** The words of an enum. */
  entries?: Readonly<Record<string, string>>
}

/** What a schema says of itself. */
export const definitionOf = (schema: Schema): SchemaDefinition => schema._zod.def

/** The schema inside optional and nullable wrappers. */
export function bare(schema: Schema): Schema {
  const { type, innerType } = definitionOf(schema)
  return (type === 'optional' || type === 'nullable') && innerType ? bare(innerType) : schema
}
