// What a door unit does: rings, talks, tells the visitor how it ended. A pure machine for tablets and simulated units.
import type { CallEnd, CallState } from './call.ts'
import { RING_SECONDS } from './call.ts'

/** How a visitor's call ended, as the door unit shows it. */
export type DoorResult = 'nobody' | 'declined' | 'ended' | 'lost' | 'unreachable'

export type DoorUnitState =
  /** `left`: the call that this end has left; the server may not have heard so. */
  | { at: 'idle'; left: number | null }
  /** `callId` is null until the server has told which call it is. `expiresAt` is the server's. */
  | { at: 'ringing'; roomNo: string; callId: number | null; expiresAt: number | null }
  /** The visitor gave up before the server said which call it is. */
  | { at: 'cancelling' }
  | { at: 'talking'; callId: number; roomNo: string; by: string | null; line: LineState }
  | { at: 'over'; result: DoorResult; by: string | null; left: number | null }

type LineState = 'opening' | 'standing' | 'broken'

export type DoorUnitEvent =
  | { type: 'pressed'; roomNo: string }
  /** The visitor gives up or hangs up. */
  | { type: 'cancelled' }
  /** The server says how a call stands; more than once, and after a reconnect again. */
  | {
      type: 'noticed'
      callId: number
      state: CallState
      roomNo: string
      by: string | null
      reason: CallEnd | null
      expiresAt: number
    }
  | { type: 'lineStands'; callId: number }
  | { type: 'lineBroken'; callId: number }
  /** Given up by this end: it never stood, or broke for good. */
  | { type: 'lineLost'; callId: number }
  /** The other end has left. */
  | { type: 'lineLeft'; callId: number }
  | { type: 'timeout'; timer: DoorTimer }

export type DoorTimer = 'reply' | 'ring' | 'line' | 'result'

export type DoorUnitEffect =
  | { do: 'ring'; roomNo: string }
  | { do: 'openLine'; callId: number }
  | { do: 'closeLine'; callId: number }
  | { do: 'hangUp'; callId: number; reason: 'hangUp' | 'lost' }
  | { do: 'start'; timer: DoorTimer; seconds: number }
  | { do: 'stop'; timer: DoorTimer }

/** Seconds that the server may take to say which call a ring became. */
export const REPLY_SECONDS = 10
/** Seconds after which a broken line is given up. */
export const LINE_SECONDS = 15
/** Seconds that the outcome stays on the screen. */
export const RESULT_SECONDS = 5
/** The server ends a call that nobody answers; if its word is lost, the unit does so a little later. */
const RING_GRACE_SECONDS = 4

/** Nobody is at the door. */
export const quietDoor: DoorUnitState = { at: 'idle', left: null }

const idle = (left: number | null): DoorUnitState => ({ at: 'idle', left })

/** Which timer belongs to a state; leaving the state stops it. */
function timerOf(state: DoorUnitState): { timer: DoorTimer; seconds: number } | undefined {
  switch (state.at) {
    case 'ringing':
      return state.callId === null
        ? { timer: 'reply', seconds: REPLY_SECONDS }
        : { timer: 'ring', seconds: RING_SECONDS + RING_GRACE_SECONDS }
    case 'cancelling':
      return { timer: 'reply', seconds: REPLY_SECONDS }
    case 'talking':
      return state.line === 'standing' ? undefined : { timer: 'line', seconds: LINE_SECONDS }
    case 'over':
      return { timer: 'result', seconds: RESULT_SECONDS }
    default:
      return undefined
  }
}

/** One step: the next state, and what is to be done. Unknown or stale events change nothing. */
export function stepDoorUnit(
  state: DoorUnitState,
  event: DoorUnitEvent,
): [state: DoorUnitState, effects: DoorUnitEffect[]] {
  const [next, effects] = react(state, event)
  if (next === state) return [state, effects]
  const [before, after] = [timerOf(state), timerOf(next)]
  const leaves = before && before.timer !== after?.timer
  // A line that breaks again gets its full patience again; a call that is told twice does not ring longer.
  const begins = after && before?.timer !== after.timer
  return [
    next,
    [
      ...(leaves ? [{ do: 'stop', timer: before.timer } as const] : []),
      ...effects,
      ...(begins ? [{ do: 'start', ...after } as const] : []),
    ],
  ]
}

function react(state: DoorUnitState, event: DoorUnitEvent): [DoorUnitState, DoorUnitEffect[]] {
  switch (event.type) {
    case 'pressed': {
      if (state.at !== 'idle' && state.at !== 'over') return [state, []]
      const { roomNo } = event
      return [{ at: 'ringing', roomNo, callId: null, expiresAt: null }, [{ do: 'ring', roomNo }]]
    }
    case 'cancelled':
      return cancel(state)
    case 'noticed':
      return hear(state, event)
    case 'timeout':
      return event.timer === timerOf(state)?.timer ? runOut(state) : [state, []]
    default:
      return state.at === 'talking' && state.callId === event.callId
        ? lineSays(state, event.type)
        : [state, []]
  }
}

function cancel(state: DoorUnitState): [DoorUnitState, DoorUnitEffect[]] {
  if (state.at === 'over') return [idle(state.left), []]
  if (state.at === 'talking') return leave(state, 'ended', 'hangUp')
  if (state.at !== 'ringing') return [state, []]
  return state.callId === null ? [{ at: 'cancelling' }, []] : giveUp(state.callId)
}

const giveUp = (callId: number): [DoorUnitState, DoorUnitEffect[]] => [
  idle(callId),
  [{ do: 'hangUp', callId, reason: 'hangUp' }],
]

const leave = (
  { callId, by }: Extract<DoorUnitState, { at: 'talking' }>,
  result: DoorResult,
  reason: 'hangUp' | 'lost',
): [DoorUnitState, DoorUnitEffect[]] => [
  { at: 'over', result, by, left: callId },
  [
    { do: 'hangUp', callId, reason },
    { do: 'closeLine', callId },
  ],
]

type CallNotice = Extract<DoorUnitEvent, { type: 'noticed' }>

function hear(state: DoorUnitState, notice: CallNotice): [DoorUnitState, DoorUnitEffect[]] {
  const { callId, by, reason } = notice
  const own = 'callId' in state ? state.callId : null
  const live = notice.state === 'ringing' || notice.state === 'answered'
  if (live && state.at === 'cancelling') return giveUp(callId)
  if (live && 'left' in state && state.left === callId)
    return [state, [{ do: 'hangUp', callId, reason: 'hangUp' }]]
  switch (notice.state) {
    case 'ringing':
      if (state.at === 'talking' || own === callId) return [state, []]
      return [{ at: 'ringing', roomNo: notice.roomNo, callId, expiresAt: notice.expiresAt }, []]
    case 'answered': {
      if (state.at === 'talking' && own === callId) return [state, []]
      const open: DoorUnitEffect[] = [{ do: 'openLine', callId }]
      if (state.at === 'talking') open.unshift({ do: 'closeLine', callId: state.callId })
      return [{ at: 'talking', callId, roomNo: notice.roomNo, by, line: 'opening' }, open]
    }
    case 'ended':
    case 'missed': {
      if (own !== callId) return [state, []]
      const close: DoorUnitEffect[] = state.at === 'talking' ? [{ do: 'closeLine', callId }] : []
      // Who was let in sees that the door is open.
      if (reason === 'cancelled' || reason === 'unlocked') return [idle(null), close]
      return [{ at: 'over', result: resultOf(notice), by, left: null }, close]
    }
  }
}

function resultOf({ state, reason }: CallNotice): DoorResult {
  if (reason === 'declined') return 'declined'
  if (state === 'missed') return 'nobody'
  return reason === 'lost' ? 'lost' : 'ended'
}

function lineSays(
  state: Extract<DoorUnitState, { at: 'talking' }>,
  says: 'lineStands' | 'lineBroken' | 'lineLost' | 'lineLeft',
): [DoorUnitState, DoorUnitEffect[]] {
  if (says === 'lineStands')
    return state.line === 'standing' ? [state, []] : [{ ...state, line: 'standing' }, []]
  if (says === 'lineBroken')
    return state.line === 'standing' ? [{ ...state, line: 'broken' }, []] : [state, []]
  return says === 'lineLeft' ? leave(state, 'ended', 'hangUp') : leave(state, 'lost', 'lost')
}

function runOut(state: DoorUnitState): [DoorUnitState, DoorUnitEffect[]] {
  switch (state.at) {
    case 'ringing': {
      const { callId } = state
      if (callId === null) return [{ at: 'over', result: 'unreachable', by: null, left: null }, []]
      return [
        { at: 'over', result: 'nobody', by: null, left: callId },
        [{ do: 'hangUp', callId, reason: 'hangUp' }],
      ]
    }
    case 'talking':
      return leave(state, 'lost', 'lost')
    default:
      return [idle(state.at === 'over' ? state.left : null), []]
  }
}
