// The question inside a stored report or a half-filled form.
import { reportResult } from '../../contract/endpoints/report.ts'
import type { Question } from './report-figures.ts'

/** Undefined while something is missing that the answer needs. */
export function questionOf(values: Readonly<Record<string, unknown>>): Question | undefined {
  const wanted = Object.fromEntries(
    Object.keys(reportResult.request.shape)
      .filter(field => values[field] !== undefined && values[field] !== '')
      .map(field => [field, values[field]]),
  )
  const read = reportResult.request.safeParse({ deviceIds: [], ...wanted })
  if (!read.success || (read.data.subject === 'readings' && !read.data.reading)) return undefined
  return read.data
}
