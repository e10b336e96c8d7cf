// The patience of a line, its counters, and the signals that come before it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallSignal } from '../../../src/contract/call-signal.ts'
import {
  createLineLife,
  GIVE_UP_MS,
  JOIN_TIMEOUT_MS,
  type LineLife,
  RENEW_MS,
  SHAKY_MS,
} from '../../../src/platform/rtc/line-life.ts'
import { countersOf, levelled, qualityBetween } from '../../../src/platform/rtc/line-quality.ts'
import {
  EARLY_MS,
  EARLY_SIGNALS,
  forgetSignals,
  hearSignal,
  signalPort,
} from '../../../src/platform/rtc/signals.ts'
import { handClock } from './hand-clock.ts'

describe('the life of a line', () => {
  let clock: ReturnType<typeof handClock>
  let told: string[]
  let life: LineLife
  beforeEach(() => {
    clock = handClock()
    told = []
    life = createLineLife(clock, {
      onState: state => told.push(state),
      renew: () => told.push('renew'),
      onTimeout: () => told.push('timeout'),
      onLost: () => told.push('lost'),
    })
  })

  test('tries again until it stands, then rests', () => {
    clock.move(RENEW_MS * 2)
    life.up()
    clock.move(JOIN_TIMEOUT_MS * 10)
    expect(told).toEqual(['renew', 'renew', 'connected'])
  })

  test('times out', () => {
    clock.move(JOIN_TIMEOUT_MS - 1)
    expect(told).not.toContain('timeout')
    clock.move(1)
    expect(told).toContain('timeout')
  })

  test('a hiccup is nothing', () => {
    life.up()
    life.shaky()
    clock.move(SHAKY_MS - 1)
    life.up()
    clock.move(GIVE_UP_MS * 2)
    expect(told).toEqual(['connected'])
  })

  test('two seconds of it look for new paths at once', () => {
    life.up()
    life.shaky()
    life.shaky()
    clock.move(SHAKY_MS)
    expect(told).toEqual(['connected', 'reconnecting', 'renew'])
    life.up()
    expect(told.at(-1)).toBe('connected')
  })

  test('it is given up once, after twenty seconds', () => {
    life.up()
    life.down()
    life.down()
    clock.move(GIVE_UP_MS - 1)
    expect(told.filter(each => each === 'renew')).toHaveLength(4)
    clock.move(1)
    expect(told.filter(each => each === 'lost')).toHaveLength(1)
  })

  test('without a network nothing is looked for until it is back', () => {
    life.up()
    life.gone()
    expect(told).toEqual(['connected', 'reconnecting'])
    life.changed()
    life.changed()
    expect(told).toEqual(['connected', 'reconnecting', 'renew'])
  })

  test('another network is looked at, also while the line stands', () => {
    life.up()
    life.changed()
    expect(told).toEqual(['connected', 'renew'])
  })

  test('after the end nothing moves it', () => {
    life.up()
    life.end()
    life.end()
    life.up()
    life.down()
    life.shaky()
    life.changed()
    clock.move(GIVE_UP_MS * 5)
    expect(told).toEqual(['connected', 'ended'])
  })
})

describe('quality', () => {
  test.each([
    [0, 20, 'good'],
    [null, null, 'good'],
    [2, 20, 'fair'],
    [0, 250, 'fair'],
    [8, 20, 'poor'],
    [0, 600, 'poor'],
  ] as const)('%s per cent lost and %s ms are %s', (loss, delay, level) => {
    expect(levelled(loss, delay).level).toBe(level)
  })

  const report = (received: number, lost: number): [string, Readonly<Record<string, unknown>>][] => [
    [
      'a',
      {
        type: 'inbound-rtp',
        packetsReceived: received,
        packetsLost: lost,
        bytesReceived: 10,
        framesDecoded: 3,
      },
    ],
    ['b', { type: 'inbound-rtp', packetsReceived: received, packetsLost: lost, bytesReceived: 10 }],
    ['c', { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.04 }],
    ['d', { type: 'candidate-pair', nominated: false, state: 'succeeded', currentRoundTripTime: 9 }],
  ]

  test('counts all that comes in, and the time of the path in use', () => {
    expect(countersOf(report(10, 1))).toEqual({
      received: 20,
      lost: 2,
      bytes: 20,
      framesDecoded: 3,
      roundTripMs: 40,
    })
  })

  test('looks at the time between two moments only', () => {
    const [first, second] = [countersOf(report(100, 50)), countersOf(report(200, 50))]
    expect(qualityBetween(undefined, first)).toMatchObject({ level: 'poor' })
    expect(qualityBetween(first, second)).toMatchObject({ level: 'good', lossPercent: 0 })
    // A late packet takes back a loss.
    expect(qualityBetween(second, countersOf(report(250, 49)))).toMatchObject({ lossPercent: 0 })
  })
})

describe('signals', () => {
  afterEach(() => {
    for (const callId of [1, 2, 3, 4]) forgetSignals(callId)
  })
  const candidate = (at: number): CallSignal => ({
    kind: 'candidate',
    candidate: `c${at}`,
    mid: '0',
    line: 0,
  })
  const port = (callId: number) => signalPort(callId, { publish: async () => {} })

  test('what came early arrives first, in order, and once', () => {
    const heard: CallSignal[] = []
    hearSignal(1, candidate(1))
    hearSignal(1, candidate(2))
    hearSignal(2, candidate(9))
    const stop = port(1).onSignal(signal => heard.push(signal))
    hearSignal(1, candidate(3))
    stop()
    hearSignal(1, candidate(4))
    expect(heard).toEqual([candidate(1), candidate(2), candidate(3)])
    const later: CallSignal[] = []
    port(1).onSignal(signal => later.push(signal))
    expect(later).toEqual([candidate(4)])
  })

  test('no more than two hundred wait, and not for longer than half a minute', () => {
    const clock = handClock()
    for (let at = 0; at < EARLY_SIGNALS + 50; at += 1) hearSignal(3, candidate(at), clock)
    const heard: CallSignal[] = []
    port(3).onSignal(signal => heard.push(signal))()
    expect(heard).toHaveLength(EARLY_SIGNALS)
    hearSignal(3, candidate(1), clock)
    clock.move(EARLY_MS)
    port(3).onSignal(signal => heard.push(signal))()
    expect(heard).toHaveLength(EARLY_SIGNALS)
  })

  test('a publish that fails harms nobody', async () => {
    const failing = signalPort(4, { publish: () => Promise.reject(new Error('away')) })
    failing.send({ kind: 'bye' })
    await Promise.resolve()
  })
})
