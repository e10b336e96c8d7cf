// How good a live picture is, from the browser's counters.
import type { PictureHealth } from '../../domain/video/player.ts'

type Entry = Readonly<Record<string, unknown>>

/** Counters of one moment, since the line began. */
export interface PictureCounters {
  at: number
  width: number
  height: number
  frames: number
  received: number
  lost: number
  /** Seconds that pictures waited in the browser, added up, and how many of them. */
  waited: number
  emitted: number
  roundTripMs: number | null
}

/** Adds up one report. */
export function pictureCounters(report: Iterable<[string, Entry]>, at: number): PictureCounters {
  const sum: PictureCounters = {
    at,
    width: 0,
    height: 0,
    frames: 0,
    received: 0,
    lost: 0,
    waited: 0,
    emitted: 0,
    roundTripMs: null,
  }
  for (const [, entry] of report) {
    const number = (name: string) => (typeof entry[name] === 'number' ? entry[name] : 0)
    if (entry.type === 'inbound-rtp' && entry.kind === 'video') {
      sum.width = number('frameWidth')
      sum.height = number('frameHeight')
      sum.frames = number('framesDecoded')
      sum.received = number('packetsReceived')
      sum.lost = number('packetsLost')
      sum.waited = number('jitterBufferDelay')
      sum.emitted = number('jitterBufferEmittedCount')
    }
    if (entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded')
      if (typeof entry.currentRoundTripTime === 'number') sum.roundTripMs = entry.currentRoundTripTime * 1000
  }
  return sum
}

/** What the time between two moments says. */
export function healthBetween(before: PictureCounters | undefined, now: PictureCounters): PictureHealth {
  const seconds = before ? (now.at - before.at) / 1000 : 0
  const frames = now.frames - (before?.frames ?? 0)
  const received = now.received - (before?.received ?? 0)
  // Packets that came late lower the count of lost ones.
  const lost = Math.max(0, now.lost - (before?.lost ?? 0))
  const emitted = now.emitted - (before?.emitted ?? 0)
  const waitedMs = emitted > 0 ? ((now.waited - (before?.waited ?? 0)) * 1000) / emitted : null
  return {
    width: now.width,
    height: now.height,
    framesPerSecond: seconds > 0 ? frames / seconds : 0,
    lossPercent: received + lost > 0 ? (100 * lost) / (received + lost) : null,
    // There and back again is twice the way.
    delayMs: waitedMs === null ? null : waitedMs + (now.roundTripMs ?? 0) / 2,
  }
}
