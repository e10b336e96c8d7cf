// Ties one unlock without a call to the world: the broker, the door's answers, the time to confirm. A view reads its store.
import {
  awaitsDoor,
  CONFIRM_MS,
  stepUnlock,
  type Unlock,
  type UnlockEvent,
} from '../../domain/intercom/unlock.ts'
import { type DoorAnswer, type UnlockRequest, unlockRequestOf } from '../../platform/unlock.ts'

export interface UnlockPorts {
  /** The broker and the server can be spoken to. */
  live: () => boolean
  /** Rejects when the broker does not take it now. */
  send: (request: UnlockRequest) => Promise<void>
  /** Hears a door's answers while held. */
  listen: (imei: string) => () => void
  onAnswer: (listener: (answer: DoorAnswer) => void) => () => void
  newNonce: () => string
  me: () => number
  serverNow: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

export interface DoorUnlock {
  read: () => Unlock
  subscribe: (listener: () => void) => () => void
  press: () => void
  /** Nobody looks any more: nothing is held, and the next look begins anew. */
  stop: () => void
}

/** Makes the driver of one door; nothing is sent or heard before `press`. */
export function createDoorUnlock(imei: string, ports: UnlockPorts): DoorUnlock {
  let unlock: Unlock = { is: 'no' }
  let stopTimer = () => {}
  let stopHearing: (() => void) | undefined
  const listeners = new Set<() => void>()

  const become = (next: Unlock) => {
    if (next === unlock) return
    unlock = next
    if (next.is !== 'asked') stopTimer()
    if (awaitsDoor(next)) stopHearing ??= hear()
    else {
      stopHearing?.()
      stopHearing = undefined
    }
    for (const listener of listeners) listener()
  }
  const send = (event: UnlockEvent) => become(stepUnlock(unlock, event))

  const hear = () => {
    const stops = [ports.listen(imei), ports.onAnswer(answered)]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const answered = (answer: DoorAnswer) => {
    if (answer.imei !== imei) return
    if (answer.code === '5082') return send({ on: 'answered', nonce: answer.nonce, result: answer.result })
    // What a colleague had opened meanwhile says nothing about this press.
    if (answer.userId !== null && answer.userId !== ports.me()) return
    send({ on: 'confirmed', type: answer.type, opened: answer.result === 'opened' })
  }

  return {
    read: () => unlock,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    press() {
      const nonce = ports.newNonce()
      send({ on: 'pressed', nonce, live: ports.live() })
      if (unlock.is !== 'asked' || unlock.nonce !== nonce) return
      stopTimer = ports.after(CONFIRM_MS, () => send({ on: 'due', nonce }))
      ports
        .send(unlockRequestOf({ imei, userId: ports.me(), at: ports.serverNow(), nonce }))
        .catch(() => send({ on: 'notSent', nonce }))
    },
    stop: () => become({ is: 'no' }),
  }
}
