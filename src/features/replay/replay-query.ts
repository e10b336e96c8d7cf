// Fetches the lanes of a span and makes of them what the page looks up at each moment.
import { queryOptions } from '@tanstack/react-query'
import { type Replay, replay, type WireEvent } from '../../contract/endpoints/replay.ts'
import { indexOf, type ReplayIndex } from '../../domain/replay/replay-index.ts'
import type { LateRun } from '../../domain/replay/track-moment.ts'
import { unpackTrackFromText } from '../../domain/track/packed-track.ts'
import type { Track } from '../../domain/track/track.ts'
import { sendRequest } from '../../platform/http.ts'
import type { ReplaySearch } from './replay-search.ts'

export interface ReplayTrack {
  deviceId: number
  name: string
  track: Track
  late: readonly LateRun[]
}

export interface Shown extends Replay {
  index: ReplayIndex<WireEvent>
  shownTracks: readonly ReplayTrack[]
}

function shown(found: Replay): Shown {
  const names = new Map(found.devices.map(({ id, name }) => [id, name]))
  return {
    ...found,
    index: indexOf(found.events),
    shownTracks: found.tracks.map(({ deviceId, gapMs, packed }) => ({
      deviceId,
      name: names.get(deviceId) ?? '',
      track: { ...unpackTrackFromText(packed), gapMs },
      late: found.late.filter(run => run.deviceId === deviceId),
    })),
  }
}

export const replayOptions = (
  { devices, around }: Pick<ReplaySearch, 'devices' | 'around'>,
  from: number,
  to: number,
) =>
  queryOptions({
    queryKey: ['replay', devices, around, from, to] as const,
    queryFn: async ({ signal }) =>
      shown(
        await sendRequest(
          replay,
          { ...(devices.length > 0 && { deviceIds: [...devices] }), ...(around && { around }), from, to },
          { signal },
        ),
      ),
    enabled: devices.length > 0 || around !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: before => before,
  })
