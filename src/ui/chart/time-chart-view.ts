// One chart on the screen: what part of the time it shows, what is pointed at, and when it is drawn again.
import type { Drawing } from './engine.ts'
import type { Look } from './look.ts'
import { type Placed, placesOf, type TimeInput } from './options/time.ts'
import type { TimeChartModel } from './time-chart-model.ts'
import { nearestIndex } from './time-points.ts'
import { clamped, panned, sameWindow, type TimeWindow, zoomed } from './time-window.ts'

/** So long after the last step the finer data is asked for. */
const SETTLE_MS = 160
/** How far from a value the pointer may be, in pixels. */
const NEAR = 40

export interface Cursor {
  at: number
  /** Place from the left edge, in pixels. */
  x: number
  /** The moved pointer, or the keyboard. */
  by: 'pointer' | 'keys'
}

export interface View {
  window(): TimeWindow
  cursor(): Cursor | undefined
  painted(): Placed | undefined
  /** Hears of every new window, cursor and size. */
  subscribe(listener: () => void): () => void
  show(model: TimeChartModel): void
  look(window: TimeWindow): void
  /** Shows the whole period again. */
  whole(): void
  zoom(factor: number, aroundX?: number): boolean
  pan(by: number): void
  point(x: number | undefined): void
  /** Moves the cursor by so many values. */
  step(by: number): void
  edge(side: 'first' | 'last'): void
  stop(): void
}

/** Shows the first model as soon as there is somebody to draw it. */
export function createView(
  createDrawing: Promise<(onDrawn: (look: Look) => void) => Drawing>,
  first: TimeChartModel,
  onSettled: (window: TimeWindow) => void,
): View {
  let model = first
  let window = { ...first.bounds }
  let input: TimeInput = { model, window }
  let cursor: Cursor | undefined
  let painted: Placed | undefined
  let drawing: Drawing | undefined
  let stopped = false
  let frame = 0
  let settling: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const onDrawn = (look: Look) => {
    painted = placesOf(input, look)
    if (cursor) cursor = { ...cursor, x: painted.x(cursor.at) }
    for (const listener of listeners) listener()
  }
  const paint = () => {
    frame = 0
    input = { model, window }
    drawing?.show('time', input, { locale: model.locale, mirrored: false })
  }
  const ask = () => {
    frame ||= requestAnimationFrame(paint)
  }
  createDrawing.then(
    create => {
      if (stopped) return
      drawing = create(onDrawn)
      paint()
    },
    // Who shows the chart says so.
    () => undefined,
  )
  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(() => onSettled(window), SETTLE_MS)
  }
  const move = (next: TimeWindow): boolean => {
    if (sameWindow(next, window)) return false
    window = next
    ask()
    settle()
    return true
  }
  /** The moment of the value nearest to a place; undefined when none is near. */
  const momentNear = (x: number): number | undefined => {
    if (!painted) return undefined
    const wanted = painted.atX(x)
    let best: number | undefined
    for (const { times } of model.series) {
      const index = nearestIndex(times, wanted)
      const at = index === undefined ? undefined : times[index]
      if (at !== undefined && (best === undefined || Math.abs(at - wanted) < Math.abs(best - wanted)))
        best = at
    }
    return best !== undefined && Math.abs(painted.x(best) - x) <= NEAR ? best : undefined
  }
  const longest = () =>
    model.series.reduce<ArrayLike<number>>(
      (most, { times, faint }) => (!faint && times.length > most.length ? times : most),
      [],
    )
  const setCursor = (at: number, by: Cursor['by']) => {
    if (at < window.from || at > window.to) {
      const half = (window.to - window.from) / 2
      move(clamped({ from: at - half, to: at + half }, model.bounds))
    }
    cursor = { at, x: painted?.x(at) ?? 0, by }
    ask()
  }

  return {
    window: () => window,
    cursor: () => cursor,
    painted: () => painted,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show: next => {
      const moved = !sameWindow(next.bounds, model.bounds)
      const whole = sameWindow(window, model.bounds)
      const later = next.bounds.to - model.bounds.to
      // Time that goes on takes along whoever looks at its end; another period is shown whole.
      if (moved && (whole || next.bounds.from !== model.bounds.from)) window = { ...next.bounds }
      else if (moved && window.to === model.bounds.to)
        window = clamped({ from: window.from + later, to: window.to + later }, next.bounds)
      else if (moved) window = clamped(window, next.bounds)
      model = next
      ask()
    },
    look: next => void move(clamped(next, model.bounds)),
    whole: () => void move({ ...model.bounds }),
    zoom: (factor, aroundX) => {
      const around =
        aroundX === undefined
          ? (cursor?.at ?? (window.from + window.to) / 2)
          : (painted?.atX(aroundX) ?? window.from)
      return move(zoomed(window, model.bounds, factor, around))
    },
    pan: by => void move(panned(window, model.bounds, by)),
    point: x => {
      const at = x === undefined ? undefined : momentNear(x)
      if (at === cursor?.at && cursor?.by !== 'keys') return
      cursor = at === undefined ? undefined : { at, x: painted?.x(at) ?? 0, by: 'pointer' }
      for (const listener of listeners) listener()
    },
    step: by => {
      const times = longest()
      const now = nearestIndex(times, cursor?.at ?? (by > 0 ? window.from : window.to))
      if (now === undefined) return
      const at = times[Math.min(times.length - 1, Math.max(0, now + (cursor ? by : 0)))]
      if (at !== undefined) setCursor(at, 'keys')
    },
    edge: side => {
      const times = longest()
      const at = side === 'first' ? times[0] : times[times.length - 1]
      if (at !== undefined) setCursor(at, 'keys')
    },
    stop: () => {
      cancelAnimationFrame(frame)
      clearTimeout(settling)
      stopped = true
      drawing?.stop()
      listeners.clear()
    },
  }
}
