// A room over LiveKit where there is no server: it says so, and leaves nothing open.
import { expect, test } from 'vitest'
import { createRoomPort } from '../../../src/platform/conference/built-in.ts'
import type { RoomEvents, RoomTicket } from '../../../src/platform/conference/port.ts'
import { RoomError } from '../../../src/platform/conference/room-error.ts'

const ticket: RoomTicket = {
  provider: 'livekit',
  service: 'ws://127.0.0.1:9',
  appKey: 'key',
  userId: 8,
  accountName: 'u8',
  displayName: 'Ada',
  password: 'token',
  roomId: '1111',
  channel: '3-1111',
  iceServers: [],
}

test('a LiveKit server that is not there is said to be a matter of the network', {
  timeout: 30_000,
}, async () => {
  const states: string[] = []
  const events: RoomEvents = {
    onState: state => void states.push(state),
    onRoom: () => {},
    onMembers: () => {},
    onWaiting: () => {},
    onRinging: () => {},
    onHealth: () => {},
    onAsked: () => {},
    onConsentWanted: () => {},
    onRecordingTrouble: () => {},
    onProblem: () => {},
  }
  const failed = await createRoomPort()
    .open({ ticket, events, voiceOnly: false })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  expect(failed).toBeInstanceOf(RoomError)
  expect(failed).toMatchObject({ end: 'network' })
  expect(states).toEqual(['connecting'])
})
