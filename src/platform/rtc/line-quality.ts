// How good a line is, from the browser's counters.
import type { LineQuality } from './port.ts'

/** Counters of one moment, since the line began. */
export interface LineCounters {
  received: number
  lost: number
  bytes: number
  framesDecoded: number
  roundTripMs: number | null
}

/** From here on a line is called so: per cent lost, milliseconds there and back. */
const POOR = { loss: 8, roundTrip: 600 }
const FAIR = { loss: 2, roundTrip: 250 }

/** Adds up what came in. */
export function countersOf(report: Iterable<[string, Readonly<Record<string, unknown>>]>): LineCounters {
  const sum: LineCounters = { received: 0, lost: 0, bytes: 0, framesDecoded: 0, roundTripMs: null }
  for (const [, entry] of report) {
    const number = (name: string) => (typeof entry[name] === 'number' ? entry[name] : 0)
    if (entry.type === 'inbound-rtp') {
      sum.received += number('packetsReceived')
      sum.lost += number('packetsLost')
      sum.bytes += number('bytesReceived')
      sum.framesDecoded += number('framesDecoded')
    }
    if (entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded') {
      if (typeof entry.currentRoundTripTime === 'number') sum.roundTripMs = entry.currentRoundTripTime * 1000
    }
  }
  return sum
}

/** What the time between two moments says. */
export function qualityBetween(before: LineCounters | undefined, now: LineCounters): LineQuality {
  const received = now.received - (before?.received ?? 0)
  // Packets that came late lower the count of lost ones.
  const lost = Math.max(0, now.lost - (before?.lost ?? 0))
  const lossPercent = received + lost > 0 ? (100 * lost) / (received + lost) : null
  return { ...levelled(lossPercent, now.roundTripMs) }
}

/** The level that loss and delay together deserve. */
export function levelled(lossPercent: number | null, roundTripMs: number | null): LineQuality {
  const worse = (limit: typeof POOR) =>
    (lossPercent ?? 0) >= limit.loss || (roundTripMs ?? 0) >= limit.roundTrip
  return { level: worse(POOR) ? 'poor' : worse(FAIR) ? 'fair' : 'good', lossPercent, roundTripMs }
}
