// Calls: what the broker says of them reaches the call code, which is loaded once the page has come to rest, or by the
// first one.
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import type { DirectCall, IncomingCall, WebMessage } from '../contract/messages.ts'
import type { CallMessage } from '../features/intercom/incoming-call.driver.ts'
import type { Broker } from '../platform/mqtt-broker.ts'
import { hearCallNews } from '../platform/rtc/call-news.ts'
import { hearSignal } from '../platform/rtc/signals.ts'
import { showToast } from '../platform/toast.ts'
import { hearDoorAnswer } from '../platform/unlock.ts'
import { within } from './lazy-chunk.ts'

/** The call code as it is once loaded. */
export interface CallPart {
  Host: ComponentType
  start: () => void
  stop: () => void
  hear: (message: CallMessage) => void
  pending: (calls: readonly (IncomingCall | DirectCall)[], at: number) => void
  engaged: (engaged: boolean) => void
}

/** What the call code needs from whoever starts it. */
export interface CallSurroundings {
  broker: Broker
  /** Opens a path of the console. */
  go: (path: string) => void
}

/**
 * So long after the console is live the code is fetched: a door rings for half a minute, and none of it is to be spent
 * on a thin line, or lost to a server that has been given a newer console since.
 */
export const AHEAD_MS = 10_000

type Pass = (part: CallPart) => void

let part: CallPart | undefined
let broker: Broker | undefined
let engaged = false
/** Somebody rings for whom the code is being loaded. */
let awaited = false
let ahead: ReturnType<typeof setTimeout> | undefined
let go: (path: string) => void = () => {}
/** What came while the code was being loaded, in order. */
let due: Pass[] | undefined
const listeners = new Set<() => void>()

/** What lies over the pages for calls, once there was one; an external store. */
export const callsHost = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): ComponentType | undefined => part?.Host,
}

/** Takes what concerns calls. */
export function hearCalls(message: CallMessage | Extract<WebMessage, { code: '5083' }>): void {
  switch (message.code) {
    case '5083':
      hearSignal(message.callId, message.signal)
      return
    case '5081':
    case '5088':
    case '5097':
      want()
      break
    case '5082':
    case '5091':
      hearDoorAnswer(message)
      break
    case 'call':
      hearCallNews(message)
  }
  pass(each => each.hear(message))
}

/** The session starts; calls are told through its broker. */
export function startCalls(on: Broker): void {
  broker = on
  part?.start()
}

/** The session ends, and with it every call. */
export function stopCalls(): void {
  broker = undefined
  due = undefined
  awaited = false
  clearTimeout(ahead)
  ahead = undefined
  part?.stop()
}

/** Live again: what still rings is in `pending`, and what rang before and is not there is over. */
export function catchUpCalls({
  calls,
  directCalls,
  at,
}: {
  calls: readonly IncomingCall[]
  directCalls: readonly DirectCall[]
  at: number
}): void {
  const ringing = [...calls, ...directCalls].sort((a, b) => a.pushTime - b.pushTime)
  if (ringing.length > 0) want()
  else if (!part) ahead ??= setTimeout(load, AHEAD_MS)
  pass(each => each.pending(ringing, at))
}

/** A call is spoken on a page of its own: what rings meanwhile waits. */
export function engageCalls(busy: boolean): void {
  engaged = busy
  pass(each => each.engaged(busy))
}

/** Names who opens a path of the console. */
export function leadCalls(open: (path: string) => void): void {
  go = open
}

// Nothing rings before the code is there or on its way: then there is nothing to pass on to.
function pass(run: Pass): void {
  if (part) run(part)
  else due?.push(run)
}

function want(): void {
  awaited = true
  load()
}

function load(): void {
  if (part || due || !broker) return
  const mine: Pass[] = []
  due = mine
  const surroundings: CallSurroundings = { broker, go: path => go(path) }
  within(import('./call-part.tsx')).then(
    ({ createCallPart }) => {
      part ??= createCallPart(surroundings)
      for (const listener of listeners) listener()
      // Another session may have begun, or none: what came belongs to the one that is over.
      if (due !== mine) return broker && part.start()
      due = undefined
      awaited = false
      part.start()
      part.engaged(engaged)
      for (const run of mine) run(part)
    },
    () => {
      if (due === mine) due = undefined
      // Nobody rings: the first one that does fetches it again.
      if (!awaited) return
      awaited = false
      showToast({
        kind: 'error',
        message: msg`A call came in, but its part of the console could not be loaded. Reload the page.`,
      })
    },
  )
}
