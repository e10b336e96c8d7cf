// One clock for several cameras: playing, seeking, frames, speeds, zooms, alarms, clips, and how far a player may be off.
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import {
  correctionOf,
  MOST_CLIP_MS,
  type Playing,
  type PlayingEffect,
  type PlayingEvent,
  playedTo,
  playingAt,
  stepPlaying,
} from '../../../src/domain/recordings/monitor-playback.ts'

const AT = 1_700_000_000_000
const LATEST = AT + 10 * HOUR_MS

function run(...events: PlayingEvent[]): [Playing, PlayingEffect[]] {
  let state = playingAt(AT, LATEST)
  const all: PlayingEffect[] = []
  for (const event of events) {
    const [next, effects] = stepPlaying(state, event)
    state = next
    all.push(...effects)
  }
  return [state, all]
}

const whole: PlayingEvent = {
  on: 'found',
  recorded: [{ from: AT - DAY_MS, to: LATEST }],
  latest: LATEST,
  now: 0,
}

describe('the clock', () => {
  test('runs at the chosen speed, and stands where it was when it is paused', () => {
    const [state] = run(whole, { on: 'toggled', now: 1_000 }, { on: 'speedChosen', speed: 4, now: 3_000 })
    expect(playedTo(state, 4_000)).toBe(AT + 2_000 + 4_000)
    const [paused, effects] = stepPlaying(state, { on: 'toggled', now: 4_000 })
    expect(playedTo(paused, 99_000)).toBe(AT + 6_000)
    expect(effects).toEqual([
      { do: 'cancelTimer', timer: 'tick' },
      { do: 'seek', at: AT + 6_000 },
    ])
  })

  test('ends at the latest picture and does not begin there', () => {
    const [state] = run(
      whole,
      { on: 'soughtTo', at: LATEST - 500, now: 0 },
      { on: 'toggled', now: 0 },
      { on: 'ticked', now: 600 },
    )
    expect(state).toMatchObject({ at: LATEST, since: undefined })
    expect(stepPlaying(state, { on: 'toggled', now: 700 })).toEqual([state, []])
  })

  test('goes over what no camera has', () => {
    const found: PlayingEvent = {
      on: 'found',
      recorded: [
        { from: AT - 1_000, to: AT + 1_000 },
        { from: AT + HOUR_MS, to: LATEST },
      ],
      latest: LATEST,
      now: 0,
    }
    const [state, effects] = run(found, { on: 'toggled', now: 0 }, { on: 'ticked', now: 1_200 })
    expect(playedTo(state, 1_200)).toBe(AT + HOUR_MS)
    expect(effects.at(-1)).toEqual({ do: 'seek', at: AT + HOUR_MS })
    // With nothing behind it, it simply goes on.
    const [last] = run({ ...found, recorded: [] }, { on: 'toggled', now: 0 }, { on: 'ticked', now: 1_200 })
    expect(playedTo(last, 1_200)).toBe(AT + 1_200)
  })

  test('steps by frames, standing still', () => {
    const [state, effects] = run(
      whole,
      { on: 'toggled', now: 0 },
      { on: 'steppedFrames', by: -1, now: 1_000 },
    )
    expect(state).toMatchObject({ at: AT + 1_000 - 40, since: undefined })
    expect(effects.at(-1)).toEqual({ do: 'seek', at: AT + 960 })
  })

  test('plays from half a minute before an alarm', () => {
    const [state, effects] = run(whole, { on: 'alarmChosen', at: AT + HOUR_MS, now: 7 })
    expect(state).toMatchObject({ at: AT + HOUR_MS - 30_000, since: 7 })
    expect(effects).toEqual([
      { do: 'seek', at: AT + HOUR_MS - 30_000 },
      { do: 'startTimer', timer: 'tick', everyMs: 100 },
    ])
    const [going, more] = stepPlaying(state, { on: 'alarmChosen', at: AT, now: 9 })
    expect(going).toMatchObject({ at: AT - 30_000, since: 9 })
    expect(more).toEqual([{ do: 'seek', at: AT - 30_000 }])
  })
})

describe('the window', () => {
  test('zooms around a moment that stays where it is', () => {
    const [state] = run(whole, { on: 'soughtTo', at: AT - 10 * MINUTE_MS, now: 0 })
    const share = (of: Playing, at: number) => (at - of.from) / of.zoom
    const around = AT - 20 * MINUTE_MS
    const [closer] = stepPlaying(state, { on: 'zoomedBy', by: -1, around, now: 0 })
    expect(closer.zoom).toBe(10 * MINUTE_MS)
    expect(share(closer, around)).toBeCloseTo(share(state, around))
    expect(stepPlaying(closer, { on: 'zoomedBy', by: -1, around, now: 0 })[0]).toEqual(closer)
    const [day] = stepPlaying(state, { on: 'zoomChosen', zoom: DAY_MS, now: 0 })
    expect(share(day, day.at)).toBeCloseTo(share(state, state.at))
  })

  test('goes along with the clock, shows where it was sent to, and never only what is to come', () => {
    const [state] = run(
      whole,
      { on: 'zoomChosen', zoom: 10 * MINUTE_MS, now: 0 },
      { on: 'toggled', now: 0 },
      { on: 'ticked', now: 5 * MINUTE_MS },
    )
    expect(playedTo(state, 5 * MINUTE_MS) - state.from).toBeCloseTo(7.5 * MINUTE_MS)
    const [far] = stepPlaying(state, { on: 'soughtTo', at: AT - 5 * HOUR_MS, now: 0 })
    expect(far.from).toBe(AT - 5 * HOUR_MS - 5 * MINUTE_MS)
    const [future] = run(whole, { on: 'panned', ms: 5 * DAY_MS, now: 0 })
    expect(future.from).toBe(LATEST - HOUR_MS / 10)
  })
})

describe('a clip', () => {
  test('is what lies between two moments, whichever came first, and not longer than may be', () => {
    const [state] = run(
      whole,
      { on: 'clipBegun', now: 0 },
      { on: 'jumpedBy', ms: -5_000, now: 0 },
      { on: 'clipEnded', now: 0 },
    )
    expect(state.clip).toEqual({ from: AT - 5_000, to: AT })
    const [long] = run(
      whole,
      { on: 'clipBegun', now: 0 },
      { on: 'jumpedBy', ms: 9 * HOUR_MS, now: 0 },
      { on: 'clipEnded', now: 0 },
    )
    expect(long.clip).toEqual({ from: AT, to: AT + MOST_CLIP_MS })
    expect(run(whole, { on: 'clipBegun', now: 0 }, { on: 'clipEnded', now: 0 })[0].clip).toBeUndefined()
    expect(run(whole, { on: 'clipEnded', now: 0 })[0].clip).toBeUndefined()
    expect(stepPlaying(state, { on: 'clipCleared', now: 0 })[0].clip).toBeUndefined()
  })
})

test('a player goes faster or slower to where the clock is, and jumps only from afar', () => {
  expect(correctionOf(1_000, 1_080, 2)).toEqual({ rate: 2, jump: false })
  expect(correctionOf(1_000, 1_081, 2)).toEqual({ rate: 2.2, jump: false })
  expect(correctionOf(1_000, 900, 1)).toEqual({ rate: 0.9, jump: false })
  expect(correctionOf(1_000, 3_000, 1)).toEqual({ rate: 1, jump: true })
})
