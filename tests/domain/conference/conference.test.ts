// Numbers and limits of conference rooms, and what roles and states say.
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  bandOf,
  channelOfRoom,
  DEFAULT_STORAGE,
  decodeRole,
  decodeState,
  encodeState,
  FIRST_ROOM,
  generatedUserName,
  MAX_RESOLUTION,
  memberKind,
  ROOM_CAPACITY,
  randomRoomNumber,
  recordingConfig,
  recordingFileName,
  recordingStorage,
  roleOf,
  roomNumber,
} from '../../../src/domain/conference/conference.ts'

test.each([
  ['1111', true],
  ['1', true],
  ['007', true],
  ['123456789', true],
  ['1234567890', false],
  ['', false],
  ['12a', false],
  ['-1', false],
  ['１２', false],
  [' 12', false],
])('the room number %j: %s', (number, good) => expect(z.safeParse(roomNumber, number).success).toBe(good))

test('limits and names as specified', () => {
  expect([FIRST_ROOM, recordingStorage[DEFAULT_STORAGE]]).toEqual(['1111', 2])
  expect([ROOM_CAPACITY, MAX_RESOLUTION, channelOfRoom('1111')]).toEqual([16, 1, 'room_1111'])
  expect(randomRoomNumber(0.999_999_999_9)).toBe('99999999')
  expect(generatedUserName('13800000001', 0.5)).toBe('1380000000150000000')
  expect(recordingFileName(1_795_262_520_605)).toBe('web_1795262520605')
})

test.each([
  [0, 0],
  [6, 0],
  [4095, 0],
  [4096, 1],
  [8191, 1],
  [8192, 2],
  [16_384, 3],
  [32_768, 4],
  [65_535, 4],
  [65_536, 0],
  [-4096, 0],
])('the band of %i is %i', (value, band) => expect(bandOf(value)).toBe(band))

test.each(memberKind.options)('the role of a %s is read back', kind => {
  expect(decodeRole(roleOf(kind))).toEqual({ customRole: memberKind.options.indexOf(kind), kind })
})
test('a role of the highest band names nobody special', () => {
  expect(decodeRole(32_768)).toEqual({ customRole: 4, kind: 'person' })
})

describe('states', () => {
  test.each([
    [0, {}],
    [8, { enableAudio: true }],
    [4, { enableVideo: true }],
    [2, { transmitAudio: true }],
    [1, { transmitVideo: true }],
    [10, { enableAudio: true, transmitAudio: true, isAudio: true }],
    [5, { enableVideo: true, transmitVideo: true, isVideo: true }],
    // Let out but not carried is not to be heard, nor the other way round.
    [9, { enableAudio: true, transmitVideo: true }],
    [4096 + 2, { customState: 1, transmitAudio: true }],
    [32_768 + 8, { customState: 4, enableAudio: true }],
  ])('%i', (state, said) => {
    const nothing = {
      customState: 0,
      enableAudio: false,
      enableVideo: false,
      transmitAudio: false,
      transmitVideo: false,
      isAudio: false,
      isVideo: false,
    }
    expect(decodeState(state)).toEqual({ ...nothing, ...said })
  })
  test.each([
    [false, false, 0],
    [true, false, 2],
    [false, true, 0],
    [true, true, 4],
  ])('sound %s, picture %s, custom %i are read back', (audio, video, customState) => {
    expect(decodeState(encodeState({ audio, video }, customState))).toMatchObject({
      isAudio: audio,
      isVideo: video,
      customState,
    })
  })
  test('one who joins muted has the specified state', () =>
    expect(encodeState({ audio: false, video: false })).toBe(3))
})

describe('what a recording takes', () => {
  const whole = {
    type: 2,
    video: true,
    bucketName: 'b',
    secretKey: 's',
    accessKey: 'a',
    fileName: 'web_1',
    name: 'n',
  }
  test('of the second kind, as it is', () => expect(z.safeParse(recordingConfig, whole).success).toBe(true))
  test('of the first kind with its end point only', () => {
    expect(z.safeParse(recordingConfig, { ...whole, type: 1 }).success).toBe(false)
    expect(z.safeParse(recordingConfig, { ...whole, type: 1, uploadEndPoint: 'https://oss' }).success).toBe(
      true,
    )
  })
  test.each(['bucketName', 'secretKey', 'accessKey', 'fileName', 'name'])('refused without %s', field => {
    expect(z.safeParse(recordingConfig, { ...whole, [field]: '' }).success).toBe(false)
    expect(z.safeParse(recordingConfig, { ...whole, [field]: undefined }).success).toBe(false)
  })
})
