// What plays at a door, in every order of events.
import { describe, expect, test } from 'vitest'
import type { Manifest } from '../../../src/domain/advert/manifest.ts'
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  quietPlayer,
  stepPlayer,
} from '../../../src/domain/advert/player.ts'

const NOW = Date.parse('2026-10-12T10:00:00+08:00')
const sha = (letter: string) => letter.repeat(64)

function listOf(version: number, ...letters: string[]): Manifest {
  return {
    version,
    zone: 'Asia/Shanghai',
    videos: letters.map((letter, index) => ({
      ...{ advertId: index + 1, sha256: sha(letter), url: `/files/${letter}`, contentType: 'video/webm' },
      ...{ bytes: 1000, ms: 10_000 },
    })),
    items: letters.map((_, index) => ({
      ...{ campaignId: index + 1, advertId: index + 1, fromOn: '2026-10-01', untilOn: '2026-10-31' },
      ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, untilMinute: 1440, weight: index + 1 },
    })),
  }
}

/** Steps through events; answers the state and all effects of the last one. */
function run(state: PlayerState, ...events: PlayerEvent[]): readonly [PlayerState, readonly PlayerEffect[]] {
  let effects: readonly PlayerEffect[] = []
  for (const event of events) [state, effects] = stepPlayer(state, event)
  return [state, effects]
}

const booted = run(quietPlayer, { type: 'booted', bootId: 'b', manifest: null, have: [], plays: [] })[0]
const names = (effects: readonly PlayerEffect[]) => effects.map(effect => effect.do)

function playing(): PlayerState {
  const [state] = run(
    booted,
    { type: 'manifest', manifest: listOf(1, 'a'), now: NOW },
    { type: 'fetched', sha256: sha('a'), now: NOW },
    { type: 'started', playId: 'b-1', now: NOW },
  )
  return state
}

describe('the list', () => {
  test('is in force once all of its files are there, and is reported then', () => {
    const [half, first] = run(booted, { type: 'manifest', manifest: listOf(1, 'a', 'b'), now: NOW })
    expect(names(first)).toEqual(['fetch', 'fetch'])
    const [one, waiting] = run(half, { type: 'fetched', sha256: sha('a'), now: NOW })
    expect(one.manifest).toBeNull()
    expect(waiting).toEqual([])
    const [two, effects] = run(one, { type: 'fetched', sha256: sha('b'), now: NOW })
    expect(two.manifest?.version).toBe(1)
    expect(effects).toContainEqual({ do: 'report', version: 1, stored: [sha('a'), sha('b')], failed: [] })
    expect(names(effects)).toContain('show')
  })

  test('leaves out a file that cannot be had, and says why', () => {
    const [, effects] = run(
      booted,
      { type: 'manifest', manifest: listOf(2, 'a', 'b'), now: NOW },
      { type: 'fetched', sha256: sha('a'), now: NOW },
      { type: 'lost', sha256: sha('b'), reason: 'hash', now: NOW },
    )
    expect(effects).toContainEqual({
      do: 'report',
      version: 2,
      stored: [sha('a')],
      failed: [{ sha256: sha('b'), reason: 'hash' }],
    })
  })

  test('that is withdrawn from takes the advert away at once, before the new files have come', () => {
    const [state, effects] = run(playing(), { type: 'manifest', manifest: listOf(2, 'c'), now: NOW + 3_000 })
    expect(names(effects).slice(0, 2)).toEqual(['hide', 'keepPlay'])
    expect(state.unsent).toMatchObject([{ ms: 3_000, complete: false }])
    expect(state.showing).toBeNull()
  })

  test('without adverts is in force at once', () => {
    const [state, effects] = run(playing(), { type: 'manifest', manifest: listOf(3), now: NOW + 1 })
    expect(state.manifest?.version).toBe(3)
    expect(effects).toContainEqual({ do: 'report', version: 3, stored: [], failed: [] })
  })

  test('asks once more for what is missing when the network is back', () => {
    const [lost] = run(
      booted,
      { type: 'manifest', manifest: listOf(2, 'a'), now: NOW },
      { type: 'lost', sha256: sha('a'), reason: 'network', now: NOW },
    )
    const [, effects] = run(lost, { type: 'online' })
    expect(names(effects)).toContain('fetch')
  })
})

describe('plays', () => {
  test('a whole one is complete, is kept, and the next begins', () => {
    const [state, effects] = run(playing(), { type: 'ended', playId: 'b-1', now: NOW + 10_000 })
    expect(effects[0]).toMatchObject({ do: 'keepPlay', play: { playId: 'b-1', ms: 10_000, complete: true } })
    expect(state.showing?.playId).toBe('b-2')
  })

  test('one whose player ended too early is not complete', () => {
    const [, effects] = run(playing(), { type: 'ended', playId: 'b-1', now: NOW + 4_000 })
    expect(effects[0]).toMatchObject({ play: { ms: 4_000, complete: false } })
  })

  test('a ring takes it away in the same step; it is not billed, and plays on only once the door is free', () => {
    const [rung, effects] = run(playing(), { type: 'needed', need: 'visitor', now: NOW + 2_000 })
    expect(effects).toMatchObject([{ do: 'hide' }, { do: 'keepPlay', play: { ms: 2_000, complete: false } }])
    expect(run(rung, { type: 'tick', now: NOW + 3_000 })[0].showing).toBeNull()
    const [both] = run(rung, { type: 'needed', need: 'emergency', now: NOW + 3_000 })
    const [still] = run(both, { type: 'free', need: 'visitor', now: NOW + 4_000 })
    expect(still.showing).toBeNull()
    expect(run(still, { type: 'free', need: 'emergency', now: NOW + 5_000 })[0].showing).not.toBeNull()
  })

  test('one of which no picture was seen is no play', () => {
    const [state] = run(
      booted,
      { type: 'manifest', manifest: listOf(1, 'a'), now: NOW },
      { type: 'fetched', sha256: sha('a'), now: NOW },
      { type: 'needed', need: 'visitor', now: NOW + 50 },
    )
    expect(state.unsent).toEqual([])
  })

  test('come in proportion to their weight, spread evenly', () => {
    let [state] = run(
      booted,
      { type: 'manifest', manifest: listOf(1, 'a', 'b', 'c'), now: NOW },
      { type: 'fetched', sha256: sha('a'), now: NOW },
      { type: 'fetched', sha256: sha('b'), now: NOW },
      { type: 'fetched', sha256: sha('c'), now: NOW },
    )
    const shown: number[] = []
    for (let turn = 0; turn < 12; turn++) {
      shown.push(state.showing?.video.advertId ?? 0)
      const playId = state.showing?.playId ?? ''
      const at = NOW + turn * 10_000
      ;[state] = run(state, { type: 'started', playId, now: at }, { type: 'ended', playId, now: at + 10_000 })
    }
    expect([1, 2, 3].map(id => shown.filter(each => each === id).length)).toEqual([2, 4, 6])
    expect(shown.some((each, index) => each === shown[index - 1] && each === shown[index - 2])).toBe(false)
  })

  test('stop outside of the window, also without a network', () => {
    const manifest = listOf(1, 'a')
    const items = manifest.items.map(item => ({ ...item, untilMinute: 10 * 60 + 1 }))
    const [state] = run(
      booted,
      { type: 'manifest', manifest: { ...manifest, items }, now: NOW },
      { type: 'fetched', sha256: sha('a'), now: NOW },
      { type: 'started', playId: 'b-1', now: NOW + 55_000 },
      { type: 'ended', playId: 'b-1', now: NOW + 65_000 },
    )
    expect(state.showing).toBeNull()
  })

  test('are said again until each is confirmed', () => {
    const [ended] = run(playing(), { type: 'ended', playId: 'b-1', now: NOW + 10_000 })
    const [online, sent] = run(ended, { type: 'online' })
    expect(sent.at(-1)).toMatchObject({ do: 'send', plays: [{ playId: 'b-1' }] })
    expect(run(online, { type: 'tick', now: NOW + 12_000 })[1].at(-1)).toMatchObject({ do: 'send' })
    const [done, forgot] = run(online, { type: 'confirmed', playIds: ['b-1'] })
    expect(done.unsent).toEqual([])
    expect(forgot).toEqual([{ do: 'forgetPlays', playIds: ['b-1'] }])
  })

  test('one that never ends is given up', () => {
    const [state, effects] = run(playing(), { type: 'tick', now: NOW + 60_000 })
    expect(effects.length).toBeGreaterThan(0)
    expect(state.showing?.playId).toBe('b-2')
  })
})
