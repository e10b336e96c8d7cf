// Adds messages of devices, in their order, to the plan of their batch. Touches no database.

import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import { flawOf, type MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import type { ReadingKind } from '../../../src/domain/device/readings.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { keysOf } from '../../../src/domain/keys.ts'
import { judgeReading, lastingReports } from '../rules/public.ts'
import type { KnownDevice, Numbered } from './devices.ts'
import { isDoorMessage } from './door-messages.ts'
import { hearOfOthers, type Inside, NOWHERE, placeInside, wrongInside } from './indoor.ts'
import { timeOf } from './message-time.ts'
import { type Arrival, hearFrom, type Plan, type Touched, touch } from './plan.ts'
import { emergencyOf, readReportedSettings } from './read-message.ts'
import { comeOnline, loseLine, raise, recover, sayGoodbye } from './standing.ts'
import { addStatus, hearThroughGateway } from './status.ts'

const REPEAT_MS = DAY_MS
const RECENT = 64
/** An emergency that comes again so soon under its number may be the same, sent again for want of an answer. */
const RESENT_MS = 10 * MINUTE_MS

/** What had this number before, if that was among the last and within a day. */
function heardBefore(touched: Touched, message: DeviceMessage, at: number): Numbered | undefined {
  const { recent } = touched.live
  // A device that starts again counts from the beginning, also when it begins with the number that it began with before.
  if (message.code === '1001' && recent.size > 0) {
    recent.clear()
    touched.sequenceChanged = true
  }
  if (message.seq === undefined) return undefined
  const before = recent.get(message.seq)
  return before !== undefined && at - before.at < REPEAT_MS ? before : undefined
}

function rememberNumber(touched: Touched, { seq }: DeviceMessage, numbered: Numbered): void {
  if (seq === undefined) return
  const { recent } = touched.live
  recent.delete(seq)
  recent.set(seq, numbered)
  const [oldest] = recent.keys()
  if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest)
  touched.sequenceChanged = true
}

/** The switch at a place behind a gateway. */
export type Behind = (gateway: KnownDevice, channel: number) => KnownDevice | undefined

/** What is known of an emergency beyond what its message says. */
interface About {
  flaws: MessageFlaw[]
  /** The alarm that it may be once more. */
  sameAs?: number
}

/** Adds one message of a known device; `behind` finds the switches of a gateway, `inside` judges places in buildings. */
export function addMessage(
  plan: Plan,
  device: KnownDevice,
  { message, at, flaws = [], from }: Pick<Arrival, 'message' | 'at' | 'flaws' | 'from'>,
  behind: Behind = () => undefined,
  inside: Inside = NOWHERE,
): void {
  const refuse = (reason: string) =>
    void plan.refusals.push({ imei: device.imei, tenantId: device.tenantId, reason })
  const emergency = emergencyOf(message) !== undefined
  const about: About = { flaws: [...flaws] }
  const said = message.time ?? at
  const possible = timeOf(said, at)
  if (possible === undefined && !emergency) {
    refuse('time:tooOld')
    return
  }
  const time = possible ?? at
  if (time !== said) {
    if (possible !== undefined) refuse('time:ahead')
    if (emergency) about.flaws.push(flawOf('time', new Date(said).toISOString()))
  }

  const touched = touch(plan, device)
  // A will was written when the device connected: it is no sign of life, and its number is an old one.
  const isWill = from === 'will'
  if (!isWill) hearFrom(touched, at)
  const before = isWill ? undefined : heardBefore(touched, message, at)
  if (before && !emergency) {
    refuse('repeated')
    return
  }
  if (before && message.code === '3001') {
    const { alarm } = before
    const maybeSame = alarm?.type === message.type && at - before.at < RESENT_MS
    // With a time of its own it is the same alarm only if that is the same, and the row says so.
    if (maybeSame && time === at) about.sameAs = alarm.raisedAt
    else if (alarm?.raisedAt !== time) about.flaws.push(flawOf('repeated', message.seq))
  }
  const numbered =
    emergency && message.code === '3001'
      ? { at, alarm: { type: message.type, raisedAt: about.sameAs ?? time } }
      : { at }
  if (!isWill) rememberNumber(touched, message, numbered)
  plan.stored++
  if (message.code === '1003' && from === 'device') {
    sayGoodbye(plan, touched, at)
    return
  }
  if (message.code === '1003' || isWill) loseLine(plan, touched, at)
  else comeOnline(plan, touched, at, message.code === '1001')
  if (isDoorMessage(message)) plan.doors.push({ device, message, at, time })

  switch (message.code) {
    case '1001':
      addLogin(plan, touched, message, time)
      break
    case '1002':
      addReadings(plan, touched, { battery: message.battery, signal: message.signal }, time)
      break
    case '2001':
      addReadings(plan, touched, message.values, time)
      break
    case '2002':
      if (isNowhere(message)) refuse('position:nowhere')
      else addPosition(plan, touched, message, time)
      break
    case '2003':
      addStatus(plan, touched, message, time, about.flaws)
      for (const { channel, ...status } of message.switches ?? []) {
        const one = behind(device, channel)
        if (one) hearThroughGateway(plan, touch(plan, one), status, at, time)
      }
      break
    case '2004': {
      const wrong = wrongInside(device, message, inside)
      if (wrong) refuse(wrong)
      else placeInside(plan, touched, message, time)
      break
    }
    case '2005':
      hearOfOthers(plan, device, message, at, time, inside)
      break
    case '3001':
      addAlarm(plan, touched, message, time, about)
      break
    case '6002':
      plan.acknowledgements.push({
        device,
        id: message.id,
        to: message.result,
        reason: message.reason ?? null,
        at,
      })
      break
    case '6003':
      addSettings(plan, touched, message.settings, time)
      break
    case '7001':
      plan.payloads.push({ device, at: time, form: message.form, data: message.data })
      break
    case '5084':
      plan.cards.push({ device, cardInfo: message.cardInfo, orderId: message.orderId ?? null, at: time })
  }
}

type Of<Code extends DeviceMessage['code']> = Extract<DeviceMessage, { code: Code }>

function addLogin(plan: Plan, touched: Touched, message: Of<'1001'>, time: number): void {
  for (const field of ['appVersion', 'systemVersion', 'iccid', 'imsi'] as const) {
    const value = message[field]
    if (value) touched.info[field] = value
  }
  if (message.mainsPower !== undefined) {
    touched.change.mainsPower = touched.live.mainsPower = message.mainsPower
    if (message.mainsPower) recover(plan, touched, 'reported:powerLoss', time)
  }
  if (message.settings) addSettings(plan, touched, message.settings, time)
}

function addSettings(plan: Plan, touched: Touched, raw: Record<string, unknown>, at: number): void {
  const result = readReportedSettings(raw)
  if ('wrong' in result)
    plan.refusals.push({
      imei: touched.device.imei,
      tenantId: touched.device.tenantId,
      reason: `field:settings.${result.wrong}`.slice(0, 80),
    })
  else {
    touched.reported = { settings: result.settings, at }
    touched.change.settingsAt = at
  }
}

function addReadings(
  plan: Plan,
  touched: Touched,
  values: Partial<Record<ReadingKind, number | undefined>>,
  at: number,
): void {
  const { device, live, change } = touched
  for (const kind of keysOf(values)) {
    const value = values[kind]
    if (value === undefined) continue
    plan.readings.push({ device, kind, at, value })
    if (at < (live.latestAt.get(kind) ?? 0)) continue
    live.latestAt.set(kind, at)
    plan.latest.set(`${device.id} ${kind}`, { device, kind, at, value })
    change.readings = [
      ...(change.readings ?? []).filter(reading => reading.kind !== kind),
      { kind, value, at },
    ]
    if (kind === 'battery') change.battery = live.battery = Math.round(value)
    if (kind === 'signal') change.signal = live.signal = Math.round(value)
    const verdict = judgeReading(kind, value, {
      limits: device.limits,
      conditions: live.conditions,
      at,
      repeatSeconds: device.desired.alarmSeconds,
    })
    if (verdict?.is === 'raise')
      raise(plan, touched, { ...verdict, raisedAt: at, condition: verdict.condition })
    else if (verdict) recover(plan, touched, verdict.condition, at, verdict.value)
  }
}

/** What receivers say that have no fix: taken for a place, it would lead every track to the gulf of Guinea, out of every fence. */
const isNowhere = ({ lat, lon }: { lat: number; lon: number }) => lat === 0 && lon === 0

function addPosition(plan: Plan, touched: Touched, message: Of<'2002'>, at: number): void {
  const { device, live, change } = touched
  const { lat: latitude, lon: longitude } = message
  // `real` has no room for what rounds to less than nothing.
  const accuracy = message.accuracy === undefined ? null : Math.round(message.accuracy * 100) / 100
  const source = message.source ?? null
  plan.positions.push({ device, at, latitude, longitude, accuracy, source })
  if (at < (live.positionAt ?? 0)) return
  Object.assign(live, { latitude, longitude, positionAt: at })
  Object.assign(change, { latitude, longitude, positionAt: at, accuracy })
  Object.assign(touched, { accuracy, source })
}

function addAlarm(plan: Plan, touched: Touched, message: Of<'3001'>, at: number, about: About): void {
  const { live } = touched
  const { lat, lon } = message
  const placed = lat !== undefined && lon !== undefined && !isNowhere({ lat, lon })
  if (placed && at >= (live.positionAt ?? 0)) addPosition(plan, touched, { code: '2002', lat, lon }, at)
  if (message.type === 'alarmRecovery') {
    for (const [condition, { recoveredAt }] of live.conditions)
      if (recoveredAt === null && condition.startsWith('reported:')) recover(plan, touched, condition, at)
    raise(plan, touched, { type: message.type, raisedAt: at, value: message.value, limit: undefined })
    return
  }
  const lasting = lastingReports.includes(message.type) ? `reported:${message.type}` : undefined
  const open = lasting !== undefined && live.conditions.get(lasting)?.recoveredAt === null
  // A fault that lasts is told once, however often the device repeats it.
  if (open) return
  if (message.type === 'powerLoss') touched.change.mainsPower = live.mainsPower = false
  raise(plan, touched, {
    type: message.type,
    raisedAt: at,
    value: message.value,
    limit: undefined,
    ...(lasting === undefined ? {} : { condition: lasting }),
    // Also where the device has told of a newer place since: it happened here.
    place: placed ? { latitude: lat, longitude: lon } : undefined,
    ...about,
  })
}
