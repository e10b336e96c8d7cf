// What is asked about one allocation, again and again while it is under way.
import { queryOptions } from '@tanstack/react-query'
import { allocationItems } from '../../../contract/endpoints/life.ts'
import { type AllocationState, allocation } from '../../../domain/device/allocation.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { sendRequest } from '../../../platform/http.ts'
import { rowOptions } from '../../../resource/query.ts'

export type Allocation = RowOf<typeof allocation>

/** Progress is told live; asking now and then makes up for a broker that is away, and for colleagues who look on. */
const ASK_MS = 2_000

export const isMoving = (state: AllocationState | undefined): boolean =>
  state === 'running' || state === 'undoing'

export const allocationOptions = (id: number) => ({
  ...rowOptions(allocation, id),
  refetchInterval: ({ state: { data } }: { state: { data?: Allocation | undefined } }) =>
    isMoving(data?.state) ? ASK_MS : (false as const),
})

/** The devices of an allocation. `state` is part of what is asked for, so that an end is read at once. */
export const itemsOptions = (id: number, state: AllocationState) =>
  queryOptions({
    queryKey: ['allocationItems', id, state] as const,
    queryFn: ({ signal }) => sendRequest(allocationItems, { id }, { signal }),
    refetchInterval: isMoving(state) ? ASK_MS : false,
    placeholderData: before => before,
  })
