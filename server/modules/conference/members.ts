// One participant of the conference service, from the login on: who it is, what it wants, and what waits to be fetched.

import {
  HOLD_MS,
  type MediaType,
  type Message,
  SERVICE,
  type WireEvent,
  type WireMember,
} from '../../../src/contract/conference-wire.ts'
import type { MemberKind } from '../../../src/domain/conference/conference.ts'
import { decodeState, encodeState, roleOf } from '../../../src/domain/conference/conference.ts'
import type { MediaSlots, MediaSource } from './media-port.ts'
import type { Claims } from './tickets.ts'

/** Messages that nobody fetches pile up no further: whoever is so far behind is gone. */
const MOST_WAITING = 2_000

export interface Wanted {
  width: number
  framesPerSecond: number
}

export interface Member {
  readonly instanceId: string
  readonly confNum: string
  readonly claims: Claims
  readonly kind: MemberKind
  readonly settings: RoomSettings
  phase: 'loggedIn' | 'waiting' | 'in' | 'over'
  displayName: string
  since: number
  audio: boolean
  video: boolean
  screen: boolean
  customState: number
  handSince: number | null
  consent: boolean | null
  /** User names whose media are not wanted. */
  readonly unsubscribed: Set<string>
  /** Pictures that are wanted, by `user name|type`. */
  readonly wants: Map<string, Wanted>
  /** Lines over which others can be sent; undefined before the offer. */
  slots: MediaSlots | undefined
  /** What each of these lines carries, by the user name. */
  readonly assigned: Map<string, { uri: string; type: MediaType }>
  readonly mail: Mail
}

export const wantKey = (uri: string, type: MediaType): string => `${uri}|${type}`
export const userNameOf = (member: Pick<Member, 'claims'>): string => member.claims.accountName
export const isHost = (member: Pick<Member, 'kind'>): boolean => member.kind === 'host'
export const sourceOf = (member: Pick<Member, 'instanceId'>, type: MediaType): MediaSource => ({
  from: member.instanceId,
  type,
})

/** What is kept of a room, as it was when the participant logged in. */
export interface RoomSettings {
  displayName: string
  capacity: number
  waitForHost: boolean
  locked: boolean
  recordingAllowed: boolean
}

export function memberOf({
  claims,
  kind,
  settings,
  instanceId,
  now,
}: Pick<Member, 'claims' | 'kind' | 'settings' | 'instanceId'> & { now: () => number }): Member {
  return {
    instanceId,
    confNum: claims.roomId,
    claims,
    kind,
    settings,
    phase: 'loggedIn',
    displayName: claims.displayName,
    since: now(),
    audio: false,
    video: false,
    screen: false,
    customState: 0,
    handSince: null,
    consent: null,
    unsubscribed: new Set(),
    wants: new Map(),
    slots: undefined,
    assigned: new Map(),
    mail: createMail(now),
  }
}

/** What a participant says of itself, as the specification packs it. */
export const setState = (member: Member, state: number, screen: boolean) => {
  const read = decodeState(state)
  member.audio = read.isAudio
  member.video = read.isVideo
  member.screen = screen
  member.customState = read.customState
}

/** What everybody in the room is told of a participant. */
export function wireMember(member: Member): WireMember {
  const { claims, kind } = member
  return {
    userName: claims.accountName,
    displayName: member.displayName,
    role: roleOf(kind),
    state: encodeState(member, member.customState),
    screen: member.screen,
    imei: claims.who.kind === 'device' ? claims.who.imei : null,
    handSince: member.handSince,
    consent: member.consent,
  }
}

export interface Mail {
  tell(event: WireEvent): void
  /** What is only worth the newest: an earlier one that still waits is dropped, and nobody is woken for it. */
  tellLatest(event: WireEvent): void
  describe(type: 'offer' | 'answer', sdp: string, line?: Message['line']): void
  /** Everything that waits; held a little where nothing does. */
  fetch(): Promise<string[]>
  askedAt(): number
  isFull(): boolean
  /** What waits is still to be had; nothing is held any more. */
  close(): void
}

function createMail(now: () => number): Mail {
  let waiting: { text: string; latest?: WireEvent['event'] }[] = []
  let wake: (() => void) | undefined
  let askedAt = now()
  let closed = false

  const put = (message: Omit<Message, 'from' | 'to'>, latest?: WireEvent['event']) => {
    if (latest) waiting = waiting.filter(one => one.latest !== latest)
    const text = JSON.stringify({ from: SERVICE, to: '', ...message } satisfies Message)
    waiting.push(latest ? { text, latest } : { text })
    if (!latest) wake?.()
  }
  return {
    tell: event => put({ type: 'msg', txt: JSON.stringify(event) }),
    tellLatest: event => put({ type: 'msg', txt: JSON.stringify(event) }, event.event),
    describe: (type, sdp, line) => put({ type: 'sdp', sdp: { type, sdp }, ...(line && { line }) }),
    async fetch() {
      askedAt = now()
      wake?.()
      // How loud people are goes along with what comes next: an answer with it alone would have the next question wait.
      if (waiting.every(({ latest }) => latest !== undefined) && !closed)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, HOLD_MS)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      const texts = waiting.map(({ text }) => text)
      waiting = []
      return texts
    },
    askedAt: () => askedAt,
    isFull: () => waiting.length > MOST_WAITING,
    close() {
      closed = true
      wake?.()
    },
  }
}
