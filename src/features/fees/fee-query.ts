// What the pages ask of fees: what a run would bill, what a bill consists of, what is owed.
import { queryOptions } from '@tanstack/react-query'
import { arrearsByAge, feeBillLines, feeRunPreview } from '../../contract/endpoints/fees.ts'
import { sendRequest } from '../../platform/http.ts'

export const previewOptions = (id: number, version: number) =>
  queryOptions({
    queryKey: ['entity', 'feeRun', 'preview', id, version] as const,
    queryFn: ({ signal }) => sendRequest(feeRunPreview, { id }, { signal }),
  })

export const linesOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'feeBill', 'lines', id] as const,
    queryFn: ({ signal }) => sendRequest(feeBillLines, { id }, { signal }),
  })

export const arrearsOptions = (communityId: number | undefined) =>
  queryOptions({
    queryKey: ['entity', 'feeBill', 'arrears', communityId ?? null] as const,
    queryFn: ({ signal }) =>
      sendRequest(arrearsByAge, communityId === undefined ? {} : { communityId }, { signal }),
  })
