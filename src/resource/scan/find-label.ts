// What a label stands on: first among the rows that this device has kept, so that it works without a network; else the server knows.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findLabel } from '../../contract/endpoints/label.ts'
import { entities } from '../../domain/entities.ts'
import { sendRequest } from '../../platform/http.ts'
import { nameOfRow } from '../query.ts'

export interface Labelled {
  /** Key of the entity. */
  entity: string
  id: number
  name: string
}

interface CachedRow extends Readonly<Record<string, unknown>> {
  id: number
}

/** Entities whose rows carry a label, as their schemas say. */
const labelled = entities.filter(({ schema }) => 'labelCode' in schema.shape)

const isRow = (value: unknown): value is CachedRow =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'

/** Rows in what one question to the server was answered with: a page of them, or one. */
function rowsIn(data: unknown): readonly unknown[] {
  if (typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list))
    return data.list
  return [data]
}

/** The kept row with a label; undefined where none is known. */
export function findKept(client: QueryClient, code: string): Labelled | undefined {
  for (const entity of labelled)
    for (const query of client.getQueryCache().findAll({ queryKey: ['entity', entity.key] }))
      for (const row of rowsIn(query.state.data))
        if (isRow(row) && row.labelCode === code)
          return { entity: entity.key, id: row.id, name: nameOfRow(entity, row) }
  return undefined
}

/** Query options of what a label stands on. */
export const labelOptions = (client: QueryClient, code: string) =>
  queryOptions({
    queryKey: ['label', code] as const,
    queryFn: async ({ signal }): Promise<Labelled> =>
      findKept(client, code) ?? (await sendRequest(findLabel, { code }, { signal })),
    // A label stays on its thing.
    staleTime: Number.POSITIVE_INFINITY,
    // Without a network the kept rows answer.
    networkMode: 'always',
    retry: false,
  })
