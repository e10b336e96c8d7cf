// What a track page asks: points of each device, the days that have any, and what happened on the way.

import { queryOptions } from '@tanstack/react-query'
import { trackDays, trackPoints } from '../../../contract/endpoints/track.ts'
import { alarm } from '../../../domain/alarm/alarm.ts'
import { HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { fenceEvent } from '../../../domain/fence/fence.ts'
import { joinTracks } from '../../../domain/track/columns.ts'
import { unpackTrackFromText } from '../../../domain/track/packed-track.ts'
import type { PositionSource, Track } from '../../../domain/track/track.ts'
import { sendRequest } from '../../../platform/http.ts'
import { RequestError } from '../../../platform/request-error.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { pageOptions } from '../../../resource/query.ts'
import { dayCalendar } from '../../../ui/calendar.ts'
import type { Period } from '../../../ui/period.ts'
import type { HeardTrack } from './heard-track.ts'
import { keepTrack, keptTrack } from './kept-tracks.ts'

/** Answers of 200,000 points each; a browser holds so much with ease. */
const MOST_ANSWERS = 6
/** Things that happened on the way, of one device, in one answer: the newest; the others come when they are asked for. */
const HAPPENED_AT_ONCE = 200

/** The points of one device in a period. */
export const trackOptions = (imei: string, { from, to }: Period, source: PositionSource | undefined) =>
  queryOptions({
    queryKey: ['track', imei, 'points', from, to, source ?? 'all'] as const,
    queryFn: ({ signal }) => hearTrack(imei, { from, to }, source, signal),
    // What the device said is asked again as soon as the network is back.
    staleTime: ({ state }) =>
      state.data?.kept ? 0 : to < serverNow() - HOUR_MS ? Number.POSITIVE_INFINITY : 2 * MINUTE_MS,
    // Runs without network too: the answer is then read from this browser's own store.
    networkMode: 'always',
    gcTime: 10 * MINUTE_MS,
    refetchOnWindowFocus: false,
    // Comparing two days of one point a second, one by one, would take longer than drawing them.
    structuralSharing: false,
  })

async function hearTrack(
  imei: string,
  period: Period,
  source: PositionSource | undefined,
  signal: AbortSignal,
): Promise<HeardTrack> {
  try {
    const heard = await readTrack(imei, period, source, signal)
    void keepTrack(heard, period, source)
    return heard
  } catch (error) {
    const kept = error instanceof RequestError && error.passing && (await keptTrack(imei, period, source))
    if (kept) return kept
    throw error
  }
}

async function readTrack(
  imei: string,
  { from, to }: Period,
  source: PositionSource | undefined,
  signal: AbortSignal,
): Promise<HeardTrack> {
  const parts: Track[] = []
  let [name, next, until] = ['', from, to]
  let gapMs: number | undefined
  for (let answers = 0; answers < MOST_ANSWERS && next <= to; answers++) {
    const answer = await sendRequest(
      trackPoints,
      { imei, from: next, to, ...(source && { source }) },
      { signal },
    )
    name = answer.name
    gapMs = answer.gapMs
    until = answer.until
    parts.push(unpackTrackFromText(answer.packed))
    next = until + 1
  }
  const track = { ...joinTracks(parts), ...(gapMs !== undefined && { gapMs }) }
  return { imei, name, track, cutAt: until < to ? until : undefined, heardAt: serverNow() }
}

/** On which days a device has been heard of. */
export const daysOptions = (imei: string, { from, to }: Period) =>
  queryOptions({
    queryKey: ['track', imei, 'days', from, to] as const,
    queryFn: ({ signal }) =>
      sendRequest(trackDays, { imei, from, to, zone: dayCalendar().zone() }, { signal }),
    staleTime: 5 * MINUTE_MS,
  })

/** Alarms of one device in a period, the newest 200 or the 200 before. */
export const trackAlarms = (imei: string, { from, to }: Period, page: number) => ({
  ...pageOptions(alarm, {
    page,
    size: HAPPENED_AT_ONCE,
    sort: '-raisedAt',
    imei,
    raisedAtFrom: from,
    raisedAtTo: to,
  }),
  placeholderData: undefined,
  staleTime: MINUTE_MS,
})

/** Entries, exits and dwelling of one device in a period. */
export const trackFenceEvents = (imei: string, { from, to }: Period, page: number) => ({
  ...pageOptions(fenceEvent, { page, size: HAPPENED_AT_ONCE, sort: '-at', imei, atFrom: from, atTo: to }),
  placeholderData: undefined,
  staleTime: MINUTE_MS,
})
