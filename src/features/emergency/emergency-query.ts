// What the page of an emergency asks, and what waits here to be sent to it.
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  type EmergencyLog,
  emergenciesOfAlarm,
  emergencyLog,
  emergencyPeople,
} from '../../contract/endpoints/emergency.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { emergency } from '../../domain/emergency/emergency.ts'
import { sendRequest } from '../../platform/http.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'
import { serverNow } from '../../platform/server-clock.ts'

/** While texts are on their way, what became of them is asked for: it is nothing that people do, and has no line of its own. */
const TEXTS_MS = 5_000
/** A receipt that has not come by then comes late or never. */
const WAITS_MS = 10 * MINUTE_MS

const waitsForTexts = ({ told }: EmergencyLog): boolean =>
  told.some(
    ({ text, at }) => (text?.state === 'queued' || text?.state === 'sent') && serverNow() - at < WAITS_MS,
  )

export const logOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'emergency', 'log', id] as const,
    queryFn: ({ signal }) => sendRequest(emergencyLog, { id }, { signal }),
    refetchInterval: ({ state }) => (state.data && waitsForTexts(state.data) ? TEXTS_MS : false),
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
