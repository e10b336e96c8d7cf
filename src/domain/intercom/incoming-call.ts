// The machine of an incoming call (real-time specification, section 4): one step for each thing that happens.
import {
  type AnswerRefusal,
  type CallEffect,
  type CallEvent,
  type Calls,
  type Closing,
  countdownId,
  type Door,
  type DoorRing,
  doorOf,
  isBusy,
  lineOf,
  missingIn,
  noCalls,
  type Phase,
  type Ring,
  timersOf,
} from './incoming-call-state.ts'
import { turned } from './incoming-call-turn.ts'
import { awaitsDoor, REMOTE_UNLOCK, stepUnlock, type UnlockEvent } from './unlock.ts'

/** Settled calls remembered against late duplicates. */
const OVER_KEPT = 200
const MISSED_KEPT = 20

const closedDoor: Door = { unlock: { is: 'no' }, listening: false, titled: false }

type On<Name extends CallEvent['on']> = Extract<CallEvent, { on: Name }>

/**
 * Takes one event; returns the next state and what is to be done. Pure: no clock, no network. What a state holds, such
 * as timers, sound, the line and the door's channel, is begun on entering it and ended on leaving it.
 */
export function stepCall(calls: Calls, event: CallEvent): [Calls, readonly CallEffect[]] {
  const effects: CallEffect[] = []
  const next = nextUp(move(calls, event, effects))
  return [next, [...effects, ...turned(calls, next)]]
}

function move(calls: Calls, event: CallEvent, effects: CallEffect[]): Calls {
  const { phase } = calls
  switch (event.on) {
    case 'rang':
      return rang(calls, event.ring, effects)
    case 'answerPressed':
      return answer(calls, event.callId, effects)
    case 'accepted':
      return accepted(calls, event, effects)
    case 'answerRefused':
      if (phase.is !== 'answering' || phase.attempt !== event.attempt) return calls
      return answerRefused(calls, phase, event.refusal)
    case 'ignorePressed':
      return ignore(calls, event.callId, effects)
    case 'timer':
      return timersOf(calls).has(event.id) ? due(calls, event.id) : calls
    case 'unlockPressed':
    case 'unlockNotSent':
    case 'unlockAnswered':
    case 'unlockConfirmed':
      return unlocking(calls, event)
    case 'lineMoved':
      if (lineOf(calls) !== event.callId || !('line' in phase)) return calls
      return { ...calls, phase: { ...phase, line: event.line } }
    case 'lineEnded':
      return lineOf(calls) === event.callId ? ended(calls, event.problem, effects) : calls
    case 'hangUpPressed':
      return hangUp(calls, event.callId, effects)
    case 'noticed':
      return noticed(calls, event, effects)
    case 'broker':
      return { ...calls, live: event.live }
    case 'pending':
      return pending(calls, event, effects)
    case 'engaged':
      return { ...calls, engaged: event.engaged }
    case 'leadership':
      return { ...calls, leader: event.leader }
    case 'missedSeen':
      return { ...calls, missed: [] }
    case 'sessionEnded':
      return { ...noCalls, leader: calls.leader, attempts: calls.attempts }
  }
}

/** Where nothing is going on any more, the oldest that still rings comes up. */
function nextUp(calls: Calls): Calls {
  const [next, ...waiting] = calls.waiting
  const free = calls.phase.is === 'idle' || calls.phase.is === 'ended'
  return next && free && !calls.engaged ? { ...settle(calls), phase: ringing(next), waiting } : calls
}

const ringing = (ring: Ring): Phase => ({ is: 'ringing', ring, door: closedDoor })

function rang(calls: Calls, ring: Ring, effects: CallEffect[]): Calls {
  const { phase, waiting } = calls
  const known = ('ring' in phase && phase.ring.callId === ring.callId) || calls.over.includes(ring.callId)
  if (known || waiting.some(each => each.callId === ring.callId)) return calls
  const missing = missingIn(ring)
  if (missing.length > 0) {
    effects.push(
      { do: 'log', why: 'incomplete', callId: ring.callId, missing },
      { do: 'tell', why: 'invalid' },
    )
    return calls
  }
  if (isBusy(calls) || waiting.length > 0) return { ...calls, waiting: [...waiting, ring] }
  return { ...settle(calls), phase: ringing(ring) }
}

function answer(calls: Calls, callId: number, effects: CallEffect[]): Calls {
  const { phase } = calls
  if (phase.is !== 'ringing' || phase.ring.callId !== callId) return calls
  const { ring, door } = phase
  if (ring.kind !== 'door') {
    effects.push({ do: 'goTo', ring })
    return settle(calls)
  }
  const attempt = calls.attempts + 1
  effects.push({ do: 'answer', callId, attempt, imei: ring.imei, roomNo: ring.roomNo ?? null })
  return {
    ...calls,
    attempts: attempt,
    phase: { is: 'answering', ring, door, attempt, line: 'none', due: false },
  }
}

function accepted(calls: Calls, event: On<'accepted'>, effects: CallEffect[]): Calls {
  const { phase } = calls
  const { callId, attempt, imei, roomNo, complete } = event
  const mine = phase.is === 'answering' && phase.attempt === attempt && phase.line === 'none'
  if (!mine || !complete) {
    // The server counts the call as ours: nobody would hang it up otherwise.
    if (lineOf(calls) !== callId) effects.push({ do: 'hangUp', imei, roomNo })
    if (!mine) return calls
    effects.push({ do: 'tell', why: 'invalid' })
    return closing(calls, phase.ring, { why: 'invalid' })
  }
  const { ring, door } = phase
  return {
    ...calls,
    phase: phase.due ? { is: 'talking', ring, door, line: 'connecting' } : { ...phase, line: 'connecting' },
  }
}

function answerRefused(
  calls: Calls,
  { ring, door }: { ring: DoorRing; door: Door },
  refusal: AnswerRefusal,
): Calls {
  if (refusal.id === 'call.takenBy') {
    const name = refusal.params?.name
    return closing(calls, ring, { why: 'taken', by: name === undefined ? null : String(name) })
  }
  if (refusal.id === 'call.over' || refusal.id === 'call.none')
    return closing(calls, ring, { why: 'over', reason: null })
  // It rings on: another try may work.
  return { ...calls, phase: { is: 'ringing', ring, door, refusal } }
}

function ignore(calls: Calls, callId: number, effects: CallEffect[]): Calls {
  const { phase } = calls
  if (phase.is !== 'ringing' && phase.is !== 'answering') return calls
  if (phase.ring.callId !== callId) return calls
  if (phase.ring.kind === 'direct') effects.push({ do: 'decline', callId })
  if (phase.ring.kind === 'room') effects.push({ do: 'declineRoom', roomId: phase.ring.roomId })
  if (phase.is === 'answering' && phase.line !== 'none') effects.push(hangUpOf(phase.ring))
  return closing(calls, phase.ring, { why: 'ignored' })
}

function due(calls: Calls, id: string): Calls {
  const { phase } = calls
  const late = calls.waiting.find(ring => countdownId(ring) === id)
  if (late) return { ...withMissed(withOver(calls, late.callId), late), waiting: without(calls, late.callId) }
  if (phase.is === 'ringing' && id === countdownId(phase.ring)) return settle(withMissed(calls, phase.ring))
  if (id.startsWith('confirm')) return withUnlock(calls, { unlock: { is: 'silent' } })
  // In the drawer an answer is under way; its dialog will open with the title.
  if (id === 'unlocked') return withUnlock(calls, { unlock: { is: 'done', shown: true }, titled: true })
  if (phase.is !== 'answering') return settle(calls)
  const { ring, door, line } = phase
  return {
    ...calls,
    phase: line === 'none' ? { ...phase, due: true } : { is: 'talking', ring, door, line },
  }
}

function unlocking(
  calls: Calls,
  event: On<'unlockPressed' | 'unlockNotSent' | 'unlockAnswered' | 'unlockConfirmed'>,
): Calls {
  const { phase } = calls
  const door = doorOf(phase)
  if (!door || !('ring' in phase) || phase.ring.kind !== 'door') return calls
  switch (event.on) {
    case 'unlockPressed':
      if (phase.ring.callId !== event.callId) return calls
      if (door.unlock.is === 'done' && !door.unlock.shown) return calls
      return unlocked(calls, door, { on: 'pressed', nonce: event.nonce, live: calls.live })
    case 'unlockNotSent':
      return unlocked(calls, door, { on: 'notSent', nonce: event.nonce })
    case 'unlockAnswered':
      return unlocked(calls, door, { on: 'answered', nonce: event.nonce, result: event.result })
    case 'unlockConfirmed':
      return confirmed(calls, phase.ring, event)
  }
}

function unlocked(calls: Calls, door: Door, event: UnlockEvent): Calls {
  const unlock = stepUnlock(door.unlock, event)
  return unlock === door.unlock ? calls : withUnlock(calls, { unlock, listening: awaitsDoor(unlock) })
}

function confirmed(calls: Calls, ring: DoorRing, event: On<'unlockConfirmed'>): Calls {
  const foreign = event.callId !== null && event.callId !== ring.callId
  if (event.type !== REMOTE_UNLOCK || event.imei !== ring.imei || foreign) return calls
  if (!doorOf(calls.phase)?.listening) return calls
  if (!event.opened)
    return withUnlock(calls, { unlock: { is: 'refused', why: 'notOpened' }, listening: false })
  if (calls.phase.is === 'ringing') return closing(calls, ring, { why: 'unlocked' })
  return withUnlock(calls, { unlock: { is: 'done', shown: false }, listening: false })
}

function withUnlock(calls: Calls, change: Partial<Door>): Calls {
  const { phase } = calls
  return 'door' in phase ? { ...calls, phase: { ...phase, door: { ...phase.door, ...change } } } : calls
}

function ended(calls: Calls, problem: string | null, effects: CallEffect[]): Calls {
  const { phase } = calls
  if (phase.is !== 'talking' && phase.is !== 'answering') return calls
  effects.push({ do: 'hangUp', imei: phase.ring.imei, roomNo: null })
  return {
    ...withOver(calls, phase.ring.callId),
    phase: { is: 'ended', ring: phase.ring, problem, titled: phase.door.titled },
  }
}

function hangUp(calls: Calls, callId: number, effects: CallEffect[]): Calls {
  const { phase } = calls
  if ((phase.is !== 'talking' && phase.is !== 'ended') || phase.ring.callId !== callId) return calls
  if (phase.is === 'talking') effects.push(hangUpOf(phase.ring))
  return settle(calls)
}

const hangUpOf = ({ imei, roomNo }: DoorRing): CallEffect => ({
  do: 'hangUp',
  imei,
  roomNo: roomNo ?? null,
})

function noticed(calls: Calls, event: On<'noticed'>, effects: CallEffect[]): Calls {
  const { callId, state, endReason } = event
  if (state === 'ringing') return calls
  const { phase } = calls
  const waiter = calls.waiting.find(each => each.callId === callId)
  if (waiter) {
    const rest = { ...withOver(calls, callId), waiting: without(calls, callId) }
    return state === 'missed' && endReason !== 'declined' ? withMissed(rest, waiter) : rest
  }
  if (!('ring' in phase) || phase.ring.callId !== callId) return withOver(calls, callId)
  if (lineOf(calls) === callId)
    return state === 'answered' ? calls : ended(calls, endReason === 'lost' ? 'network' : null, effects)
  if (phase.is !== 'ringing' && phase.is !== 'answering') return calls
  if (state === 'answered') {
    if (event.answeredById !== event.me)
      return closing(calls, phase.ring, { why: 'taken', by: event.answeredBy })
    // The own answer may be slower than the notice of it.
    return phase.is === 'answering' ? calls : closing(calls, phase.ring, { why: 'elsewhere' })
  }
  if (endReason === 'unlocked') {
    // The own confirmation may be slower than the notice of it.
    const unlock = doorOf(phase)?.unlock.is
    const own = unlock === 'asked' || unlock === 'done'
    return closing(calls, phase.ring, own ? { why: 'unlocked' } : { why: 'opened', by: event.unlockedBy })
  }
  const rest = state === 'missed' && endReason !== 'declined' ? withMissed(calls, phase.ring) : calls
  return closing(rest, phase.ring, { why: 'over', reason: endReason })
}

function pending(calls: Calls, { rings, at }: On<'pending'>, effects: CallEffect[]): Calls {
  const ids = new Set(rings.map(ring => ring.callId))
  // What began after the question was put cannot be in its answer.
  // Rooms are not among what the server keeps of calls: they end by their time, or by word of the server.
  const gone = (ring: Ring) => ring.kind !== 'room' && ring.pushTime < at && !ids.has(ring.callId)
  const left = calls.waiting.filter(gone).reduce((each, ring) => withOver(each, ring.callId), calls)
  const kept: Calls = { ...left, waiting: left.waiting.filter(ring => !gone(ring)) }
  const here =
    kept.phase.is === 'ringing' && gone(kept.phase.ring)
      ? closing(kept, kept.phase.ring, { why: 'over', reason: null })
      : kept
  return rings.reduce((each, ring) => rang(each, ring, effects), here)
}

const without = (calls: Calls, callId: number) => calls.waiting.filter(ring => ring.callId !== callId)

const withMissed = (calls: Calls, ring: Ring): Calls => ({
  ...calls,
  missed: [...calls.missed, ring].slice(-MISSED_KEPT),
})

const withOver = (calls: Calls, callId: number): Calls =>
  calls.over.includes(callId) ? calls : { ...calls, over: [...calls.over, callId].slice(-OVER_KEPT) }

const closing = (calls: Calls, ring: Ring, why: Closing): Calls => ({
  ...withOver(calls, ring.callId),
  phase: { is: 'closing', ring, closing: why },
})

/** The call at hand is over for this console. */
function settle(calls: Calls): Calls {
  const { phase } = calls
  return 'ring' in phase ? { ...withOver(calls, phase.ring.callId), phase: { is: 'idle' } } : calls
}
