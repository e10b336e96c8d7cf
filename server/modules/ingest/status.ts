// What a device tells of itself (2003): its ring, gas, valve, switch and mains, and what a gateway tells of its switches.
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import type { MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import { hearFrom, type Plan, type Touched } from './plan.ts'
import { comeOnline, raise, recover } from './standing.ts'

type Said = Omit<Extract<DeviceMessage, { code: '2003' }>, 'code' | 'switches' | 'time' | 'seq'>

/** Alarms that last while the device says so, by what it says. */
const lastingStates = {
  footRing: { says: 'loose', type: 'wearing' },
  harmfulGas: { says: 'detected', type: 'harmfulGas' },
} as const

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
    for (const [field, { says, type }] of Object.entries(lastingStates))
      if ((field === 'footRing' ? message.footRing : message.harmfulGas) === says)
        raise(plan, touched, { type, raisedAt: at, flaws })
    return
  }
  live.statusAt = status.at = at
  const { control, mains, footRing, harmfulGas, valve, closed, locked, switch: position } = message
  const told = {
    ...(footRing !== undefined && { footRing }),
    ...(harmfulGas !== undefined && { harmfulGas }),
    ...(valve !== undefined && { valve }),
    ...(closed !== undefined && { closed }),
    ...(locked !== undefined && { locked }),
    ...(control !== undefined && { switchControl: control }),
    ...(position !== undefined && { switchPosition: position }),
  }
  Object.assign(status, told)
  Object.assign(change, told)
  if (mains !== undefined) {
    change.mainsPower = live.mainsPower = mains
    if (mains) recover(plan, touched, 'reported:powerLoss', at)
  }
  for (const [field, { says, type }] of Object.entries(lastingStates)) {
    const said = field === 'footRing' ? footRing : harmfulGas
    if (said === undefined) continue
    const condition = `state:${field}`
    const open = live.conditions.get(condition)?.recoveredAt === null
    if (said === says && !open) raise(plan, touched, { type, raisedAt: at, condition, flaws })
    else if (said !== says) recover(plan, touched, condition, at)
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
