// The two clocks of a replay: when things happened, and by when they were known. A pure step; where the clock is while it plays is a
// function of the time that has passed. Live it goes along with now until somebody chooses a moment: then it stays in the past.

export const replaySpeeds = [1, 2, 4, 8, 60] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

export interface ReplayClock {
  from: number
  to: number
  /** `live`: now, as it comes; `fixed`: a span that is over, or somebody looks back. */
  mode: 'live' | 'fixed'
  /** Where the clock stood, and since when it plays; undefined: it stands. */
  at: number
  since: number | undefined
  speed: ReplaySpeed
  /** How much later than that one looks at what was known; 0: both clocks go together. */
  lagMs: number
}

/** What happened; `now` counts milliseconds from any beginning and never goes back. */
export type ReplayClockEvent =
  | { on: 'played'; now: number }
  | { on: 'paused'; now: number }
  | { on: 'toggled'; now: number }
  | { on: 'soughtTo'; at: number; now: number }
  | { on: 'jumpedBy'; ms: number; now: number }
  /** By when it was known, apart from when it happened. */
  | { on: 'knownSoughtTo'; at: number; now: number }
  | { on: 'joined'; now: number }
  | { on: 'speedChosen'; speed: ReplaySpeed; now: number }
  | { on: 'wentLive'; now: number }
  /** The span of a live replay has moved on. */
  | { on: 'spanMoved'; from: number; to: number; now: number }
  | { on: 'ticked'; now: number }

export type ReplayClockEffect =
  | { do: 'startTimer'; timer: 'tick'; everyMs: number }
  | { do: 'cancelTimer'; timer: 'tick' }
  /** Pictures are those of another moment now: players go there at once. */
  | { do: 'seek' }

const TICK_MS = 100
const start: ReplayClockEffect = { do: 'startTimer', timer: 'tick', everyMs: TICK_MS }
const stop: ReplayClockEffect = { do: 'cancelTimer', timer: 'tick' }
const seek: ReplayClockEffect = { do: 'seek' }

type Step = [ReplayClock, readonly ReplayClockEffect[]]

export const clockAt = (span: Pick<ReplayClock, 'from' | 'to' | 'mode' | 'at'>): ReplayClock => ({
  ...span,
  at: within(span, span.at),
  since: undefined,
  speed: 1,
  lagMs: 0,
})

const within = ({ from, to }: Pick<ReplayClock, 'from' | 'to'>, at: number) =>
  Math.min(to, Math.max(from, at))

/** When it is, as things happened. */
export const happenedAt = (clock: ReplayClock, now: number): number =>
  clock.since === undefined
    ? clock.at
    : within(clock, clock.at + Math.max(0, now - clock.since) * clock.speed)

/** By when one looks at what was known. */
export const knownBy = (clock: ReplayClock, now: number): number => happenedAt(clock, now) + clock.lagMs

export function stepReplay(clock: ReplayClock, event: ReplayClockEvent): Step {
  const at = happenedAt(clock, event.now)
  const still = { ...clock, at, since: undefined }
  switch (event.on) {
    case 'toggled':
      return stepReplay(clock, { on: clock.since === undefined ? 'played' : 'paused', now: event.now })
    case 'played':
      if (clock.since !== undefined) return [clock, []]
      // At the end it begins anew: there is nothing more to come.
      return at >= clock.to
        ? [{ ...still, mode: 'fixed', at: clock.from, since: event.now }, [start, seek]]
        : [{ ...still, mode: 'fixed', since: event.now }, [start]]
    case 'paused':
      return [{ ...still, mode: 'fixed' }, [stop]]
    case 'soughtTo':
      return [
        {
          ...clock,
          mode: 'fixed',
          at: within(clock, event.at),
          since: clock.since === undefined ? undefined : event.now,
        },
        [seek],
      ]
    case 'jumpedBy':
      return stepReplay(clock, { on: 'soughtTo', at: at + event.ms, now: event.now })
    case 'knownSoughtTo':
      // Nobody knows a thing before it happens; what one knew is looked at up to the end of what is shown.
      return [
        {
          ...still,
          mode: 'fixed',
          since: clock.since === undefined ? undefined : event.now,
          lagMs: within(clock, event.at) - at,
        },
        [],
      ]
    case 'joined':
      return [{ ...clock, lagMs: 0 }, []]
    case 'speedChosen':
      return [{ ...still, since: clock.since === undefined ? undefined : event.now, speed: event.speed }, []]
    case 'wentLive':
      return [{ ...still, mode: 'live', at: clock.to, lagMs: 0 }, [stop, seek]]
    case 'spanMoved': {
      const span = { from: event.from, to: event.to }
      if (clock.mode === 'live') return [{ ...still, ...span, at: event.to }, []]
      return [{ ...clock, ...span, at: within(span, clock.at) }, []]
    }
    case 'ticked':
      return clock.since !== undefined && at >= clock.to ? [still, [stop]] : [clock, []]
  }
}
