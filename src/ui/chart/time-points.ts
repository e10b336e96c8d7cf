// Finding the part of a series that is looked at, and what a line through it needs: no more than the screen has pixels.

/** Epoch milliseconds, rising, and a value for each; null is a measured absence. */
export interface TimeValues {
  times: ArrayLike<number>
  values: ArrayLike<number | null>
}

/** Index of the first moment at or after `at`; the length when there is none. */
export function indexAt(times: ArrayLike<number>, at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the moment nearest to `at`; undefined for an empty series. */
export function nearestIndex(times: ArrayLike<number>, at: number): number | undefined {
  if (times.length === 0) return undefined
  const after = indexAt(times, at)
  if (after === 0) return 0
  if (after === times.length) return times.length - 1
  return (times[after] ?? 0) - at < at - (times[after - 1] ?? 0) ? after : after - 1
}

export interface Extremes {
  low: number
  high: number
}

/** Lowest and highest value between two moments; undefined when there is none. */
export function extremesBetween(
  { times, values }: TimeValues,
  from: number,
  to: number,
): Extremes | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = indexAt(times, from); index < times.length && (times[index] ?? 0) <= to; index++) {
    const value = values[index]
    if (value === null || value === undefined) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? { low, high } : undefined
}

export interface Pen {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  /** A point with a gap on both sides. */
  dot(x: number, y: number): void
}

interface Scale {
  x(at: number): number
  y(value: number): number
}

/**
 * Draws a series through a pen: at most four points for each column of pixels, the lowest and the highest among them.
 * A silence longer than `gapMs` and a null interrupt the line.
 */
export function traceLine(
  { times, values }: TimeValues,
  { from, to }: { from: number; to: number },
  scale: Scale,
  gapMs: number,
  pen: Pen,
): void {
  // One point beyond each edge, so that the line runs out of the picture.
  const first = Math.max(0, indexAt(times, from) - 1)
  const last = Math.min(times.length - 1, indexAt(times, to))
  let open = false
  let single: readonly [number, number] | undefined
  let before = Number.NEGATIVE_INFINITY
  let column = Number.NaN
  let [firstY, lowY, highY, lastY] = [0, 0, 0, 0]
  let lowFirst = true

  const flush = () => {
    if (Number.isNaN(column)) return
    if (!open) {
      pen.moveTo(column, firstY)
      open = true
    } else pen.lineTo(column, firstY)
    if (lowY !== highY) {
      pen.lineTo(column, lowFirst ? lowY : highY)
      pen.lineTo(column, lowFirst ? highY : lowY)
    }
    if (lastY !== firstY || lowY !== highY) pen.lineTo(column, lastY)
    column = Number.NaN
  }
  const breakLine = () => {
    flush()
    if (single) pen.dot(...single)
    single = undefined
    open = false
  }
  for (let index = first; index <= last; index++) {
    const [at, value] = [times[index] ?? 0, values[index]]
    if (value === null || value === undefined) {
      breakLine()
      before = Number.NEGATIVE_INFINITY
      continue
    }
    const begins = at - before > gapMs
    if (begins) breakLine()
    const [x, y] = [Math.round(scale.x(at)), scale.y(value)]
    single = begins || before === Number.NEGATIVE_INFINITY ? [x, y] : undefined
    before = at
    if (x !== column) {
      flush()
      column = x
      firstY = lowY = highY = lastY = y
      lowFirst = true
      continue
    }
    if (y < lowY) {
      lowY = y
      lowFirst = false
    }
    if (y > highY) {
      highY = y
      lowFirst = true
    }
    lastY = y
  }
  breakLine()
}

/** One column of pixels that a line runs through. */
export interface Column {
  x: number
  /** Smaller is higher on the screen. */
  top: number
  bottom: number
  /** Nothing leads to it: the first after a gap. */
  begins: boolean
}

/**
 * A dense line as columns of pixels: from the lowest to the highest value in each, and on to the column before, so that
 * the line does not break where it is steep. Far cheaper to paint than its points.
 */
export function traceColumns(
  { times, values }: TimeValues,
  { from, to }: { from: number; to: number },
  scale: Scale,
  gapMs: number,
): Column[] {
  const columns: Column[] = []
  const first = Math.max(0, indexAt(times, from) - 1)
  const last = Math.min(times.length - 1, indexAt(times, to))
  let open: Column | undefined
  let before = Number.NEGATIVE_INFINITY
  let lastY: number | undefined
  for (let index = first; index <= last; index++) {
    const [at, value] = [times[index] ?? 0, values[index]]
    if (value === null || value === undefined) {
      lastY = undefined
      before = Number.NEGATIVE_INFINITY
      continue
    }
    if (at - before > gapMs) lastY = undefined
    before = at
    const [x, y] = [Math.round(scale.x(at)), scale.y(value)]
    if (open?.x === x) {
      if (y < open.top) open.top = y
      if (y > open.bottom) open.bottom = y
    } else {
      open = {
        x,
        top: lastY === undefined ? y : Math.min(y, lastY),
        bottom: lastY === undefined ? y : Math.max(y, lastY),
        begins: lastY === undefined,
      }
      columns.push(open)
    }
    lastY = y
  }
  return columns
}

/** Silences longer than `gapMs` between two moments. */
export function gapsOf(times: ArrayLike<number>, gapMs: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  for (let index = 1; index < times.length; index++) {
    const [from, to] = [times[index - 1] ?? 0, times[index] ?? 0]
    if (to - from > gapMs) gaps.push({ from, to })
  }
  return gaps
}
