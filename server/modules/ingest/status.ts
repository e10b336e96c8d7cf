// What a device tells of itself (2003): its ring, gas, valve, switch and mains, and what a gateway tells of its switches.
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import type { MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import { lastingStates, stateFacts } from '../../../src/domain/device/state-fields.ts'
import { hearFrom, type Plan, type Touched } from './plan.ts'
import { comeOnline, raise, recover } from './standing.ts'

type Said = Omit<Extract<DeviceMessage, { code: '2003' }>, 'code' | 'switches' | 'time' | 'seq'>

/** Keeps the newest status; what lasts in it is an alarm, and its end the recovery. */
export function addStatus(
  plan: Plan,
  touched: Touched,
  message: Said,
  at: number,
  flaws: readonly MessageFlaw[] = [],
): void {
  const { live, change, status } = touched
  // What comes late tells how it was: the state stays, but nobody knew of the danger.
  if (at < (live.statusAt ?? 0)) {
    for (const { said, says, type } of lastingStates)
      if (message[said] === says) raise(plan, touched, { type, raisedAt: at, flaws })
    return
  }
  live.statusAt = status.at = at
  const { mains } = message
  const reported = Object.fromEntries(
    stateFacts.flatMap(({ field, said }) => (message[said] === undefined ? [] : [[field, message[said]]])),
  )
  Object.assign(status, reported)
  Object.assign(change, reported)
  if (mains !== undefined) {
    change.mainsPower = live.mainsPower = mains
    if (mains) recover(plan, touched, 'reported:powerLoss', at)
  }
  for (const { field, said, says, type } of lastingStates) {
    const state = message[said]
    if (state === undefined) continue
    const condition = `state:${field}`
    const open = live.conditions.get(condition)?.recoveredAt === null
    if (state === says && !open) raise(plan, touched, { type, raisedAt: at, condition, flaws })
    else if (state !== says) recover(plan, touched, condition, at)
  }
}

/** A switch that has no line of its own is as alive as its gateway says. */
export function hearThroughGateway(
  plan: Plan,
  touched: Touched,
  status: Said,
  at: number,
  time: number,
): void {
  hearFrom(touched, at)
  comeOnline(plan, touched, at, false)
  addStatus(plan, touched, status, time)
}
