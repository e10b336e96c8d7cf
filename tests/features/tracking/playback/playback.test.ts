// Playing tracks: given a state, when something happens, then this; and what always holds, whatever happens.
import { describe, expect, test } from 'vitest'
import { chanceOf } from '../../../../server/demo/random.ts'
import {
  noPlayback,
  type Playback,
  type PlaybackEvent,
  playbackRates,
  playbackSpeeds,
  playedTo,
  stepPlayback,
  TICK_MS,
  usualRate,
} from '../../../../src/domain/track/playback.ts'
import { createPlayer, type PlayerClock } from '../../../../src/features/tracking/playback/playback.driver.ts'
import { pressKey } from '../../../../src/features/tracking/playback/playback-keys.ts'

const HOUR = 3_600_000
const pace = { speed: 1, rate: 60, length: HOUR } as const
const ready: Playback = { ...pace, is: 'ready' }
const playing: Playback = { ...pace, is: 'playing', at: 0, since: 1000 }
const paused: Playback = { ...pace, is: 'paused', at: 600_000 }
const finished: Playback = { ...pace, is: 'finished' }
const reset: Playback = { ...pace, is: 'reset', length: 0 }

const rows: [string, Playback, PlaybackEvent, Partial<Playback>, string[]][] = [
  ['a track comes', reset, { on: 'loaded', length: HOUR }, { is: 'ready', length: HOUR }, ['show']],
  [
    'a link says where',
    reset,
    { on: 'loaded', length: HOUR, at: 5 },
    { is: 'paused', at: 5 } as Partial<Playback>,
    ['show'],
  ],
  ['a link to the end', reset, { on: 'loaded', length: 9, at: 9 }, { is: 'finished' }, ['show']],
  [
    'a track while another plays',
    playing,
    { on: 'loaded', length: 9 },
    { is: 'ready', length: 9 },
    ['cancelTimer', 'show'],
  ],
  [
    'play',
    ready,
    { on: 'playPressed', now: 7 },
    { is: 'playing', at: 0, since: 7 } as Partial<Playback>,
    ['startTimer', 'show'],
  ],
  [
    'play what is paused',
    paused,
    { on: 'playPressed', now: 7 },
    { is: 'playing', at: 600_000 } as Partial<Playback>,
    ['startTimer', 'show'],
  ],
  [
    'play from the end: from 0 again',
    finished,
    { on: 'playPressed', now: 7 },
    { is: 'playing', at: 0 } as Partial<Playback>,
    ['startTimer', 'show'],
  ],
  ['play twice', playing, { on: 'playPressed', now: 7 }, playing, []],
  ['play without a track', reset, { on: 'playPressed', now: 7 }, reset, []],
  [
    'pause',
    playing,
    { on: 'pausePressed', now: 3000 },
    { is: 'paused', at: 120_000 } as Partial<Playback>,
    ['cancelTimer', 'show'],
  ],
  ['pause what does not play', ready, { on: 'pausePressed', now: 3000 }, ready, []],
  ['stop', playing, { on: 'stopPressed' }, { is: 'ready' }, ['cancelTimer', 'show']],
  ['stop what is paused', paused, { on: 'stopPressed' }, { is: 'ready' }, ['show']],
  [
    'the slider while it plays',
    playing,
    { on: 'jumped', to: 1000, now: 9 },
    { is: 'playing', at: 1000, since: 9 } as Partial<Playback>,
    ['show'],
  ],
  [
    'the slider while it stands',
    ready,
    { on: 'jumped', to: 1000, now: 9 },
    { is: 'paused', at: 1000 } as Partial<Playback>,
    ['show'],
  ],
  [
    'the slider to the end',
    playing,
    { on: 'jumped', to: HOUR * 2, now: 9 },
    { is: 'finished' },
    ['cancelTimer', 'show'],
  ],
  ['the slider to the beginning', paused, { on: 'jumped', to: -5, now: 9 }, { is: 'ready' }, ['show']],
  [
    'the slider back from the end',
    finished,
    { on: 'jumped', to: 5, now: 9 },
    { is: 'paused', at: 5 } as Partial<Playback>,
    ['show'],
  ],
  ['a slider that says nothing', paused, { on: 'jumped', to: Number.NaN, now: 9 }, { is: 'ready' }, ['show']],
  [
    'faster while it plays',
    playing,
    { on: 'speedChosen', speed: 8, now: 2000 },
    { is: 'playing', at: 60_000, since: 2000, speed: 8 } as Partial<Playback>,
    [],
  ],
  ['faster while it stands', paused, { on: 'speedChosen', speed: 8, now: 2000 }, { ...paused, speed: 8 }, []],
  ['a tick only asks', playing, { on: 'ticked', now: 1020 }, playing, ['show']],
  ['the last tick', playing, { on: 'ticked', now: 61_000 }, { is: 'finished' }, ['cancelTimer', 'show']],
  [
    'a tick within one of the end',
    playing,
    { on: 'ticked', now: 60_990 },
    { is: 'finished' },
    ['cancelTimer', 'show'],
  ],
  ['a tick after', finished, { on: 'ticked', now: 99 }, finished, []],
  ['put away', playing, { on: 'cleared' }, { is: 'reset', length: 0 }, ['cancelTimer']],
]

describe('given, when, then', () => {
  test.each(rows)('%s', (_, state, event, then, effects) => {
    const [next, orders] = stepPlayback(state, event)
    expect(next).toMatchObject(then)
    expect(orders.map(order => order.do)).toEqual(effects)
  })
  test('speeds and ticks are those of the specification', () => {
    expect([...playbackSpeeds]).toEqual([1, 2, 4, 8])
    expect(TICK_MS).toBe(20)
  })
  test('where it is depends on the track and the elapsed time alone, not on the ticks', () => {
    for (const speed of playbackSpeeds)
      expect(playedTo({ ...playing, speed }, 1000 + 2500)).toBe(2500 * 60 * speed)
    expect(playedTo(playing, 0)).toBe(0)
    expect(playedTo(playing, 1e12)).toBe(HOUR)
  })
  test('a day is watched in minutes, a week too', () => {
    expect([5 * 60_000, HOUR, 24 * HOUR, 7 * 24 * HOUR].map(usualRate)).toEqual([10, 60, 60, 600])
  })
})

test('whatever happens: it ticks only while it plays, stays within the track, and never goes back by itself', () => {
  const chance = chanceOf(3)
  for (let round = 0; round < 60; round++) {
    let state: Playback = noPlayback
    let [now, ticking, shown] = [0, false, 0]
    for (let turn = 0; turn < 120; turn++) {
      now += chance.whole(0, 400)
      const event = chance.pick<PlaybackEvent>([
        { on: 'loaded', length: chance.whole(0, 4_000_000) },
        { on: 'cleared' },
        { on: 'playPressed', now },
        { on: 'pausePressed', now },
        { on: 'stopPressed' },
        { on: 'jumped', to: chance.whole(-1000, 5_000_000), now },
        { on: 'speedChosen', speed: chance.pick(playbackSpeeds), now },
        { on: 'rateChosen', rate: chance.pick(playbackRates), now },
        ...Array.from({ length: 12 }, () => ({ on: 'ticked' as const, now })),
      ])
      const before = playedTo(state, now)
      const [next, effects] = stepPlayback(state, event)
      for (const effect of effects) {
        if (effect.do === 'startTimer') ticking = true
        if (effect.do === 'cancelTimer') ticking = false
        if (effect.do === 'show') shown = effect.at
      }
      expect(ticking).toBe(next.is === 'playing')
      const at = playedTo(next, now)
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at).toBeLessThanOrEqual(next.length)
      expect(shown).toBeLessThanOrEqual(Math.max(next.length, shown))
      if (event.on === 'ticked') expect(at).toBeGreaterThanOrEqual(before)
      if (event.on === 'speedChosen' || event.on === 'rateChosen') expect(at).toBeCloseTo(before, 3)
      if (next.is === 'playing') expect(next.length).toBeGreaterThan(0)
      state = next
    }
  }
})

/** A clock moved by hand. */
function handClock() {
  let now = 0
  let timer: { work: () => void; due: number } | undefined
  const frames: (() => void)[] = []
  const clock: PlayerClock = {
    now: () => now,
    after: (ms, work) => {
      const mine = { work, due: now + ms }
      timer = mine
      return () => {
        if (timer === mine) timer = undefined
      }
    },
    frame: work => void frames.push(work),
  }
  return {
    clock,
    frames,
    isTicking: () => timer !== undefined,
    pass: (ms: number) => {
      for (const until = now + ms; timer && timer.due <= until; ) {
        const { work, due } = timer
        now = due
        timer = undefined
        work()
      }
      now = Math.max(now, now)
    },
    skip: (ms: number) => {
      now += ms
    },
  }
}

describe('the player', () => {
  test('plays an hour at 8 times in seven and a half seconds, then from 0 again', () => {
    const hand = handClock()
    const player = createPlayer(hand.clock)
    player.send({ on: 'loaded', length: HOUR })
    player.send({ on: 'speedChosen', speed: 8 })
    player.send({ on: 'playPressed' })
    hand.pass(5000)
    expect(player.played()).toBe(5000 * 60 * 8)
    hand.pass(2500)
    expect(player.state().is).toBe('finished')
    expect(player.played()).toBe(HOUR)
    expect(hand.isTicking()).toBe(false)
    player.send({ on: 'playPressed' })
    expect(player.played()).toBe(0)
    hand.pass(100)
    expect(player.played()).toBe(100 * 60 * 8)
    player.stop()
    expect(hand.isTicking()).toBe(false)
  })
  test('a tab that slept is where it would be; listeners hear of ticks once a frame', () => {
    const hand = handClock()
    const player = createPlayer(hand.clock)
    let told = 0
    player.subscribe(() => told++)
    player.send({ on: 'loaded', length: 24 * HOUR })
    player.send({ on: 'playPressed' })
    const before = told
    hand.pass(100)
    expect(hand.frames).toHaveLength(1)
    for (const frame of hand.frames.splice(0)) frame()
    expect(told - before).toBe(1)
    hand.skip(60_000)
    hand.pass(20)
    expect(player.played()).toBeGreaterThanOrEqual(60_000 * 60)
  })
  test('keys: space, arrows, the ends, and up and down for the speed', () => {
    const hand = handClock()
    const player = createPlayer(hand.clock)
    player.send({ on: 'loaded', length: HOUR })
    expect(pressKey(player, 'ArrowRight', false)).toBe(true)
    expect(player.played()).toBe(HOUR / 100)
    pressKey(player, 'ArrowLeft', true)
    expect(player.played()).toBe(HOUR / 100 - HOUR / 1000)
    pressKey(player, 'End', false)
    expect(player.state().is).toBe('finished')
    pressKey(player, 'Home', false)
    expect(player.state().is).toBe('ready')
    pressKey(player, 'ArrowUp', false)
    expect(player.state().speed).toBe(2)
    pressKey(player, ' ', false)
    expect(player.state().is).toBe('playing')
    expect(pressKey(player, 'x', false)).toBe(false)
  })
})
