// The words of the incoming-call machine: who rings, what is shown, what may happen, what is to be done.
import type { CallEnd, CallState } from './call.ts'
import { CONFIRM_MS, type Unlock, type UnlockRefusal } from './unlock.ts'

type Word = string | null | undefined

/** A door unit rings. The five words from `channel` to `deviceToken` must be there for it to be accepted. */
export interface DoorRing {
  kind: 'door'
  callId: number
  imei: string
  deviceName: string
  channel?: Word
  appToken?: Word
  appUid?: Word
  deviceUid?: Word
  deviceToken?: Word
  community?: Word
  building?: Word
  unit?: Word
  roomNo?: Word
  /** By the server's clock. */
  pushTime: number
  /** It rings until then, by this machine's clock. */
  endsAt: number
}

/** A colleague calls. */
export interface ColleagueRing {
  kind: 'direct'
  callId: number
  callerId: number
  callerName: string
  calleeId: number
  pushTime: number
  endsAt: number
}

/** A colleague calls into a conference room. Known to this console alone by this number, which is below 0. */
export interface RoomRing {
  kind: 'room'
  callId: number
  roomId: string
  roomName: string
  callerName: string
  pushTime: number
  endsAt: number
}

export type Ring = DoorRing | ColleagueRing | RoomRing

export interface Door {
  unlock: Unlock
  /** The device's answers are heard. */
  listening: boolean
  /** The dialog's title says that the door was unlocked. */
  titled: boolean
}

/** Why an answer was refused: an error id of the wire, or `offline`. */
export interface AnswerRefusal {
  id: string
  params?: Record<string, string | number>
}

/** `none`: the server has not yet said that the call is ours. */
export type LinePhase = 'none' | 'connecting' | 'connected' | 'reconnecting'

/** What the drawer says before it closes. */
export type Closing =
  | { why: 'ignored' }
  | { why: 'invalid' }
  | { why: 'unlocked' }
  /** A colleague let the visitor in. */
  | { why: 'opened'; by: string | null }
  /** A colleague was faster. */
  | { why: 'taken'; by: string | null }
  /** The person answered in another tab or on another device. */
  | { why: 'elsewhere' }
  /** Over before anybody here answered; null: it was settled while this console was away. */
  | { why: 'over'; reason: CallEnd | null }

export type Phase =
  | { is: 'idle' }
  | { is: 'ringing'; ring: Ring; door: Door; refusal?: AnswerRefusal }
  /** `due`: the second before the dialog has passed. */
  | { is: 'answering'; ring: DoorRing; door: Door; attempt: number; line: LinePhase; due: boolean }
  | { is: 'talking'; ring: DoorRing; door: Door; line: LinePhase }
  /** The dialog says why the line is no more: null when the other end hung up. */
  | { is: 'ended'; ring: DoorRing; problem: string | null; titled: boolean }
  | { is: 'closing'; ring: Ring; closing: Closing }

export interface Calls {
  phase: Phase
  /** Ring as well, oldest first. */
  waiting: readonly Ring[]
  /** Nobody here answered them. */
  missed: readonly Ring[]
  /** Calls that are settled for this console, newest last: a late duplicate must not ring again. */
  over: readonly number[]
  /** A call is spoken on another screen of this tab. */
  engaged: boolean
  leader: boolean
  /** The broker can be spoken to. */
  live: boolean
  attempts: number
}

export const noCalls: Calls = {
  phase: { is: 'idle' },
  waiting: [],
  missed: [],
  over: [],
  engaged: false,
  leader: false,
  live: false,
  attempts: 0,
}

export type CallEvent =
  | { on: 'rang'; ring: Ring }
  | { on: 'answerPressed'; callId: number }
  /** The server's yes. `complete`: what is needed to join is all there. */
  | {
      on: 'accepted'
      callId: number
      attempt: number
      imei: string
      roomNo: string | null
      complete: boolean
    }
  | { on: 'answerRefused'; callId: number; attempt: number; refusal: AnswerRefusal }
  | { on: 'ignorePressed'; callId: number }
  | { on: 'timer'; id: string }
  | { on: 'unlockPressed'; callId: number; nonce: string }
  /** The broker did not take the request. */
  | { on: 'unlockNotSent'; nonce: string }
  | { on: 'unlockAnswered'; nonce: string; result: 'sent' | Exclude<UnlockRefusal, 'notLive' | 'notOpened'> }
  | { on: 'unlockConfirmed'; imei: string; type: number; opened: boolean; callId: number | null }
  | { on: 'lineMoved'; callId: number; line: Exclude<LinePhase, 'none'> }
  | { on: 'lineEnded'; callId: number; problem: string | null }
  | { on: 'hangUpPressed'; callId: number }
  /** What the server says of a call. */
  | {
      on: 'noticed'
      callId: number
      state: CallState
      answeredById: number | null
      answeredBy: string | null
      endReason: CallEnd | null
      unlockedBy: string | null
      me: number
    }
  | { on: 'broker'; live: boolean }
  /** What rings by the server's word, asked for at `at` by its clock. */
  | { on: 'pending'; rings: readonly Ring[]; at: number }
  | { on: 'engaged'; engaged: boolean }
  | { on: 'leadership'; leader: boolean }
  | { on: 'missedSeen' }
  | { on: 'sessionEnded' }

/** When a timer is due: after so many milliseconds, or at a moment by this machine's clock. */
export type Due = { ms: number } | { until: number }

export type CallEffect =
  | { do: 'ring' }
  | { do: 'silence' }
  /** Say and show it beyond the drawer: page title, system notification; and take that back. */
  | { do: 'announce'; ring: Ring }
  | { do: 'withdraw'; callId: number }
  | { do: 'answer'; callId: number; attempt: number; imei: string; roomNo: string | null }
  | { do: 'decline'; callId: number }
  | { do: 'declineRoom'; roomId: string }
  /** To the screen of the call between two people, or into the room. */
  | { do: 'goTo'; ring: ColleagueRing | RoomRing }
  | { do: 'join'; callId: number }
  | { do: 'leave'; callId: number }
  | { do: 'hangUp'; imei: string; roomNo: string | null }
  | { do: 'unlock'; callId: number; imei: string; nonce: string }
  | { do: 'listen'; imei: string }
  | { do: 'unlisten'; imei: string }
  | { do: 'startTimer'; id: string; due: Due }
  | { do: 'cancelTimer'; id: string }
  | { do: 'log'; why: 'incomplete'; callId: number; missing: readonly string[] }
  /** A toast, beyond what the drawer says. */
  | { do: 'tell'; why: 'invalid' }

/** Delay between a word in the drawer and what follows it (real-time specification, section 9). */
export const CLOSE_MS = 1_000
/** How long the drawer says what others did. */
export const NEWS_MS = 3_000

const needed = ['channel', 'appToken', 'appUid', 'deviceUid', 'deviceToken'] as const

/** Which of the words that a call is accepted by are absent or empty (real-time specification, section 3). */
export function missingIn(ring: Ring): readonly string[] {
  return ring.kind === 'door' ? needed.filter(word => !ring[word]) : []
}

/** True while a further call must not ring: it is kept as waiting. */
export function isBusy({ phase, engaged }: Calls): boolean {
  if (phase.is === 'closing') return phase.closing.why === 'invalid' || phase.closing.why === 'unlocked'
  return engaged || phase.is === 'ringing' || phase.is === 'answering' || phase.is === 'talking'
}

/** The door of the call at hand, when there is one that can be unlocked. */
export const doorOf = (phase: Phase): Door | undefined => ('door' in phase ? phase.door : undefined)

/** Every timer that runs in a state: leaving the state is what cancels it. */
export function timersOf({ phase, waiting }: Calls): ReadonlyMap<string, Due> {
  const timers = new Map<string, Due>()
  for (const ring of waiting) timers.set(countdownId(ring), { until: ring.endsAt })
  switch (phase.is) {
    case 'ringing':
      timers.set(countdownId(phase.ring), { until: phase.ring.endsAt })
      break
    case 'answering':
      if (!phase.due) timers.set(`answer ${phase.attempt}`, { ms: CLOSE_MS })
      break
    case 'ended':
      // A problem stays until it was read.
      if (phase.problem === null) timers.set(`close ${phase.ring.callId}`, { ms: NEWS_MS })
      break
    case 'closing': {
      const own = ['ignored', 'invalid', 'unlocked'].includes(phase.closing.why)
      timers.set(`close ${phase.ring.callId}`, { ms: own ? CLOSE_MS : NEWS_MS })
    }
  }
  const unlock = doorOf(phase)?.unlock
  if (unlock?.is === 'asked') timers.set(`confirm ${unlock.nonce}`, { ms: CONFIRM_MS })
  if (unlock?.is === 'done' && !unlock.shown) timers.set('unlocked', { ms: CLOSE_MS })
  return timers
}

/** Name of the timer that ends a ring. */
export const countdownId = (ring: Ring): string => `countdown ${ring.callId}`

/** The call whose line is open or being opened. */
export function lineOf({ phase }: Calls): number | undefined {
  const joined = phase.is === 'talking' || (phase.is === 'answering' && phase.line !== 'none')
  return joined ? phase.ring.callId : undefined
}
