// The clock of a page, what the cameras have recorded around it, and where it is.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { picturesOfCameras, recordedOfCameras } from '../../contract/endpoints/camera-recording.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import type { Playing } from '../../domain/recordings/monitor-playback.ts'
import { together } from '../../domain/recordings/stretches.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { createMonitorPlayer, type MonitorPlayer } from './monitor.driver.ts'

const REFRESH_MS = 15_000
const SHOW_MS = 100
/** What is asked for around what is in sight, in whole hours: moving about asks seldom. */
const BESIDE_MS = HOUR_MS
/** Files are asked for by stretches of so long, and so much of what lies beside them. */
const FILES_MS = 5 * MINUTE_MS
const FILES_BESIDE_MS = 2 * MINUTE_MS

export function useMonitor(begin: number | undefined): MonitorPlayer {
  const [player] = useState(() => {
    const now = serverNow()
    return createMonitorPlayer(begin ?? now - 10 * MINUTE_MS, now)
  })
  useEffect(() => () => player.stop(), [player])
  return player
}

/** The state, and where the clock is: told a few times a second while it runs. */
export function useClock(player: MonitorPlayer): { state: Playing; at: number } {
  const state = useSyncExternalStore(player.subscribe, player.state)
  const [at, setAt] = useState(player.at)
  const runs = state.since !== undefined
  useEffect(() => {
    const show = () => setAt(player.at())
    show()
    const stop = player.subscribe(show)
    const timer = runs ? setInterval(show, SHOW_MS) : undefined
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [player, runs])
  return { state, at }
}

export function useRecorded(
  player: MonitorPlayer,
  { from: sight, zoom }: Playing,
  cameraIds: readonly number[],
) {
  const from = Math.max(0, Math.floor((sight - BESIDE_MS) / HOUR_MS) * HOUR_MS)
  const to = Math.min(from + 2 * DAY_MS, Math.ceil((sight + zoom + BESIDE_MS) / HOUR_MS) * HOUR_MS)
  const found = useQuery({
    queryKey: ['camera', 'recorded', cameraIds, from, to],
    queryFn: ({ signal }) =>
      sendRequest(recordedOfCameras, { cameraIds: [...cameraIds], from, to }, { signal }),
    enabled: cameraIds.length > 0,
    refetchInterval: REFRESH_MS,
    placeholderData: before => before,
  })
  const { data } = found
  const recorded = useMemo(() => together(data?.lanes.map(({ stretches }) => stretches) ?? []), [data])
  useEffect(() => {
    if (data) player.send({ on: 'found', recorded, latest: data.now })
  }, [player, data, recorded])
  return found
}

/** Files around the clock, by camera. */
export function usePictures(at: number, cameraIds: readonly number[]) {
  const begin = Math.floor(at / FILES_MS) * FILES_MS
  const [from, to] = [Math.max(0, begin - FILES_BESIDE_MS), begin + FILES_MS + FILES_BESIDE_MS]
  const found = useQuery({
    queryKey: ['camera', 'pictures', cameraIds, from],
    queryFn: ({ signal }) =>
      sendRequest(picturesOfCameras, { cameraIds: [...cameraIds], from, to }, { signal }),
    enabled: cameraIds.length > 0,
    refetchInterval: REFRESH_MS,
    placeholderData: before => before,
  })
  const lanes = useMemo(
    () => new Map(found.data?.lanes.map(({ cameraId, segments }) => [cameraId, segments])),
    [found.data],
  )
  return { lanes, isPlaceholder: found.isPlaceholderData || !found.data }
}
