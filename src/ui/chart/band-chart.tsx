// States over time as one band: each stretch in its tone, the time under it from left to right.
import { calendarMoment } from '../calendar.ts'
import { look } from '../kit/look.ts'
import { Box, Text } from '../kit/parts.tsx'
import { ChartHost } from './chart-host.tsx'
import { type BandTone, bandRoom } from './options/band.ts'
import { useSameInput } from './same-input.ts'

export interface Band {
  from: number
  to: number
  tone: BandTone
  /** What it is, in words. */
  label: string
}

export interface BandChartProps {
  /** What is shown, with its figures, said aloud. */
  label: string
  bands: readonly Band[]
  from: number
  to: number
}

export function BandChart({ label, bands, from, to }: BandChartProps) {
  const length = Math.max(1, to - from)
  const share = (at: number) => `${((Math.min(to, Math.max(from, at)) - from) / length) * 100}%`
  const input = useSameInput({
    bands: bands.map(band => ({ from: band.from, to: band.to, tone: band.tone })),
    from,
    to,
  })
  return (
    <Box relative dir="ltr" style={{ blockSize: bandRoom.band + bandRoom.axis }}>
      <ChartHost kind="band" input={input} label={label} className={look({ over: true })} />
      <Box relative style={{ blockSize: bandRoom.band }} aria-hidden="true">
        {bands.map(band => (
          <Text
            key={band.from}
            insetY="0"
            absolute
            style={{ left: share(band.from), right: `calc(100% - ${share(band.to)})` }}
            title={`${band.label}: ${calendarMoment(band.from)} – ${calendarMoment(band.to)}`}
          />
        ))}
      </Box>
    </Box>
  )
}
