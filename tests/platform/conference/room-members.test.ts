// Members of a room as a page sees them, and how good its line is.
import { expect, test } from 'vitest'
import type { WireMember } from '../../../src/contract/conference-wire.ts'
import { encodeState, roleOf } from '../../../src/domain/conference/conference.ts'
import { createHold, roomCounters, roomHealth } from '../../../src/platform/conference/room-health.ts'
import { createRoomMembers } from '../../../src/platform/conference/room-members.ts'

const member = (userName: string, more: Partial<WireMember> = {}): WireMember => ({
  userName,
  displayName: `Name of ${userName}`,
  role: roleOf('person'),
  state: encodeState({ audio: true, video: false }),
  ...more,
})

test('the own entry comes first, with what really leaves, then the others as they came', () => {
  const members = createRoomMembers({ voiceOnly: false })
  members.own({ audio: false, video: true, screen: true })
  members.become(member('me', { role: roleOf('host') }), [
    member('b', { role: roleOf('device'), imei: '860000000000001' }),
    member('a', { role: roleOf('guest'), handSince: 5 }),
  ])
  expect(members.list()).toMatchObject([
    { key: 'self', userName: 'me', host: true, is: 'person', isAudio: false, isVideo: true, screen: true },
    { key: 'b', is: 'device', imei: '860000000000001', isAudio: true, isVideo: false, host: false },
    { key: 'a', is: 'guest', handSince: 5, subscribe: true, consent: null },
  ])
  members.put(member('b', { state: encodeState({ audio: false, video: false }) }))
  members.remove('a')
  expect(members.list().map(({ key, isAudio }) => [key, isAudio])).toEqual([
    ['self', false],
    ['b', false],
  ])
})

test('who is muted speaks for nobody', () => {
  const members = createRoomMembers({ voiceOnly: false })
  members.become(member('me'), [
    member('a'),
    member('b', { state: encodeState({ audio: false, video: false }) }),
  ])
  members.volumes(new Map(Object.entries({ a: 0.5, b: 0.9 })), new Set(['a', 'b']))
  expect(members.list()).toMatchObject([
    {},
    { key: 'a', speaking: true, level: 0.5 },
    { key: 'b', speaking: false, level: 0 },
  ])
})

test('nobody’s picture is taken where there is sound only, or it is not wanted', () => {
  const voice = createRoomMembers({ voiceOnly: true })
  voice.become(member('me'), [member('a')])
  expect(voice.list()[1]).toMatchObject({ subscribe: false })
  const members = createRoomMembers({ voiceOnly: false })
  members.become(member('me'), [member('a')])
  members.subscribe('a', false)
  expect(members.list()[1]).toMatchObject({ subscribe: false })
  // Who went and came again is a new one.
  members.remove('a')
  members.put(member('a'))
  expect(members.list()[1]).toMatchObject({ subscribe: true })
})

const inbound = (more: object) => ({ type: 'inbound-rtp', kind: 'video', mid: '3', ...more })

test('figures are those of the time between two looks', () => {
  const before = roomCounters(
    [
      ['1', inbound({ packetsReceived: 100, packetsLost: 50, bytesReceived: 10_000, framesDecoded: 20 })],
      ['2', { type: 'outbound-rtp', kind: 'video', bytesSent: 1000 }],
    ],
    1000,
  )
  const now = roomCounters(
    [
      [
        '1',
        inbound({
          packetsReceived: 190,
          packetsLost: 60,
          bytesReceived: 60_000,
          framesDecoded: 68,
          frameWidth: 1024,
          frameHeight: 576,
        }),
      ],
      ['2', { type: 'outbound-rtp', kind: 'video', bytesSent: 26_000, framesPerSecond: 24 }],
      ['3', { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.038 }],
    ],
    3000,
  )
  const { line, pictures } = roomHealth(
    before,
    now,
    mid => (mid === '3' ? 'u8' : undefined),
    () => 'size',
  )
  expect(line).toEqual({
    level: 'poor',
    roundTripMs: 38,
    downBitsPerSecond: 200_000,
    upBitsPerSecond: 100_000,
    upLayers: 1,
  })
  expect(pictures.get('u8')).toEqual({
    width: 1024,
    height: 576,
    framesPerSecond: 24,
    bitsPerSecond: 200_000,
    lossPercent: 10,
    limitedBy: 'network',
  })
})

test('pictures are held while packets of them have to be asked for again, and for a while after', () => {
  const hold = createHold()
  const at = (seconds: number, received: number, missed: number) =>
    roomCounters([['1', inbound({ packetsReceived: received, nackCount: missed })]], seconds * 1000)
  const steps = [
    at(0, 0, 0),
    at(2, 200, 1),
    at(4, 400, 11),
    at(6, 600, 11),
    at(33, 3000, 11),
    at(35, 3200, 11),
  ]
  const held = steps.slice(1).map((now, index) => hold(steps[index] ?? now, now))
  expect(held).toEqual([0, 200, 200, 200, 0])
})
