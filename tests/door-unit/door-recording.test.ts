// Recording as the door unit's driver hears of it and answers, on a broker and a line of the test.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceMessage, Downlink } from '../../src/contract/device-messages.ts'
import type { CallRecordingWord } from '../../src/domain/intercom/call-recording.ts'
import { type Door, openDoor } from '../../src/door-unit/door.driver.ts'
import type { openWire } from '../../src/door-unit/wire.ts'
import type { CallLine, CallProviderPort } from '../../src/platform/rtc/port.ts'

const world = vi.hoisted(() => ({
  hear: (_message: Downlink) => {},
  said: [] as DeviceMessage[],
  connected: true,
  joined: [] as number[],
}))

vi.mock('../../src/door-unit/wire.ts', () => ({
  openWire: ((_door, { onState, onMessage }) => {
    world.hear = onMessage
    queueMicrotask(() => onState('online'))
    return {
      say(message) {
        if (world.connected) world.said.push(message)
        return world.connected
      },
      stop: () => {},
    }
  }) satisfies typeof openWire,
}))
vi.mock('../../src/platform/rtc/providers.ts', () => ({
  providerFor: async (): Promise<CallProviderPort> => ({
    check: async () => undefined,
    async join(options) {
      world.joined.push(options.data.callId)
      const line: CallLine = {
        attach: () => {},
        attachOwn: () => {},
        has: { microphone: true, camera: true },
        setMicrophone: async () => {},
        setCamera: async () => {},
        setVolume: () => {},
        tracks: () => [],
        framesDecoded: async () => 0,
        hangUp: async () => {},
      }
      options.events.onState('connected')
      return line
    },
  }),
}))

let door: Door
const stands = (callId: number, state: 'answered' | 'ended') =>
  world.hear({
    code: '5085',
    callId,
    state,
    roomNo: '802',
    by: 'Mei',
    reason: state === 'ended' ? 'hangUp' : null,
    expiresAt: Date.now() + 30_000,
    provider: 'builtIn',
    iceServers: [],
    channel: 'c',
    appId: null,
    uid: 'd',
    token: 't',
  })
const recording = (word: CallRecordingWord, callId = 7) =>
  world.hear({ code: '5083', callId, signal: { kind: 'recording', word } })
const consents = () =>
  world.said.flatMap(message =>
    message.code === '5083' && message.signal.kind === 'consent'
      ? [{ callId: message.callId, yes: message.signal.yes }]
      : [],
  )
const ring = async (callId: number) => {
  door.ring('802')
  stands(callId, 'answered')
  await expect.poll(() => world.joined.at(-1)).toBe(callId)
}

const shown = () => door.read().recording

beforeEach(async () => {
  world.said = []
  world.joined = []
  world.connected = true
  door = openDoor({
    imei: '860000000000042',
    name: 'North gate',
    secret: 's',
    url: '/mqtt',
    community: 'Green Park',
    building: '1',
    unit: null,
    roomNo: null,
  })
  await expect.poll(() => door.read().wire).toBe('online')
  await ring(7)
})
afterEach(() => door.stop())

test('a call begins unasked, and the visitor agrees to nothing unasked', () => {
  expect(shown()).toEqual({ is: 'none' })
  expect(consents()).toEqual([])
})

test('asked, agreed, going on, and taken back', () => {
  recording({ is: 'asked' })
  expect(shown()).toEqual({ is: 'asked' })
  expect(consents()).toEqual([])
  door.agree(true)
  expect(shown()).toEqual({ is: 'none' })
  recording({ is: 'on', agreed: true })
  expect(shown()).toEqual({ is: 'on', agreed: true })
  door.agree(false)
  expect(shown()).toEqual({ is: 'none' })
  expect(consents()).toEqual([
    { callId: 7, yes: true },
    { callId: 7, yes: false },
  ])
})

test('what ends with the other end is said no more', () => {
  recording({ is: 'asked' })
  recording({ is: 'off', trouble: null })
  expect(shown()).toEqual({ is: 'none' })
  recording({ is: 'on', agreed: false })
  expect(shown()).toEqual({ is: 'on', agreed: false })
  recording({ is: 'off', trouble: 'diskFull' })
  expect(shown()).toEqual({ is: 'none' })
  expect(consents()).toEqual([])
})

test('an answer that cannot be sent leaves the question', () => {
  recording({ is: 'asked' })
  world.connected = false
  door.agree(false)
  expect(shown()).toEqual({ is: 'asked' })
  world.connected = true
  door.agree(false)
  expect(consents()).toEqual([{ callId: 7, yes: false }])
  expect(shown()).toEqual({ is: 'none' })
})

test('what is said of another call is not heard', () => {
  recording({ is: 'asked' }, 6)
  expect(shown()).toEqual({ is: 'none' })
  recording({ is: 'on', agreed: true })
  recording({ is: 'off', trouble: null }, 6)
  expect(shown()).toEqual({ is: 'on', agreed: true })
})

test('a question ends with its call, and the next one begins unasked', async () => {
  recording({ is: 'asked' })
  stands(7, 'ended')
  expect(shown()).toEqual({ is: 'none' })
  recording({ is: 'asked' })
  door.agree(true)
  expect(consents()).toEqual([])
  await ring(8)
  expect(shown()).toEqual({ is: 'none' })
  recording({ is: 'asked' }, 8)
  door.agree(true)
  expect(consents()).toEqual([{ callId: 8, yes: true }])
})
