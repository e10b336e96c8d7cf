// What happened on the way of all shown tracks, as far as the person may know it.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRights } from '../../../resource/surroundings.ts'
import type { Period } from '../../../ui/period.ts'
import { useSameList } from '../../../ui/same-list.ts'
import { type AlarmRow, type FenceEventRow, type Happened, happenedOn } from './happened.ts'
import type { ShownTrack } from './shown-track.ts'
import { trackAlarms, trackFenceEvents } from './track-query.ts'

const noAlarms: readonly AlarmRow[] = []
const noEvents: readonly FenceEventRow[] = []

/** In the order of time; alarms and fences join as soon as they are there. */
export function useHappened(tracks: readonly ShownTrack[], period: Period): readonly Happened[] {
  const may = useRights()
  const alarms = useSameList(
    useQueries({
      queries: tracks.map(({ imei }) => ({ ...trackAlarms(imei, period), enabled: may('alarm.read') })),
    }).map(({ data }) => data?.list),
  )
  const events = useSameList(
    useQueries({
      queries: tracks.map(({ imei }) => ({ ...trackFenceEvents(imei, period), enabled: may('fence.read') })),
    }).map(({ data }) => data?.list),
  )
  return useMemo(
    () =>
      tracks
        .flatMap((shown, index) => happenedOn(shown, alarms[index] ?? noAlarms, events[index] ?? noEvents))
        .sort((a, b) => a.at - b.at),
    [tracks, alarms, events],
  )
}
