// One way of writing a value: whoever writes it again gets the same bytes, so that a hash of them means the value.

export type Plain = string | number | boolean | null
export type Json = Plain | readonly Json[] | { readonly [key: string]: Json }

const encoder = new TextEncoder()

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** JSON with sorted keys (by UTF-16 units) and nothing between the marks. */
export function canonical(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('Not a number of JSON')
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed())
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, of]) => `${JSON.stringify(key)}:${canonical(of)}`).join(',')}}`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Undefined where the text is not of pairs of lower-case digits: capitals would be another writing of the same bytes. */
export function fromHex(text: string): Uint8Array | undefined {
  if (!/^([0-9a-f]{2})*$/.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}
