// Own browsers, the board, and the test of somebody's channels.
import { queryOptions } from '@tanstack/react-query'
import { pushKey, reachability } from '../../contract/endpoints/push.ts'
import { sendRequest } from '../../platform/http.ts'

/** People come and go while somebody looks at the board. */
const BOARD_MS = 15_000

export const ownBrowsersOptions = () =>
  queryOptions({
    queryKey: ['push', 'own'] as const,
    queryFn: ({ signal }) => sendRequest(pushKey, {}, { signal }),
    staleTime: 0,
  })

export const boardOptions = () =>
  queryOptions({
    queryKey: ['push', 'board'] as const,
    queryFn: ({ signal }) => sendRequest(reachability, {}, { signal }),
    staleTime: 0,
    refetchInterval: BOARD_MS,
  })
