// What the pages ask of leave: what a person has left, who is away.
import { queryOptions } from '@tanstack/react-query'
import { leaveBalance, whoIsAway } from '../../contract/endpoints/leave.ts'
import { sendRequest } from '../../platform/http.ts'

/** What a person has had and has left in this year; without an id the one who asks. */
export const balanceOptions = (workerId: number | undefined) =>
  queryOptions({
    queryKey: ['entity', 'leaveRequest', 'balance', workerId ?? null] as const,
    queryFn: ({ signal }) =>
      sendRequest(leaveBalance, workerId === undefined ? {} : { workerId }, { signal }),
    meta: { offline: 'read' },
  })

/** Who is away on the days from `from` to `until` ('YYYY-MM-DD'), both included. */
export const awayOptions = (from: string, until: string) =>
  queryOptions({
    queryKey: ['entity', 'leaveRequest', 'away', from, until] as const,
    queryFn: ({ signal }) => sendRequest(whoIsAway, { from, until }, { signal }),
    meta: { offline: 'read' },
  })
