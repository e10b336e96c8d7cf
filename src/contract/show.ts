// Makes of a value what is shown of it, along its schema: nothing is copied that the tree does not name.
import { bare, definitionOf, type Schema } from './schema-parts.ts'

/** Written as a method, so that one for a certain value fits too. */
interface Instead {
  make(whole: unknown): unknown
}

/** `Shown` of domain/shown.ts as the walk sees it. */
export type ShownTree = true | Instead['make'] | { readonly [field: string]: ShownTree | undefined }

/** What is shown of a value of the schema. Throws where a hidden field can be neither absent, null nor empty. */
export function show(schema: Schema, tree: ShownTree, value: unknown): unknown {
  if (tree === true || value === null || value === undefined) return value
  if (typeof tree === 'function') return tree(value)
  const { element, shape } = definitionOf(bare(schema))
  if (element) return Array.isArray(value) ? value.map(each => show(element, tree, each)) : []
  if (!shape) throw new TypeError('Parts are named of what has none')
  const whole = new Map(Object.entries(value))
  const shown: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(shape)) {
    const part = tree[key]
    if (part === undefined) Object.assign(shown, blank(key, field))
    else if (typeof part === 'function') shown[key] = show(field, part, value)
    else if (whole.has(key)) shown[key] = show(field, part, whole.get(key))
  }
  return shown
}

function blank(key: string, field: Schema): Record<string, null | []> {
  const { type } = definitionOf(field)
  if (type === 'optional') return {}
  if (type === 'nullable') return { [key]: null }
  if (type === 'array') return { [key]: [] }
  throw new TypeError(`Nothing can stand for ${key}`)
}
