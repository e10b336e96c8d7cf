// The push service and the spoken notices: who is there, and what is said aloud, in this session.
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { pushUsers, socketTicket } from '../contract/endpoints/message.ts'
import type { SpokenNotice } from '../contract/spoken-notices.ts'
import { muted } from '../features/spoken-notices/mute.ts'
import { createSpokenBoard } from '../features/spoken-notices/spoken.driver.ts'
import { notifySystem } from '../platform/attention.ts'
import { sendRequest } from '../platform/http.ts'
import { lead } from '../platform/leader.ts'
import { browserClock } from '../platform/mqtt-ports.ts'
import { connectPush, createPushSocket } from '../platform/push-socket.ts'
import { getSession } from '../platform/session-store.ts'
import { browserSpeech, createSpeech } from '../platform/speech.ts'
import { createSpokenSocket, openWebSocket } from '../platform/spoken-socket.ts'

const ticket = () => sendRequest(socketTicket, {})

/** Who is connected. */
export const presence = createPushSocket({
  ...browserClock,
  ticket,
  connect: connectPush,
  fetchUsers: () => sendRequest(pushUsers, {}),
})

/** Texts that stand over the page. */
export const spokenBoard = createSpokenBoard({
  ...browserClock,
  hidden: () => document.visibilityState === 'hidden',
})

export const speech = createSpeech({ ...browserSpeech, ...browserClock })

/** The line of the spoken notices. */
export const spokenSocket = createSpokenSocket(
  { ...browserClock, ticket, open: openWebSocket },
  // A message that nobody can read is a fault of the server's; a console has nothing to do about it.
  { onNotice: hear, onIgnored: () => {} },
)

let isLeader = false
let stopLeading: (() => void) | undefined
let stops: (() => void)[] = []

/** The session starts or ends. */
export function startSockets(): void {
  // Visitors neither see who is there nor hear what colleagues say to each other.
  if (getSession()?.user.visitor) return
  presence.start()
  spokenSocket.start()
  stops = [speech.subscribe(candidate), muted.subscribe(candidate)]
  candidate()
}

export function stopSockets(): void {
  presence.stop()
  spokenSocket.stop()
  for (const stop of stops) stop()
  stops = []
  withdraw()
  speech.silence()
  spokenBoard.clear()
}

// One tab of a browser speaks, and only one that would be heard.
function candidate(): void {
  if (muted.read() || speech.read() !== 'ready') {
    withdraw()
    return
  }
  stopLeading ??= lead('gatehouse-voice', leader => {
    isLeader = leader
  })
}

function withdraw(): void {
  if (muted.read()) speech.silence()
  stopLeading?.()
  stopLeading = undefined
  isLeader = false
}

function hear(notice: SpokenNotice): void {
  if (!spokenBoard.take(notice)) return
  if (isLeader) speech.say(notice.msgContent)
  // An SOS calls for attention by itself.
  if (notice.author !== null)
    notifySystem(i18n._(msg`Message`), notice.msgContent, `spoken-${notice.id ?? ''}`)
}
