// How good the line of a room is, from the browser's counters: of the whole, and of each picture.
import type { Limit } from '../../contract/conference-wire.ts'
import { levelled } from '../rtc/line-quality.ts'
import type { LineHealth, PictureHealth } from './port.ts'

type Entry = Readonly<Record<string, unknown>>

export interface Counters {
  at: number
  received: number
  lost: number
  /** Packets of pictures that had to be asked for again. */
  missed: number
  down: number
  up: number
  roundTripMs: number | null
  layers: number
  /** By the line's name. */
  pictures: Map<
    string,
    { width: number; height: number; frames: number; bytes: number; received: number; lost: number }
  >
}

const LOSSY_PER_CENT = 5

/** Adds up one report. */
export function roomCounters(report: Iterable<[string, Entry]>, at: number): Counters {
  const sum: Counters = {
    at,
    received: 0,
    lost: 0,
    missed: 0,
    down: 0,
    up: 0,
    roundTripMs: null,
    layers: 0,
    pictures: new Map(),
  }
  for (const [, entry] of report) {
    const number = (name: string) => (typeof entry[name] === 'number' ? entry[name] : 0)
    if (entry.type === 'inbound-rtp') {
      sum.received += number('packetsReceived')
      sum.lost += number('packetsLost')
      sum.missed += number('nackCount')
      sum.down += number('bytesReceived')
      if (entry.kind === 'video' && typeof entry.mid === 'string')
        sum.pictures.set(entry.mid, {
          width: number('frameWidth'),
          height: number('frameHeight'),
          frames: number('framesDecoded'),
          bytes: number('bytesReceived'),
          received: number('packetsReceived'),
          lost: number('packetsLost'),
        })
    }
    if (entry.type === 'outbound-rtp') {
      sum.up += number('bytesSent')
      if (entry.kind === 'video' && entry.active !== false && number('framesPerSecond') > 0) sum.layers++
    }
    if (entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded')
      if (typeof entry.currentRoundTripTime === 'number') sum.roundTripMs = entry.currentRoundTripTime * 1000
  }
  return sum
}

const lossOf = (received: number, lost: number) => {
  const missing = Math.max(0, lost)
  return received + missing > 0 ? (100 * missing) / (received + missing) : 0
}

/** Of packets, from which on pictures wait for those that are missing. */
const MISSED_PER_CENT = 1
/** A request and its answer, twice, on a line across a continent: longer is felt when talking. */
const HELD_MS = 200
/** A line that was good for so long is believed. */
const BELIEVED_MS = 30_000

/** How long pictures are held: browsers show the next one as soon as it can be shown, and leave out what comes back later. */
export function createHold(): (before: Counters, now: Counters) => number {
  let until = Number.NEGATIVE_INFINITY
  return (before, now) => {
    const missed = now.missed - before.missed
    const share = (100 * missed) / Math.max(1, now.received - before.received)
    if (share >= MISSED_PER_CENT) until = now.at + BELIEVED_MS
    return now.at < until ? HELD_MS : 0
  }
}

/** What the time between two reports says. `keyOf` names whose picture a line carries, `limitOf` what the service says of it. */
export function roomHealth(
  before: Counters,
  now: Counters,
  keyOf: (mid: string) => string | undefined,
  limitOf: (mid: string) => Limit,
): { line: LineHealth; pictures: Map<string, PictureHealth> } {
  const seconds = Math.max(0.001, (now.at - before.at) / 1000)
  const perSecond = (bytes: number) => Math.max(0, Math.round((bytes * 8) / seconds))
  const loss = lossOf(now.received - before.received, now.lost - before.lost)
  const pictures = new Map<string, PictureHealth>()
  for (const [mid, one] of now.pictures) {
    const key = keyOf(mid)
    const earlier = before.pictures.get(mid)
    if (key === undefined || !earlier) continue
    const lossPercent = lossOf(one.received - earlier.received, one.lost - earlier.lost)
    pictures.set(key, {
      width: one.width,
      height: one.height,
      framesPerSecond: Math.max(0, Math.round((one.frames - earlier.frames) / seconds)),
      bitsPerSecond: perSecond(one.bytes - earlier.bytes),
      lossPercent,
      limitedBy: lossPercent >= LOSSY_PER_CENT ? 'network' : limitOf(mid),
    })
  }
  return {
    line: {
      level: levelled(loss, now.roundTripMs).level,
      roundTripMs: now.roundTripMs,
      downBitsPerSecond: perSecond(now.down - before.down),
      upBitsPerSecond: perSecond(now.up - before.up),
      upLayers: now.layers,
    },
    pictures,
  }
}
