// What the panel of a case asks.
import { queryOptions } from '@tanstack/react-query'
import { caseContents, evidenceKey } from '../../contract/endpoints/evidence-case.ts'
import { sendRequest } from '../../platform/http.ts'

export const contentsOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'evidenceCase', 'contents', id] as const,
    queryFn: ({ signal }) => sendRequest(caseContents, { id }, { signal }),
  })

export const keyOptions = queryOptions({
  queryKey: ['evidenceKey'] as const,
  queryFn: ({ signal }) => sendRequest(evidenceKey, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
