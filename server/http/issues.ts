// Turns what a schema complains about into the error of the wire: an id, the field by its dotted path, parameters.
import type * as z from 'zod/mini'
import { type ErrorId, errorIds } from '../../src/contract/errors.ts'
import { Refused } from './refusal.ts'

type Issue = z.core.$ZodIssue

const known = new Set<string>(errorIds)
const isKnown = (id: string): id is ErrorId => known.has(id)

/** The first complaint, as a refusal. `raw` is what was checked: it tells a missing value from a wrong one. */
export function refusalOf(issues: readonly Issue[], raw: unknown): Refused {
  const issue = innermost(issues[0])
  if (!issue) return new Refused('field.type')
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = path.map(String).join('.')
  return new Refused(idOf(issue, raw), {
    ...(field === '' ? {} : { field: field.slice(0, 200) }),
    ...paramsOf(issue),
  })
}

// Of a union's branches, the one that understood the value best: not the ones that wanted another type.
function innermost(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const branches = issue.errors.map(branch => innermost(branch[0])).filter(inner => inner !== undefined)
  const best =
    branches.find(inner => inner.code !== 'invalid_type' && inner.code !== 'invalid_value') ??
    branches.find(inner => inner.code !== 'invalid_type') ??
    branches[0]
  return best && { ...best, path: [...issue.path, ...best.path] }
}

function idOf(issue: Issue, raw: unknown): ErrorId {
  const named = issue.message ?? ''
  if (named === 'nothingSelected') return 'nothingSelected'
  const own = `field.${named}`
  if (issue.code !== 'invalid_type' && isKnown(own)) return own
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(raw, issue.path) === undefined ? 'field.required' : 'field.type'
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'field.tooShort' : 'field.tooSmall'
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'field.tooLong' : 'field.tooBig'
    case 'invalid_value':
      return valueAt(raw, issue.path) === undefined ? 'field.required' : 'field.choice'
    case 'unrecognized_keys':
      return 'field.unknownKey'
    case 'custom':
      return named === 'code' || named === 'choice' ? 'field.choice' : 'field.format'
    default:
      return 'field.format'
  }
}

function paramsOf(issue: Issue): { params?: Record<string, number> } {
  if (issue.code === 'too_small') return { params: { min: Number(issue.minimum) } }
  if (issue.code === 'too_big') return { params: { max: Number(issue.maximum) } }
  return {}
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
