// What the states of an incoming call hold, compared: begun where it is new, ended where it is no more.
import { type CallEffect, type Calls, doorOf, lineOf, type Ring, timersOf } from './incoming-call-state.ts'

/** Orders that end what the state before held and begin what the state after holds. */
export function turned(before: Calls, after: Calls): CallEffect[] {
  const effects: CallEffect[] = []
  const [oldTimers, newTimers] = [timersOf(before), timersOf(after)]
  for (const id of oldTimers.keys()) if (!newTimers.has(id)) effects.push({ do: 'cancelTimer', id })
  const [oldLine, newLine] = [lineOf(before), lineOf(after)]
  if (oldLine !== undefined && oldLine !== newLine) effects.push({ do: 'leave', callId: oldLine })
  const [oldDoor, newDoor] = [heardDoor(before), heardDoor(after)]
  if (oldDoor !== undefined && oldDoor !== newDoor) effects.push({ do: 'unlisten', imei: oldDoor })
  const [oldRing, newRing] = [shownRing(before), shownRing(after)]
  const [loud, louder] = [sounds(before), sounds(after)]
  if (loud && !louder) effects.push({ do: 'silence' })
  if (oldRing && oldRing.callId !== newRing?.callId) effects.push({ do: 'withdraw', callId: oldRing.callId })
  if (newRing && newRing.callId !== oldRing?.callId) effects.push({ do: 'announce', ring: newRing })
  if (louder && !loud) effects.push({ do: 'ring' })
  // The channel is opened before the request goes out, so that its answer is heard.
  if (newDoor !== undefined && oldDoor !== newDoor) effects.push({ do: 'listen', imei: newDoor })
  const unlock = doorOf(after.phase)?.unlock
  if (unlock?.is === 'asked' && newDoor && asks(before) !== unlock.nonce && 'ring' in after.phase)
    effects.push({ do: 'unlock', callId: after.phase.ring.callId, imei: newDoor, nonce: unlock.nonce })
  if (newLine !== undefined && oldLine !== newLine) effects.push({ do: 'join', callId: newLine })
  for (const [id, each] of newTimers)
    if (!oldTimers.has(id)) effects.push({ do: 'startTimer', id, due: each })
  return effects
}

const shownRing = ({ phase }: Calls): Ring | undefined => (phase.is === 'ringing' ? phase.ring : undefined)
const sounds = (calls: Calls): boolean => calls.leader && calls.phase.is === 'ringing'

function asks({ phase }: Calls): string | undefined {
  const unlock = doorOf(phase)?.unlock
  return unlock?.is === 'asked' ? unlock.nonce : undefined
}

function heardDoor({ phase }: Calls): string | undefined {
  return 'door' in phase && phase.door.listening && phase.ring.kind === 'door' ? phase.ring.imei : undefined
}
