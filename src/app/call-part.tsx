// The call code, composed: incoming calls over this session's server, broker, bell and provider. Loaded by the first call.
import { i18n } from '@lingui/core'
import { declineRoomRing } from '../contract/endpoints/conference.ts'
import { buildToken, endDirectCall, hangUp } from '../contract/endpoints/intercom.ts'
import { topics } from '../contract/topics.ts'
import { announceRing } from '../features/intercom/announce-ring.ts'
import { canJoin } from '../features/intercom/call-line.ts'
import { INVALID_DATA } from '../features/intercom/call-words.ts'
import { CallsHost } from '../features/intercom/calls-host.tsx'
import { type Answer, createIncomingCalls } from '../features/intercom/incoming-call.driver.ts'
import { bell } from '../platform/bell.ts'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { newKey, sendRequest } from '../platform/http.ts'
import { warnBeforeLeaving } from '../platform/leave-warning.ts'
import { browserClock } from '../platform/mqtt-ports.ts'
import { RequestError } from '../platform/request-error.ts'
import { providerFor } from '../platform/rtc/providers.ts'
import { signalPort } from '../platform/rtc/signals.ts'
import { getSession } from '../platform/session-store.ts'
import { leadSound } from '../platform/sound-tab.ts'
import { showToast } from '../platform/toast.ts'
import { sendUnlock } from '../platform/unlock.ts'
import { callRecordingPorts } from './call-recording-ports.ts'
import type { CallPart, CallSurroundings } from './live-calls.ts'

/** Composes the driver and its host over the page. Call once. */
export function createCallPart({ broker, go }: CallSurroundings): CallPart {
  const me = () => getSession()?.user.id ?? 0
  const driver = createIncomingCalls({
    answer,
    // It must arrive also when the page is closed.
    hangUp: (imei, roomNo) => sendRequest(hangUp, { imei, ...(roomNo && { roomNo }) }, { keepAlive: true }),
    decline: callId => sendRequest(endDirectCall, { callId }),
    declineRoom: roomId => sendRequest(declineRoomRing, { roomId }),
    unlock: order => sendUnlock(broker, order),
    listen: imei => broker.listen(topics.deviceAnswers(imei)),
    goTo: ring =>
      go(
        ring.kind === 'room'
          ? `/roOm?roomId=${ring.roomId}`
          : `/callPhone?caller=${ring.callerId}&reciever=${ring.calleeId}&call=${ring.callId}`,
      ),
    provider: providerFor,
    signals: callId =>
      signalPort(callId, {
        // At QoS 0 a lost candidate would be lost in silence.
        publish: signal =>
          broker.publish(topics.personCall(me()), { code: '5083', callId, signal }, { qos: 1 }),
      }),
    recording: callRecordingPorts,
    bell,
    announce: ring => announceRing(i18n, ring),
    lead: leadSound,
    log: ({ callId, missing }) =>
      console.warn(`Call ${callId} was not accepted, missing:`, missing.join(', ')),
    tellInvalid: () => showToast({ kind: 'error', message: INVALID_DATA }),
    newNonce: newKey,
    me,
    now: browserClock.now,
    serverNow: broker.serverNow,
    after: browserClock.after,
  })
  // A socket may seem alive for a while without a network, and deliver an unlock when it is back.
  const followBroker = () =>
    driver.send({ on: 'broker', live: broker.state().is === 'live' && getConnection().online })
  broker.subscribe(followBroker)
  subscribeConnection(followBroker)
  let stopWarning: (() => void) | undefined
  driver.subscribe(() => {
    const talking = driver.read().calls.phase.is === 'talking'
    if (talking === (stopWarning !== undefined)) return
    stopWarning?.()
    stopWarning = talking ? warnBeforeLeaving() : undefined
  })
  addEventListener('pagehide', () => {
    const { phase } = driver.read().calls
    if (phase.is === 'talking') driver.send({ on: 'hangUpPressed', callId: phase.ring.callId })
  })
  return {
    Host: () => <CallsHost driver={driver} />,
    start() {
      driver.start()
      followBroker()
    },
    stop: driver.stop,
    hear(message) {
      // Its script comes while it rings; an answer need not wait for it.
      if (message.code === '5081') void providerFor(message.provider).catch(() => {})
      driver.hear(message)
    },
    pending: driver.pending,
    engaged: engaged => driver.send({ on: 'engaged', engaged }),
  }
}

async function answer(ring: { callId: number; imei: string; roomNo: string | null }): Promise<Answer> {
  // Answered late, the call would be somebody else's.
  if (!getConnection().online) return { refusal: { id: 'offline' } }
  try {
    const { join } = await sendRequest(buildToken, ring)
    return { join: canJoin(join) ? join : undefined }
  } catch (error) {
    if (!(error instanceof RequestError)) return { refusal: { id: 'failed' } }
    if (error.kind === 'badAnswer') return { join: undefined }
    return { refusal: error.passing ? { id: 'offline' } : { id: error.id ?? 'failed', params: error.params } }
  }
}
