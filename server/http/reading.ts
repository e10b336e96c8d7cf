// Reads bodies and query strings with the limits that keep a hostile one from costing anything.
import { Refused } from './refusal.ts'

/** Bytes of a JSON body. */
export const MOST_BYTES = 1_048_576
const MOST_DEPTH = 32

/** Parses a JSON body; refuses deep nesting before it is built, and names and texts that are traps. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  refuseDepth(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refused('field.json')
  }
  refuseTraps(value, '')
  return value
}

/** Parses a query string; a parameter that comes twice is refused, because two readers could take different ones. */
export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  const result: Record<string, string> = {}
  if (start < 0) return result
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (name === '__proto__' || Object.hasOwn(result, name))
      throw new Refused('field.unknownKey', { field: name.slice(0, 100) })
    result[name] = value
  }
  refuseTraps(result, '')
  return result
}

function refuseDepth(text: string): void {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (quoted) {
      if (letter === 0x5c) at++
      else if (letter === 0x22) quoted = false
    } else if (letter === 0x22) quoted = true
    else if (letter === 0x5b || letter === 0x7b) {
      if (++depth > MOST_DEPTH) throw new Refused('field.tooDeep', { params: { max: MOST_DEPTH } })
    } else if (letter === 0x5d || letter === 0x7d) depth--
  }
}

function refuseTraps(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed())
      throw new Refused('field.text', path === '' ? {} : { field: path.slice(0, 200) })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const field = path === '' ? key : `${path}.${key}`
      if (key === '__proto__') throw new Refused('field.unknownKey', { field: field.slice(0, 200) })
      refuseTraps(key, field)
      refuseTraps(inner, field)
    }
  }
}
