// A console with a hand-moved world: what the server, the door, the line and the clock do is said by the test.

import type { JoinData } from '../../../src/contract/call-signal.ts'
import type { IncomingCall } from '../../../src/contract/messages.ts'
import { CallsHost } from '../../../src/features/intercom/calls-host.tsx'
import {
  type Answer,
  createIncomingCalls,
  type IncomingCalls,
} from '../../../src/features/intercom/incoming-call.driver.ts'
import { type JoinOptions, LineError, type MediaProblem } from '../../../src/platform/rtc/port.ts'
import type { Direction } from '../../../src/ui/provider.tsx'
import type { SkinName } from '../../../src/ui/tokens.ts'
import { renderUi } from '../../ui/render-ui.tsx'

export const ME = 7

export const ringOf = (callId: number, facts: Partial<IncomingCall> = {}): IncomingCall => ({
  code: '5081',
  type: 'door',
  callId,
  tenantId: 1,
  imei: `86604005321440${callId}`,
  deviceName: `North gate ${callId}`,
  channel: 'channel',
  appToken: 'token',
  appUid: 'u7',
  deviceUid: 'd1',
  deviceToken: 'door',
  community: '阳光花园',
  building: 'Block 3',
  unit: '2',
  roomNo: '1204',
  status: 'ringing',
  pushTime: Date.now(),
  expiresAt: Date.now() + 30_000,
  provider: 'builtIn',
  ...facts,
})

const joinData: JoinData = {
  callId: 1,
  provider: 'builtIn',
  appId: null,
  channel: 'channel',
  token: 't',
  uid: 'u7',
  iceServers: [],
  offers: false,
}

interface Timer {
  ms: number
  run: () => void
}

/** What the console did to its world, and how the test moves that world. */
export function callStage() {
  const did: string[] = []
  const timers = new Set<Timer>()
  const unlocks: { nonce: string; at: number }[] = []
  let line: JoinOptions | undefined
  const world = {
    answer: async (): Promise<Answer> => ({ join: joinData }),
    obstacle: undefined as MediaProblem | undefined,
    /** Rejects the publish of an unlock. */
    publishFails: false,
    did,
    unlocks,
    ringing: false,
    get line() {
      if (!line) throw new Error('No line was joined')
      return line.events
    },
    /** Lets the timers of about this length run. */
    pass(ms: number) {
      for (const timer of [...timers]) {
        if (timer.ms > ms || !timers.delete(timer)) continue
        timer.run()
      }
    },
    waits: () => [...timers].map(({ ms }) => ms),
  }
  const driver: IncomingCalls = createIncomingCalls({
    answer: async ring => {
      did.push(`answer ${ring.callId}`)
      return world.answer()
    },
    hangUp: async (imei, roomNo) => did.push(`hangUp ${imei} ${roomNo}`),
    decline: async callId => did.push(`decline ${callId}`),
    declineRoom: async roomId => did.push(`declineRoom ${roomId}`),
    async unlock(order) {
      if (world.publishFails) throw new Error('not connected')
      unlocks.push(order)
      did.push(`unlock ${order.imei} ${order.callId} ${order.userId}`)
    },
    listen(imei) {
      did.push(`listen ${imei}`)
      return () => did.push(`unlisten ${imei}`)
    },
    goTo: ring => did.push(`goTo ${ring.callId}`),
    provider: async () => ({
      check: async () => world.obstacle,
      async join(options) {
        if (world.obstacle) throw new LineError(world.obstacle)
        line = options
        options.abort?.addEventListener('abort', () => did.push('abort'))
        options.events.onOwnMedia?.({ video: false, audio: true })
        return {
          attach: video => did.push(video ? 'attach' : 'detach'),
          attachOwn: () => {},
          has: { microphone: true, camera: false },
          setMicrophone: async on => void did.push(`microphone ${on}`),
          setCamera: async on => void did.push(`camera ${on}`),
          setVolume: percent => did.push(`volume ${percent}`),
          tracks: () => [],
          framesDecoded: async () => 0,
          hangUp: async () => void did.push('leave'),
        }
      },
    }),
    signals: () => ({ send: () => {}, onSignal: () => () => {} }),
    bell: {
      ring: () => {
        world.ringing = true
      },
      silence: () => {
        world.ringing = false
      },
    },
    announce: ring => {
      did.push(`announce ${ring.callId}`)
      return () => did.push('withdraw')
    },
    lead: onChange => {
      onChange(true)
      return () => onChange(false)
    },
    log: ({ missing }) => did.push(`log ${missing.join(' ')}`),
    tellInvalid: () => did.push('tell invalid data'),
    newNonce: () => `nonce-${unlocks.length}`.padEnd(16, '0'),
    me: () => ME,
    now: Date.now,
    serverNow: Date.now,
    after(ms, run) {
      const timer = { ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  driver.start()
  driver.send({ on: 'broker', live: true })
  const show = (options: { skin?: SkinName; direction?: Direction; language?: string } = {}) =>
    renderUi(
      <>
        <input aria-label="Behind" />
        <CallsHost driver={driver} />
      </>,
      options,
    )
  return { driver, world, show }
}
