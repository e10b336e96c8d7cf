// What a page keeps in the browser as JSON, read back by its schema.
import type * as z from 'zod/mini'

/** Undefined where nothing is kept under the key, or nothing that the schema knows (any more). */
export function readStoredJson<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    const read = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
