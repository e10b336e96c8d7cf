// The board of operations, asked anew every few seconds, and what to do about one figure.
import { queryOptions } from '@tanstack/react-query'
import { operationsBoard, operationsGuide } from '../../contract/endpoints/operations.ts'
import type { FigureName } from '../../domain/operations/judgement.ts'
import { sendRequest } from '../../platform/http.ts'

const AGAIN_MS = 5_000

export const boardOptions = () =>
  queryOptions({
    queryKey: ['operations', 'board'] as const,
    queryFn: ({ signal }) => sendRequest(operationsBoard, {}, { signal }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  })

export const guideOptions = (figure: FigureName) =>
  queryOptions({
    queryKey: ['operations', 'guide', figure] as const,
    queryFn: ({ signal }) => sendRequest(operationsGuide, { figure }, { signal }),
  })
