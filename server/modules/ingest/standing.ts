// How a device stands while a batch is judged: alarms and the conditions behind them, online and offline.
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import type { MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import type { AlarmDraft } from '../alarms/public.ts'
import { type Condition, isAbnormal, missedKinds } from '../rules/public.ts'
import type { Plan, Touched } from './plan.ts'

/** An alarm of the device, with the condition that lasts behind it, if one does. */
export function raise(
  plan: Plan,
  touched: Touched,
  what: {
    type: AlarmType
    raisedAt: number
    value?: number | undefined
    limit?: number | undefined
    condition?: string
    /** Where the message itself says so. */
    place?: { latitude: number; longitude: number } | undefined
    flaws?: readonly MessageFlaw[] | undefined
    sameAs?: number | undefined
  },
): void {
  const { device, live } = touched
  const same = plan.alarms.find(
    alarm => alarm.device.id === device.id && alarm.type === what.type && alarm.raisedAt === what.raisedAt,
  )
  const alarm: AlarmDraft = same ?? {
    device,
    type: what.type,
    raisedAt: what.raisedAt,
    value: what.value ?? null,
    limit: what.limit ?? null,
    latitude: what.place?.latitude ?? live.latitude ?? device.installed?.latitude ?? null,
    longitude: what.place?.longitude ?? live.longitude ?? device.installed?.longitude ?? null,
    battery: live.battery,
    ...(what.flaws && what.flaws.length > 0 && { flaws: what.flaws }),
    ...(what.sameAs !== undefined && { sameAs: what.sameAs }),
  }
  if (!same) plan.alarms.push(alarm)
  if (what.condition !== undefined) {
    const now: Condition = { type: what.type, alarmId: null, raisedAt: what.raisedAt, recoveredAt: null }
    live.conditions.set(what.condition, now)
    plan.conditions.push({ device, condition: what.condition, now, alarm, recovered: false })
  }
  settleState(touched)
}

/** A condition is over. */
export function recover(plan: Plan, touched: Touched, condition: string, at: number, value?: number): void {
  const { device, live } = touched
  const known = live.conditions.get(condition)
  if (!known || known.recoveredAt !== null) return
  const now: Condition = { ...known, recoveredAt: at }
  live.conditions.set(condition, now)
  const alarm =
    plan.conditions.find(change => change.device.id === device.id && change.now === known)?.alarm ?? null
  plan.conditions.push({ device, condition, now, alarm, recovered: true })
  if (condition === 'offline') raise(plan, touched, { type: 'online', raisedAt: at })
  else if (!condition.startsWith('reported:'))
    raise(plan, touched, { type: 'alarmRecovery', raisedAt: at, value })
  settleState(touched)
}

// While online: abnormal as long as a fault of its own lasts.
function settleState(touched: Touched): void {
  const { live, change } = touched
  if (live.state !== 'online' && live.state !== 'abnormal') return
  const state = isAbnormal(live.conditions) ? 'abnormal' : 'online'
  if (state !== live.state) change.state = live.state = state
}

/** The device speaks; `introduced` when it says who it is. */
export function comeOnline(plan: Plan, touched: Touched, at: number, introduced: boolean): void {
  const { device, live, change } = touched
  const was = live.state
  if (introduced) plan.arrived.push(device)
  if (was === 'online' || was === 'abnormal') return
  live.lostAt = null
  change.state = live.state = isAbnormal(live.conditions) ? 'abnormal' : 'online'
  change.connectedAt = live.connectedAt = at
  plan.presence.push({ device, at, online: true })
  if (!introduced) plan.arrived.push(device)
  recover(plan, touched, 'offline', at)
}

function leave(plan: Plan, { device, live, change }: Touched, at: number): boolean {
  if (live.state === 'offline') return false
  change.state = live.state = 'offline'
  change.offlineAt = live.offlineAt = at
  plan.presence.push({ device, at, online: false })
  return true
}

/** The device said goodbye of its own accord: nobody misses it. */
export function sayGoodbye(plan: Plan, touched: Touched, at: number): void {
  leave(plan, touched, at)
  touched.live.lostAt = null
}

/** Its line is broken: offline at once, and missed if it stays away until silence counts. */
export function loseLine(plan: Plan, touched: Touched, at: number): void {
  if (leave(plan, touched, at) && missedKinds.includes(touched.device.kind)) touched.live.lostAt = at
}

/** It has been silent for too long. */
export function fallSilent(
  plan: Plan,
  touched: Touched,
  at: number,
  { raiseAlarm }: { raiseAlarm: boolean },
): void {
  const { device, live } = touched
  const wasLost = live.lostAt !== null
  live.lostAt = null
  if (!leave(plan, touched, at) && !wasLost) return
  if (raiseAlarm && missedKinds.includes(device.kind))
    raise(plan, touched, { type: 'offline', raisedAt: at, condition: 'offline' })
}
