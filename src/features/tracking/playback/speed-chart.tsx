// The speed of each device over time, with gaps as gaps.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { gapOf } from '../../../domain/track/measures.ts'
import type { Timeline } from '../../../domain/track/timeline.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import type { TimeSeries } from '../../../ui/chart/time-chart-model.ts'
import type { ShownTrack } from './shown-track.ts'

export function SpeedChart({ timeline, tracks }: { timeline: Timeline; tracks: readonly ShownTrack[] }) {
  const { t } = useLingui()
  const series = useMemo<TimeSeries[]>(
    () =>
      tracks.map(({ imei, name, tone, track, steps }) => ({
        id: imei,
        name: name || imei,
        unit: 'km/h',
        tone,
        decimals: 1,
        gapMs: gapOf(track),
        times: track.times,
        values: Float64Array.from(steps.nextSpeed, speed => Math.round(speed * 36) / 10),
      })),
    [tracks],
  )
  return <TimeChart label={t`Speed`} series={series} from={timeline.from} to={timeline.to} height={180} />
}
