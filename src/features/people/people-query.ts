// What the pages of people ask: who is here, who is in charge; and when they ask again.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { peopleInCharge, presenceOfPeople } from '../../contract/endpoints/people.ts'
import { onFenceChanges } from '../../platform/fence-changes.ts'
import { sendRequest } from '../../platform/http.ts'
import { onRowChanges } from '../../platform/row-changes.ts'

/** A device falls silent without a word: what is known is asked anew now and then. */
const LOOK_MS = 15_000
/** What happened is shown soon; many at once are one question. */
const SOON_MS = 500

export type PresentPerson = z.output<typeof presenceOfPeople.response>['people'][number]
export type PresencePost = z.output<typeof presenceOfPeople.response>['posts'][number]
export type PersonInCharge = z.output<typeof peopleInCharge.response>[number]

export const presenceOptions = () =>
  queryOptions({
    queryKey: ['entity', 'worker', 'presence'] as const,
    queryFn: ({ signal }) => sendRequest(presenceOfPeople, {}, { signal }),
    refetchInterval: LOOK_MS,
    meta: { offline: 'read' },
  })

export const inChargeOptions = () =>
  queryOptions({
    queryKey: ['entity', 'worker', 'inCharge'] as const,
    queryFn: ({ signal }) => sendRequest(peopleInCharge, {}, { signal }),
    refetchInterval: 60_000,
    meta: { offline: 'read' },
  })

/** Asks again soon after somebody crossed a fence or punched. */
export function usePresenceLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: presenceOptions().queryKey })
      }, SOON_MS)
    }
    const stops = [
      onFenceChanges(soon),
      onRowChanges(({ entity }) => {
        if (entity === 'worker') soon()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [client])
}
