// Ties one unlock without a call to the world: the broker, the door's answers, the time to confirm. A view reads its store.
import {
  CONFIRM_MS,
  type DoorUnlockEffect,
  type DoorUnlockEvent,
  stepDoorUnlock,
  type Unlock,
} from '../../domain/intercom/unlock.ts'
import { type Performers, runMachine } from '../../platform/machine-runner.ts'
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
  let stopHearing = () => {}
  const performers: Performers<DoorUnlockEffect, DoorUnlockEvent> = {
    listen() {
      const stops = [ports.listen(imei), ports.onAnswer(answered)]
      stopHearing = () => {
        for (const stop of stops) stop()
      }
    },
    unlisten: () => stopHearing(),
    startTimer: ({ nonce }, { timers }) => timers.start('confirm', CONFIRM_MS, () => ({ on: 'due', nonce })),
    cancelTimer: (_, { timers }) => timers.stop('confirm'),
    send({ nonce }, session) {
      ports
        .send(unlockRequestOf({ imei, userId: ports.me(), at: ports.serverNow(), nonce }))
        .catch(() => session.send({ on: 'notSent', nonce }))
    },
  }
  const runner = runMachine<Unlock, DoorUnlockEvent, DoorUnlockEffect>({
    state: { is: 'no' },
    step: stepDoorUnlock,
    performers,
    clock: { now: ports.serverNow, after: ports.after },
  })

  const answered = (answer: DoorAnswer) => {
    if (answer.imei !== imei) return
    if (answer.code === '5082')
      return runner.send({ on: 'answered', nonce: answer.nonce, result: answer.result })
    // What a colleague had opened meanwhile says nothing about this press.
    if (answer.userId !== null && answer.userId !== ports.me()) return
    runner.send({ on: 'confirmed', type: answer.type, opened: answer.result === 'opened' })
  }

  return {
    read: runner.read,
    subscribe: runner.subscribe,
    press: () => runner.send({ on: 'pressed', nonce: ports.newNonce(), live: ports.live() }),
    stop: () => runner.stop({ on: 'left' }),
  }
}
