// One camera of the playback: its picture where the clock is, or why there is none.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { RecordedLane, RecordedSegment } from '../../contract/endpoints/camera-recording.ts'
import { correctionOf } from '../../domain/recordings/monitor-playback.ts'
import { stretchAt } from '../../domain/recordings/stretches.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Inline, Text } from '../../ui/kit/parts.tsx'
import { gapWords } from './monitor-words.ts'

const CORRECT_MS = 250
/** The next file is opened so long before the clock is there. */
const AHEAD_MS = 15_000

/** What pictures are held to: the moment, how fast it goes, and jumps, which they follow at once. */
export interface PictureClock {
  state: () => { speed: number; since: number | undefined }
  at: () => number
  jumps: () => number
  subscribe: (listener: () => void) => () => void
}

/** Faster than this no browser plays; the clock then pulls the picture along by jumps. */
const FASTEST = 16

interface MonitorTileProps {
  lane: RecordedLane
  /** Files around the clock. */
  segments: readonly RecordedSegment[]
  /** What lies at the clock is still being asked for. */
  isLoading: boolean
  player: PictureClock
  at: number
}

export function MonitorTile({ lane, segments, isLoading, player, at }: MonitorTileProps) {
  const { t, i18n } = useLingui()
  const [broken, setBroken] = useState<ReadonlySet<number>>(new Set())
  const segment = stretchAt(segments, at)
  const next = segments.find(({ from }) => from > at && from < at + AHEAD_MS)
  const gap = lane.gaps.find(({ from, to }) => from <= at && (to === null || at < to))
  const isBroken = segment !== undefined && broken.has(segment.id)
  const why = () => {
    if (isBroken) return t`This browser cannot show the picture`
    if (stretchAt(lane.stretches, at))
      return isLoading ? t`Loading` : t({ context: 'recording', message: 'Not recorded' })
    if (gap) return i18n._(gapWords(gap.why))
    if (lane.writingFrom !== null && at >= lane.writingFrom) return t`Is being recorded: soon to be played`
    return t({ context: 'recording', message: 'Not recorded' })
  }
  return (
    <Box
      as="figure"
      relative
      round="card"
      ground="sunken"
      hidden
      style={{ aspectRatio: '16 / 9' }}
      data-camera={lane.cameraId}
    >
      {[segment, next].map(
        each =>
          each &&
          !broken.has(each.id) && (
            <Picture
              key={each.id}
              segment={each}
              isShown={each === segment}
              player={player}
              name={lane.name}
              onBroken={() => setBroken(before => new Set([...before, each.id]))}
            />
          ),
      )}
      {(!segment || isBroken) && (
        <Center tall pad={3} text="center">
          <Text strong role="status">
            {why()}
          </Text>
        </Center>
      )}
      <Inline
        as="figcaption"
        padX={2}
        padY="half"
        ground="surface"
        round="control"
        size="caption"
        absolute
        insetX="8px"
        insetY="auto 8px"
        w="fit-content"
        maw="calc(100% - 16px)"
      >
        <Text as="bdi" clip>
          {lane.name}
        </Text>
      </Inline>
    </Box>
  )
}

interface PictureProps {
  segment: RecordedSegment
  isShown: boolean
  player: PictureClock
  name: string
  onBroken: () => void
}

/** A file, held to the clock. One that is not shown yet waits at its beginning. */
function Picture({ segment, isShown, player, name, onBroken }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null)
  // With each answer its address is another one: what plays keeps the one it began with.
  const [src] = useState(segment.url)
  const { from } = segment
  useEffect(() => {
    const element = video.current
    if (!element || !isShown) return
    let jumps = -1
    const hold = () => {
      // One that has nothing to show yet is not sent about: it would never get there.
      if (element.readyState < HTMLMediaElement.HAVE_METADATA) return
      const { speed, since } = player.state()
      const wantedMs = player.at() - from
      const jumped = jumps !== player.jumps()
      const correction = correctionOf(element.currentTime * 1000, wantedMs, speed)
      const rate = Math.min(FASTEST, correction.rate)
      const { jump } = correction
      if (jumped || (jump && !element.seeking)) {
        jumps = player.jumps()
        element.currentTime = Math.max(0, wantedMs / 1000)
      }
      if (element.playbackRate !== rate) element.playbackRate = rate
      if (since === undefined) element.pause()
      else if (element.paused && !element.ended) void element.play().catch(() => undefined)
    }
    hold()
    const timer = setInterval(hold, CORRECT_MS)
    const stop = player.subscribe(hold)
    element.addEventListener('loadedmetadata', hold)
    return () => {
      clearInterval(timer)
      stop()
      element.removeEventListener('loadedmetadata', hold)
    }
  }, [player, from, isShown])
  return (
    <video
      ref={video}
      className={look({ wide: true, tall: true, contain: true, block: true })}
      src={src}
      style={isShown ? undefined : { display: 'none' }}
      muted
      playsInline
      preload="auto"
      aria-label={name}
      data-from={from}
      onError={onBroken}
    />
  )
}
