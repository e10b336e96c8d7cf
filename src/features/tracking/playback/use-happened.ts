// What happened on the way of all shown tracks, as far as the person may know it: the newest first, more when asked for.
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useRights } from '../../../resource/surroundings.ts'
import type { Period } from '../../../ui/period.ts'
import { useSameList } from '../../../ui/same-list.ts'
import { type Happened, happenedOn } from './happened.ts'
import type { ShownTrack } from './shown-track.ts'
import { trackAlarms, trackFenceEvents } from './track-query.ts'

/** How many alarms and fence events there are, and how many of them came; nothing where all did. */
export interface Missing {
  shown: number
  total: number
  busy: boolean
  /** Asks for as many again. */
  more: () => void
}

interface Asked {
  imei: string
  page: number
}

/** In the order of time; alarms and fences join as soon as they are there. */
export function useHappened(
  tracks: readonly ShownTrack[],
  period: Period,
): { happened: readonly Happened[]; missing: Missing | undefined } {
  const may = useRights()
  const of = `${tracks.map(({ imei }) => imei).join()} ${period.from} ${period.to}`
  const [wanted, setWanted] = useState({ of, pages: 1 })
  const pages = wanted.of === of ? wanted.pages : 1
  const asked = tracks.flatMap(({ imei }) =>
    Array.from({ length: pages }, (_, index): Asked => ({ imei, page: index + 1 })),
  )
  const alarms = useSameList(
    useQueries({
      queries: asked.map(({ imei, page }) => ({
        ...trackAlarms(imei, period, page),
        enabled: may('alarm.read'),
      })),
    }).map(({ data }) => data),
  )
  const events = useSameList(
    useQueries({
      queries: asked.map(({ imei, page }) => ({
        ...trackFenceEvents(imei, period, page),
        enabled: may('fence.read'),
      })),
    }).map(({ data }) => data),
  )
  const happened = useMemo(() => {
    const listOf = <Row>(answers: readonly ({ list: readonly Row[] } | undefined)[], track: number) =>
      answers.slice(track * pages, (track + 1) * pages).flatMap(answer => answer?.list ?? [])
    return tracks
      .flatMap((shown, index) => happenedOn(shown, listOf(alarms, index), listOf(events, index)))
      .sort((a, b) => a.at - b.at)
  }, [tracks, alarms, events, pages])
  const answers = [alarms, events].flatMap(list => list.map((answer, index) => ({ answer, ...asked[index] })))
  const shown = answers.reduce((sum, { answer }) => sum + (answer?.list.length ?? 0), 0)
  const total = answers.reduce((sum, { answer, page }) => sum + (page === 1 ? (answer?.total ?? 0) : 0), 0)
  const busy = pages > 1 && answers.some(({ answer, page }) => page === pages && !answer)
  const more = () => setWanted({ of, pages: pages + 1 })
  return { happened, missing: shown < total ? { shown, total, busy, more } : undefined }
}
