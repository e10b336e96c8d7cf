// Which claims of doors are believed.
import { expect, test } from 'vitest'
import {
  type ClaimedPlay,
  faultOf,
  OLDEST_PLAY_MS,
  type PlayGround,
} from '../../../src/domain/advert/play.ts'

const NOW = Date.UTC(2026, 9, 12, 12)
const claim: ClaimedPlay = {
  ...{ playId: 'b-1', bootId: 'b', seq: 1, advertId: 7, sha256: 'a'.repeat(64) },
  ...{ startedAt: NOW - 60_000, ms: 15_000, complete: true, clockOffset: 0 },
}
const ground: PlayGround = { now: NOW, videoMs: 15_000, givenAt: NOW - 3_600_000, near: [], boot: undefined }

test.each<[string, Partial<ClaimedPlay>, Partial<PlayGround>, ReturnType<typeof faultOf>]>([
  ['a complete play', {}, {}, undefined],
  ['one that was cut', { ms: 4_000, complete: false }, {}, undefined],
  ['of a video that the door never had', {}, { videoMs: undefined }, 'unknown'],
  ['complete, but shorter than the video', { ms: 9_000 }, {}, 'length'],
  ['longer than the video', { ms: 16_000 }, {}, 'length'],
  ['that ends ahead of the server', { startedAt: NOW + 120_000 }, {}, 'future'],
  [
    'of a door whose clock is behind, and known to be',
    { startedAt: NOW - 4_000_000, clockOffset: 3_900_000 },
    {},
    undefined,
  ],
  ['of last season', { startedAt: NOW - OLDEST_PLAY_MS - 1 }, { givenAt: 0 }, 'old'],
  ['before the door was given the video', { startedAt: NOW - 7_200_000 }, {}, 'early'],
  ['over another of the same door', {}, { near: [{ startedAt: NOW - 52_000, ms: 15_000 }] }, 'overlap'],
  ['right behind another', {}, { near: [{ startedAt: NOW - 75_000, ms: 15_000 }] }, undefined],
  [
    'with more time than has passed since the door started',
    {},
    { boot: { firstAt: NOW - 75_000, lastEnd: NOW - 60_000, ms: 17_000 } },
    'sum',
  ],
  [
    'with as much as has passed',
    {},
    { boot: { firstAt: NOW - 75_000, lastEnd: NOW - 60_000, ms: 15_000 } },
    undefined,
  ],
])('%s', (_name, change, more, fault) => {
  expect(faultOf({ ...claim, ...change }, { ...ground, ...more })).toBe(fault)
})
