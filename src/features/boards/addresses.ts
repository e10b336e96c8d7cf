// Where boards are, and where the rows behind a tile can be looked at.
import { entities } from '../../domain/entities.ts'

/** The page of a list with the same filters; undefined for one that has no page of its own. */
export function addressOfList(
  entityKey: string,
  filters: Readonly<Record<string, string | number>>,
): string | undefined {
  const path = entities.find(({ key }) => key === entityKey)?.page?.path
  if (path === undefined) return undefined
  const search = new URLSearchParams(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}

export const boardPath = (id: number): string => `/boards?board=${id}`
export const editPath = (id: number): string => `${boardPath(id)}&edit=1`
