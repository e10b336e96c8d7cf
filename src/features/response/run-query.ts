// The card of an alarm as it stands on this device: what the server knows, and what was said here and has not arrived yet.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { alarmResponse } from '../../contract/endpoints/response.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import { type RunEvent, respondInput } from '../../domain/response/response-run.ts'
import { sendRequest } from '../../platform/http.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'

// Each tick gives the alarm a further version: with it in the key, the tick of a colleague is fetched as it is told.
export const runOptions = (id: number, version: number) =>
  queryOptions({
    queryKey: ['alarm', id, 'response', version] as const,
    queryFn: ({ signal }) => sendRequest(alarmResponse, { id }, { signal }),
    placeholderData: keepPreviousData,
    meta: { offline: alarm.offline },
  })

/** What waits here for the network about one alarm's card. */
export function waitingEvents(
  actions: readonly QueuedAction[],
  alarmId: number,
  userName: string,
): RunEvent[] {
  return actions.flatMap(({ entity, command, ids, state, input, at }) => {
    if (entity !== alarm.key || command !== 'respond' || !ids.includes(alarmId) || state === 'failed')
      return []
    const said = z.safeParse(respondInput, input)
    if (!said.success) return []
    return [{ ...said.data, reason: said.data.reason ?? null, at, userName }]
  })
}
