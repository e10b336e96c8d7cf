// What the pages of orders ask beyond the generic lists.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { mallFigures, mallOrderById } from '../../contract/endpoints/mall-order.ts'
import { mallOrder } from '../../domain/mall/mall-order.ts'
import { sendRequest } from '../../platform/http.ts'

export type Figures = z.output<typeof mallFigures.response>

export const openedOrderOptions = (id: number, version: number) =>
  queryOptions({
    queryKey: ['entity', mallOrder.key, 'opened', id, version] as const,
    queryFn: ({ signal }) => sendRequest(mallOrderById, { id }, { signal }),
  })

interface Asked {
  from: string
  to: string
  zone: string
  merchantId: number | null
}

export const figuresOptions = (asked: Asked) =>
  queryOptions({
    queryKey: ['entity', mallOrder.key, 'figures', asked] as const,
    queryFn: ({ signal }): Promise<Figures> => sendRequest(mallFigures, asked, { signal }),
    placeholderData: keepPreviousData,
  })
