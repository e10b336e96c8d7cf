// The conversation with a conference service, built-in or in the cloud: login, questions for messages, posts that are sent
// again. Knows nothing of rooms and media.
import * as z from 'zod/mini'
import type { IceServer } from '../../contract/call-signal.ts'
import {
  browserIceServers,
  type Command,
  event,
  getAnswer,
  loginAnswer,
  type Message,
  message,
  POST_RETRIES_PAUSE_MS,
  rets,
  SERVICE,
  type WireEvent,
} from '../../contract/conference-wire.ts'
import { POLL_MS, POST_RETRIES } from '../../domain/conference/conference.ts'
import type { RoomTicket } from './port.ts'
import { RoomError } from './room-error.ts'

const LOGIN_NUMBERS = 100
const ANSWER_MS = 8_000
/** Between two answers that brought something; the first ones, while somebody is on their way in, follow at once. */
const SHORT_MS = 50
const AT_ONCE_MS = 5
const FIRST_ANSWERS = 12
const LONGEST_PAUSE_MS = 5_000
const WEBRTC_VERSION = '1'
const ROOM_TYPE = '1'

export interface ConversationEvents {
  onEvent(event: WireEvent): void
  onAnswer(sdp: string, line: Message['line']): void
  /** Answers stay away, or come again. */
  onReachable(reachable: boolean): void
  /** The service knows nothing of this conversation any more: another login is needed. */
  onForgotten(): void
}

export interface Conversation {
  iceServers: IceServer[]
  /** As the service names this conversation. */
  place: { confNum: string; instanceId: string }
  command(command: Command): Promise<void>
  offer(sdp: string, line?: Message['line']): Promise<void>
  candidate(candidate: string, sdpMid: string | null, line?: Message['line']): void
  /** The last word, also of a page that closes. */
  farewell(command: Command): void
  close(): void
}

export interface Surroundings {
  fetch: typeof fetch
  random(): number
  wait(ms: number): Promise<void>
  now(): number
}

export const browserSurroundings: Surroundings = {
  fetch: (...asked) => fetch(...asked),
  random: Math.random,
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
  now: () => performance.now(),
}

const json = { 'content-type': 'application/json' }

/** Logs in. Rejects with `RoomError`: `refused` for a ticket that is no good any more, `network`, else `failed`. */
export async function converse(
  ticket: RoomTicket,
  events: ConversationEvents,
  { fetch, random, wait, now }: Surroundings = browserSurroundings,
): Promise<Conversation> {
  const { service, accountName } = ticket
  const data = await logIn(ticket, fetch, random)
  const place = `${data.confNum}/${data.instanceId}`
  let closed = false
  let answers = 0

  const bodyOf = (messages: readonly Omit<Message, 'from' | 'to'>[]) =>
    JSON.stringify({
      data: messages.map(one => JSON.stringify({ from: accountName, to: SERVICE, ...one } satisfies Message)),
    })
  // One after the other, so that what was said first is heard first.
  let posting: Promise<void> = Promise.resolve()
  const post = (...messages: Omit<Message, 'from' | 'to'>[]) => {
    posting = posting.catch(() => {}).then(() => send(bodyOf(messages)))
    return posting
  }
  const send = async (body: string): Promise<void> => {
    for (let left = POST_RETRIES; !closed; left--) {
      const ret = await fetch(`${service}/v1/set/${place}`, { method: 'POST', headers: json, body }).then(
        async response => (response.status === 200 ? retOf(await response.text()) : undefined),
        () => undefined,
      )
      if (ret === rets.ok) return
      // What the service has understood and refused is refused again, however often it is sent.
      if (ret !== undefined && ret !== rets.tooOften) throw new RoomError('failed')
      if (left === 0) throw new RoomError('network')
      await wait(POST_RETRIES_PAUSE_MS)
    }
  }

  const take = (text: string) => {
    const read = z.safeParse(message, parsed(text))
    if (!read.success) return
    const { type, sdp, txt, line } = read.data
    if (type === 'sdp' && sdp?.type === 'answer') events.onAnswer(sdp.sdp, line)
    const told = txt === undefined ? undefined : z.safeParse(event, parsed(txt))
    if (told?.success) events.onEvent(told.data)
    return told?.success ? told.data.event : type
  }
  /** Milliseconds to wait before the next question; undefined when there is none. */
  const ask = async (): Promise<number | undefined> => {
    const began = now()
    const response = await fetch(`${service}/v1/get/${place}`, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (response.status !== 200) throw new Error(String(response.status))
    const answer = z.parse(getAnswer, await response.json())
    if (
      !Array.isArray(answer) &&
      (answer.ret === rets.invalidInstanceId || answer.ret === rets.invalidConfNum)
    )
      return undefined
    const texts = Array.isArray(answer) ? answer : (answer.data ?? [])
    const kinds = texts.map(text => take(text))
    // How loud people are hurries nothing.
    const hurries = kinds.some(kind => kind !== undefined && kind !== 'onvolumechanged')
    if (hurries) return ++answers > FIRST_ANSWERS ? SHORT_MS : AT_ONCE_MS
    return Math.max(SHORT_MS, POLL_MS - (now() - began))
  }
  const poll = async () => {
    let failures = 0
    while (!closed) {
      try {
        const pause = await ask()
        if (closed) return
        if (failures > 0) events.onReachable(true)
        failures = 0
        if (pause === undefined) {
          closed = true
          return events.onForgotten()
        }
        await wait(pause)
      } catch {
        if (closed) return
        if (failures++ === 0) events.onReachable(false)
        await wait(Math.min(LONGEST_PAUSE_MS, POLL_MS * failures))
      }
    }
  }
  void poll()
  return {
    iceServers: browserIceServers(data.iceServers ?? []),
    place: { confNum: String(data.confNum), instanceId: String(data.instanceId) },
    command: wanted => post({ type: 'cmd', txt: JSON.stringify(wanted) }),
    offer: (sdp, line) => post({ type: 'sdp', sdp: { type: 'offer', sdp }, ...(line && { line }) }),
    candidate: (candidate, sdpMid, line) => {
      // What gets lost here is learnt from the first packet, or not needed.
      post({ type: 'ice', ice: { candidate, sdpMid }, ...(line && { line }) }).catch(() => {})
    },
    farewell(wanted) {
      closed = true
      void fetch(`${service}/v1/set/${place}`, {
        method: 'POST',
        headers: json,
        keepalive: true,
        body: bodyOf([{ type: 'cmd', txt: JSON.stringify(wanted) }]),
      }).catch(() => {})
    },
    close() {
      closed = true
    },
  }
}

/** What the service says of a post that it has taken; one that says nothing has taken it. */
function retOf(body: string): number {
  const read = z.safeParse(setAnswer, parsed(body))
  return read.success ? read.data.ret : rets.ok
}
const setAnswer = z.object({ ret: z.int() })

async function logIn(
  { service, accountName, password, appKey }: RoomTicket,
  fetch: Surroundings['fetch'],
  random: Surroundings['random'],
) {
  const number = 1 + Math.floor(random() * LOGIN_NUMBERS)
  const body = {
    accountName,
    password,
    appKey,
    regionId: '0',
    roomType: ROOM_TYPE,
    webrtcVersion: WEBRTC_VERSION,
  }
  let answer: z.output<typeof loginAnswer>
  try {
    const response = await fetch(`${service}/v1/conference/${number}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    answer = z.parse(loginAnswer, await response.json())
  } catch (error) {
    throw new RoomError('network', error)
  }
  if (answer.ret === rets.refused) throw new RoomError('expired')
  if (answer.ret === rets.tooOften) throw new RoomError('network')
  if (answer.ret !== rets.ok || !answer.data) throw new RoomError('failed')
  return answer.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
