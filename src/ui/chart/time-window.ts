// The part of a period that a chart shows: zooming and panning it, never out of the period.

/** Epoch milliseconds. */
export interface TimeWindow {
  from: number
  to: number
}

/** Nothing is measured more finely than a chart needs to show. */
export const SHORTEST_MS = 5_000

/** The window moved and, if need be, shortened into the bounds. */
export function clamped({ from, to }: TimeWindow, bounds: TimeWindow): TimeWindow {
  const most = bounds.to - bounds.from
  const length = Math.min(most, Math.max(Math.min(SHORTEST_MS, most), to - from))
  const start = Math.min(bounds.to - length, Math.max(bounds.from, from))
  return { from: start, to: start + length }
}

/** Zoomed by a factor (below 1: closer) around a moment that stays in its place. */
export function zoomed(window: TimeWindow, bounds: TimeWindow, factor: number, around: number): TimeWindow {
  const length = window.to - window.from
  const most = bounds.to - bounds.from
  const next = Math.min(most, Math.max(Math.min(SHORTEST_MS, most), length * factor))
  const share = length === 0 ? 0.5 : (around - window.from) / length
  return clamped({ from: around - next * share, to: around + next * (1 - share) }, bounds)
}

/** Moved by milliseconds, later for positive ones. */
export const panned = (window: TimeWindow, bounds: TimeWindow, by: number): TimeWindow =>
  clamped({ from: window.from + by, to: window.to + by }, bounds)

export const sameWindow = (a: TimeWindow, b: TimeWindow): boolean => a.from === b.from && a.to === b.to
