// Where a device was in the last hour: what the server has, and every move since.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { trackPoints } from '../../../contract/endpoints/track.ts'
import { HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { unpackTrackFromText } from '../../../domain/track/packed-track.ts'
import { sendRequest } from '../../../platform/http.ts'
import type { MapLayer } from '../../../platform/map/map-port.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useMapColours } from '../../../resource/map/map-colours.ts'
import type { Fleet } from './fleet-store.ts'

const AGAIN_MS = MINUTE_MS
/** Moves kept until the server is asked again. */
const MOST_MOVES = 500

interface Moves {
  times: number[]
  points: number[]
}

/** The trail as a layer; undefined while there is none. */
export function useTrail(
  fleet: Fleet,
  imei: string | undefined,
  slot: number | undefined,
): MapLayer | undefined {
  const colours = useMapColours()
  const { data } = useQuery({
    queryKey: ['device', imei, 'trail'],
    queryFn: async ({ signal }) => {
      const to = serverNow()
      const answer = await sendRequest(trackPoints, { imei: imei ?? '', from: to - HOUR_MS, to }, { signal })
      return unpackTrackFromText(answer.packed)
    },
    enabled: imei !== undefined && slot !== undefined,
    refetchInterval: AGAIN_MS,
    structuralSharing: false,
  })
  const moves = useMoves(fleet, slot)
  return useMemo<MapLayer | undefined>(() => {
    const points: number[] = []
    const { times, longitudes, latitudes } = data ?? {}
    for (let at = 0; at < (times?.length ?? 0); at++)
      points.push(longitudes?.[at] ?? Number.NaN, latitudes?.[at] ?? Number.NaN)
    const last = times?.at(-1) ?? 0
    for (const [at, time] of moves.times.entries())
      if (time > last) points.push(moves.points[2 * at] ?? Number.NaN, moves.points[2 * at + 1] ?? Number.NaN)
    if (points.length < 4) return undefined
    const line = { id: 'trail', points: Float64Array.from(points), colour: colours.accent, width: 4 }
    return { kind: 'lines', lines: [line] }
  }, [data, moves, colours])
}

function useMoves(fleet: Fleet, slot: number | undefined): Moves {
  const [moves, setMoves] = useState<Moves>({ times: [], points: [] })
  useEffect(() => {
    setMoves({ times: [], points: [] })
    if (slot === undefined) return
    return fleet.subscribe(changed => {
      if (changed === 'all' || !changed.includes(slot)) return
      const [at, time] = [fleet.placeOf(slot), fleet.columns.positionAts[slot] ?? 0]
      if (!at) return
      setMoves(before => {
        if (time <= (before.times.at(-1) ?? 0)) return before
        return {
          times: [...before.times, time].slice(-MOST_MOVES),
          points: [...before.points, at.longitude, at.latitude].slice(-2 * MOST_MOVES),
        }
      })
    })
  }, [fleet, slot])
  return moves
}
