// One live picture: tries that grow apart, faults that no try mends, and answers of earlier tries.
import { expect, test } from 'vitest'
import {
  type Player,
  type PlayerEffect,
  type PlayerEvent,
  pauseBefore,
  shownOf,
  stepPlayer,
  switchedOff,
} from '../../../src/domain/video/player.ts'

function playerAfter(...events: PlayerEvent[]): { player: Player; effects: PlayerEffect[] } {
  let player: Player = switchedOff
  let effects: PlayerEffect[] = []
  for (const event of events) {
    const [next, said] = stepPlayer(player, event)
    player = next
    effects = [...said]
  }
  return { player, effects }
}
const open: PlayerEvent = { on: 'open', stream: 'sub', at: 0 }
const frames = (grew: boolean, at: number, attempt = 1): PlayerEvent => ({ on: 'frames', attempt, grew, at })
const fails = (at: number, attempt = 1): PlayerEvent => ({ on: 'failed', attempt, why: 'unreachable', at })

test('connects, plays with its first frame, and stalls when no more come', () => {
  expect(playerAfter(open).effects).toContainEqual({
    do: 'connect',
    attempt: 1,
    stream: 'sub',
    goesOn: false,
  })
  expect(playerAfter(open, frames(false, 500)).player.is).toBe('connecting')
  expect(playerAfter(open, frames(true, 900)).player).toMatchObject({ is: 'playing', since: 900 })
  const stalled = playerAfter(open, frames(true, 900), frames(false, 3_000))
  expect(stalled.player).toMatchObject({ is: 'stalled', since: 3_000 })
  expect(playerAfter(open, frames(true, 900), frames(false, 3_000), frames(true, 4_000)).player.is).toBe(
    'playing',
  )
})

test('a lost one is tried again after growing pauses, and says since when', () => {
  const lost = playerAfter(open, frames(true, 900), fails(10_000))
  expect(lost.player).toMatchObject({ is: 'lost', since: 10_000, tries: 1, nextAt: 11_000 })
  expect(lost.effects).toEqual([{ do: 'hangUp' }, { do: 'wait', milliseconds: 1_000 }])
  const again: PlayerEvent = { on: 'again', at: 11_000 }
  const second = playerAfter(open, frames(true, 900), fails(10_000), again, fails(12_000, 2))
  expect(second.player).toMatchObject({ is: 'lost', since: 10_000, tries: 2, nextAt: 14_000 })
  expect([0, 1, 2, 3, 4, 5, 50].map(pauseBefore)).toEqual([1, 2, 4, 8, 16, 30, 30].map(s => s * 1_000))
})

test('once it played again the pauses begin anew', () => {
  const { player } = playerAfter(
    open,
    fails(0),
    { on: 'again', at: 1_000 },
    frames(true, 2_000, 2),
    fails(9_000, 2),
  )
  expect(player).toMatchObject({ is: 'lost', since: 9_000, tries: 1 })
})

test.each(['account', 'codec', 'noPicture', 'network', 'off', 'forbidden', 'gone'] as const)(
  'what no try mends (%s) is not tried again, but by hand',
  why => {
    const refused = playerAfter(open, { on: 'failed', attempt: 1, why, at: 5 })
    expect(refused.player).toMatchObject({ is: 'refused', why })
    expect(refused.effects).toEqual([{ do: 'hangUp' }])
    expect(stepPlayer(refused.player, { on: 'again', at: 9 })[0]).toMatchObject({
      is: 'connecting',
      attempt: 2,
    })
  },
)

test('answers of an earlier try change nothing', () => {
  const twice = playerAfter(open, fails(0), { on: 'again', at: 1_000 })
  expect(stepPlayer(twice.player, fails(2_000, 1))[0]).toBe(twice.player)
  expect(stepPlayer(twice.player, frames(true, 2_000, 1))[0]).toBe(twice.player)
})

test('a line that never brings a frame is given up and tried again', () => {
  const { player } = playerAfter(open, { on: 'overdue', attempt: 1, at: 10_000 })
  expect(player).toMatchObject({ is: 'lost', why: 'line', since: 0 })
})

test('another stream is asked for while the present one stays in sight; the same one is left alone', () => {
  const playing = playerAfter(open, frames(true, 900)).player
  expect(stepPlayer(playing, open)[0]).toBe(playing)
  const [main, effects] = stepPlayer(playing, { on: 'open', stream: 'main', at: 1_000 })
  expect(main).toMatchObject({ is: 'connecting', stream: 'main', attempt: 2 })
  expect(effects).toContainEqual({ do: 'connect', attempt: 2, stream: 'main', goesOn: true })
})

test('a closed one hangs up, and hears nothing of what follows', () => {
  const { player, effects } = playerAfter(open, { on: 'close' })
  expect(effects).toContainEqual({ do: 'hangUp' })
  expect(stepPlayer(player, fails(9))).toEqual([switchedOff, []])
})

test('what the server knows of a camera goes before what is guessed from pictures that stay away', () => {
  const stalled = playerAfter(open, frames(true, 900), frames(false, 3_000)).player
  expect(shownOf(stalled, undefined, undefined)).toEqual({ is: 'stalled', since: 3_000 })
  const waiting = {
    state: 'waiting' as const,
    since: 500,
    fault: 'unreachable' as const,
    attempts: 9,
    nextTryAt: 9_000,
    streams: [],
  }
  expect(shownOf(stalled, waiting, undefined)).toEqual({
    is: 'lost',
    since: 500,
    tries: 9,
    nextAt: 9_000,
    why: 'unreachable',
  })
  // A picture that is seen is seen, however late the word on it comes.
  const playing = playerAfter(open, frames(true, 900)).player
  expect(shownOf(playing, waiting, undefined)).toEqual({ is: 'live' })
})

test('between two tries it stays lost, since when it was', () => {
  const again = playerAfter(open, frames(true, 900), fails(5_000), { on: 'again', at: 6_000 })
  expect(shownOf(again.player, undefined, undefined)).toMatchObject({ is: 'lost', since: 5_000, tries: 1 })
  expect(shownOf(playerAfter(open).player, undefined, undefined)).toEqual({ is: 'connecting', since: 0 })
})

test('a picture of which much is lost is poor, wherever it gets lost', () => {
  const playing = playerAfter(open, frames(true, 900)).player
  const health = { width: 640, height: 360, framesPerSecond: 8, lossPercent: 6, delayMs: 1_900 }
  expect(shownOf(playing, undefined, health)).toEqual({ is: 'poor', lossPercent: 6 })
  const sub = {
    stream: 'sub' as const,
    codec: 'H264',
    width: 640,
    height: 360,
    framesPerSecond: 8,
    kilobits: 100,
    loss: 0.11,
    jitterMs: 3,
    viewers: 1,
  }
  const live = {
    state: 'live' as const,
    since: 0,
    fault: null,
    attempts: 0,
    nextTryAt: null,
    streams: [sub],
  }
  expect(shownOf(playing, live, { ...health, lossPercent: 0 })).toEqual({ is: 'poor', lossPercent: 11 })
  expect(shownOf(playing, { ...live, streams: [] }, { ...health, lossPercent: 1 })).toEqual({ is: 'live' })
})
