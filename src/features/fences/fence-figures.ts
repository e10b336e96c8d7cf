// What the events of a fence add up to, as the server counts them.

import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { fenceFigures } from '../../contract/endpoints/fence.ts'
import { fenceEvent } from '../../domain/fence/fence.ts'
import { sendRequest } from '../../platform/http.ts'
import { dayCalendar } from '../../ui/calendar.ts'

export type FenceFigures = z.output<typeof fenceFigures.response>

/** Figures of a period, by the calendar of days. Invalidated with the events. */
export const figuresOptions = (period: { id: number; from: number; to: number }) =>
  queryOptions({
    queryKey: ['entity', fenceEvent.key, 'figures', period] as const,
    queryFn: ({ signal }): Promise<FenceFigures> =>
      sendRequest(fenceFigures, { ...period, zone: dayCalendar().zone() }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[3]?.id === period.id ? before : undefined),
  })
