// The page /callPhone: the call between people over this session's server and broker, and what lies over every page.
import { useRouter } from '@tanstack/react-router'
import { acceptDirectCall, endDirectCall, startDirectCall } from '../contract/endpoints/intercom.ts'
import { topics } from '../contract/topics.ts'
import type { DirectPorts } from '../features/intercom/direct-call.driver.ts'
import { DirectCallPage } from '../features/intercom/direct-call-page.tsx'
import type { DirectAddress } from '../features/intercom/direct-search.ts'
import { sendRequest } from '../platform/http.ts'
import { RequestError } from '../platform/request-error.ts'
import { lastCallNews, onCallNews } from '../platform/rtc/call-news.ts'
import { lineClock } from '../platform/rtc/line-clock.ts'
import { providerFor } from '../platform/rtc/providers.ts'
import { signalPort } from '../platform/rtc/signals.ts'
import { getSession } from '../platform/session-store.ts'
import { useSession } from '../resource/surroundings.ts'
import { callRecordingPorts } from './call-recording-ports.ts'
import { broker } from './live.ts'
import { engageCalls } from './live-calls.ts'
import { Hosts } from './shell/hosts.tsx'

/** A call waits so long for the broker: on a page that was just opened it is still connecting. */
const BROKER_MS = 10_000

/** Without the broker nobody would hear that the other has answered, nor could the ends find each other. */
function brokerLive(): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (broker.state().is !== 'live') return
      stop()
      resolve()
    }
    const stopLooking = broker.subscribe(look)
    const stopWaiting = lineClock.after(BROKER_MS, () => {
      stop()
      reject(new RequestError({ kind: 'network' }))
    })
    const stop = () => {
      stopLooking()
      stopWaiting()
    }
    look()
  })
}

const ports: DirectPorts = {
  start: userId => brokerLive().then(() => sendRequest(startDirectCall, { userId })),
  accept: callId => brokerLive().then(() => sendRequest(acceptDirectCall, { callId })),
  // It must arrive also when the page is closed; a call that is over already needs no second word.
  end: async callId =>
    void (await sendRequest(endDirectCall, { callId }, { keepAlive: true }).catch(() => {})),
  provider: providerFor,
  signals: callId =>
    signalPort(callId, {
      publish(signal) {
        const me = getSession()?.user.id
        if (me === undefined) return Promise.reject(new Error('The session is over'))
        // At QoS 0 a lost candidate would be lost in silence.
        return broker.publish(topics.personCall(me), { code: '5083', callId, signal }, { qos: 1 })
      },
    }),
  recording: callRecordingPorts,
  lastNews: lastCallNews,
  refusalOf(error) {
    if (!(error instanceof RequestError)) return { id: 'failed' }
    return error.passing ? { id: 'offline' } : { id: error.id ?? 'failed', params: error.params }
  },
  now: () => Date.now(),
  serverNow: () => broker.serverNow(),
  after: lineClock.after,
}

export function DirectCallScreen(address: DirectAddress) {
  const router = useRouter()
  const session = useSession()
  if (!session) return null
  return (
    <>
      <DirectCallPage
        key={session.user.id}
        address={address}
        me={session.user.id}
        ports={ports}
        onNews={onCallNews}
        onLeave={() => router.history.push('/')}
        onBusy={engageCalls}
      />
      <Hosts />
    </>
  )
}
