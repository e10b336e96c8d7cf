// A console without a screen: the real broker connection and the real call machine, as many as are wanted in one process.

import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { brokerConfig, login } from '../../src/contract/endpoints/session.ts'
import {
  createIncomingCalls,
  type IncomingCallPorts,
  type IncomingCalls,
} from '../../src/features/intercom/incoming-call.driver.ts'
import { configureHttp, sendRequest, sendWithToken } from '../../src/platform/http.ts'
import { createBroker } from '../../src/platform/mqtt.ts'
import { connectMqtt } from '../../src/platform/mqtt-client.ts'
import type { BrokerPorts } from '../../src/platform/mqtt-ports.ts'

/** Where consoles of this process call; once for all of them. */
export function callAt(url: string): void {
  configureHttp({ fetch: (path, init) => fetch(new URL(String(path), url), init) })
  // The broker's address is on the page's own origin.
  Object.assign(globalThis, { location: new URL(url) })
}

export interface ListeningConsole {
  calls: IncomingCalls
  /** Resolves when the machine is in this phase. */
  until(phase: 'ringing' | 'idle'): Promise<void>
  stop(): void
}

const clock: Pick<BrokerPorts, 'now' | 'after' | 'random' | 'onWake' | 'onSeen'> = {
  now: Date.now,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  random: Math.random,
  onWake: () => () => {},
  onSeen(run) {
    run(true)
    return () => {}
  },
}

/** Logs somebody in and listens; resolves when the broker hears. */
export async function listenAs(username: string): Promise<ListeningConsole> {
  const { token } = await sendWithToken(login, { username, password: DEMO_PASSWORD })
  const heard = Promise.withResolvers<void>()
  const broker = createBroker(
    {
      ...clock,
      connect: connectMqtt,
      ticket: () => sendRequest(brokerConfig, {}, token === undefined ? {} : { token }),
    },
    {
      onMessage(message) {
        if (message.code === '5081') calls.hear(message)
        if (message.code === 'call') calls.hear(message)
      },
      onLive: heard.resolve,
      onDoubt: () => {},
    },
  )
  const calls = createIncomingCalls(onlyListening(broker.serverNow))
  calls.start()
  broker.start()
  await heard.promise
  calls.send({ on: 'broker', live: true })
  return {
    calls,
    until: phase =>
      new Promise(resolve => {
        const look = () => {
          if (calls.read().calls.phase.is !== phase) return
          stop()
          resolve()
        }
        const stop = calls.subscribe(look)
        look()
      }),
    stop() {
      calls.stop()
      broker.stop()
    },
  }
}

/** The ports of a console where nobody presses anything. */
function onlyListening(serverNow: () => number): IncomingCallPorts {
  const never = async () => {
    throw new Error('Nobody is at this console')
  }
  const nothing = () => {}
  return {
    answer: never,
    hangUp: never,
    decline: never,
    declineRoom: never,
    unlock: never,
    listen: () => nothing,
    goTo: nothing,
    provider: never,
    signals: () => ({ send: nothing, onSignal: () => nothing }),
    bell: { ring: nothing, silence: nothing },
    announce: () => nothing,
    lead(onChange) {
      onChange(true)
      return nothing
    },
    log: nothing,
    tellInvalid: nothing,
    newNonce: () => '',
    me: () => 0,
    now: clock.now,
    serverNow,
    after: clock.after,
  }
}
