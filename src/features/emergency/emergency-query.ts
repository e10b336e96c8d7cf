// What the page of an emergency asks, and what waits here to be sent to it.
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { emergenciesOfAlarm, emergencyLog, emergencyPeople } from '../../contract/endpoints/emergency.ts'
import { emergency } from '../../domain/emergency/emergency.ts'
import { sendRequest } from '../../platform/http.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'

export const logOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'emergency', 'log', id] as const,
    queryFn: ({ signal }) => sendRequest(emergencyLog, { id }, { signal }),
    meta: { offline: emergency.offline },
  })

export const peopleOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'emergency', 'people', id] as const,
    queryFn: ({ signal }) => sendRequest(emergencyPeople, { id }, { signal }),
    staleTime: 60_000,
  })

export const ofAlarmOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'emergency', 'ofAlarm', id] as const,
    queryFn: ({ signal }) => sendRequest(emergenciesOfAlarm, { id }, { signal }),
  })

export interface WaitingEntry {
  event: string
  text: string
  at: number
  refused: boolean
}

/** Notes that were written here and have not reached the server, in the order in which they were written. */
export function waitingNotes(actions: readonly QueuedAction[], id: number): WaitingEntry[] {
  return actions.flatMap(({ entity, command, ids, state, input, at }) => {
    if (entity !== emergency.key || command !== 'note' || !ids.includes(id)) return []
    const said = z.safeParse(emergency.commands.note.input, input)
    return said.success ? [{ ...said.data, at, refused: state === 'failed' }] : []
  })
}
