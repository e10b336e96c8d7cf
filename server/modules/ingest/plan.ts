// Turns a batch of messages, in their order, into the rows to write and the changes to tell. Touches no database.
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import type { DeviceChange } from '../../../src/contract/messages.ts'
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import type { CommandState } from '../../../src/domain/device/command.ts'
import type { FootRing, HarmfulGas, SwitchControl, Valve } from '../../../src/domain/device/device.ts'
import type { ReadingKind } from '../../../src/domain/device/readings.ts'
import { lastingReports } from '../rules/faults.ts'
import { type Condition, judgeReading } from '../rules/thresholds.ts'
import type { KnownDevice, Live } from './devices.ts'
import { type DoorArrival, isDoorMessage } from './door-messages.ts'
import { type IndoorRow, type Inside, NOWHERE, placeInside, wrongInside } from './indoor.ts'
import { OLDEST_MESSAGE_DAYS } from './partitions.ts'
import { readReportedSettings } from './read-message.ts'
import type { Refusal } from './refusals.ts'
import { comeOnline, goOffline, raise, recover } from './standing.ts'

export interface Arrival {
  imei: string
  message: DeviceMessage
  /** When it came. */
  at: number
}

export interface AlarmDraft {
  device: KnownDevice
  type: AlarmType
  raisedAt: number
  value: number | null
  limit: number | null
  latitude: number | null
  longitude: number | null
  battery: number | null
  /** Where it left or entered one. */
  fence?: { id: number; name: string }
}

/** What became of a condition; `alarm` names the draft that raised it in this same batch. */
export interface ConditionChange {
  device: KnownDevice
  condition: string
  now: Condition
  alarm: AlarmDraft | null
  /** The device says that it is over: the alarm's timeline says so too. */
  recovered: boolean
}

/** Device time of the newest status, and what it told. */
export interface Status {
  at: number | null
  footRing?: FootRing
  harmfulGas?: HarmfulGas
  valve?: Valve
  closed?: boolean
  locked?: boolean
  switchControl?: SwitchControl
}

export interface Touched {
  device: KnownDevice
  live: Live
  change: DeviceChange
  info: { appVersion?: string; systemVersion?: string; iccid?: string; imsi?: string }
  reported: { settings: Record<string, unknown>; at: number } | null
  /** What it says of its contacts, its ring, gas and valve; what is absent stays as stored. */
  status: Status
  sequenceChanged: boolean
  source: string | null
  accuracy: number | null
}

export interface Plan {
  touched: Map<number, Touched>
  readings: { device: KnownDevice; kind: ReadingKind; at: number; value: number }[]
  latest: Map<string, { device: KnownDevice; kind: ReadingKind; at: number; value: number }>
  positions: {
    device: KnownDevice
    at: number
    latitude: number
    longitude: number
    accuracy: number | null
    source: string | null
  }[]
  indoor: IndoorRow[]
  presence: { device: KnownDevice; at: number; online: boolean }[]
  alarms: AlarmDraft[]
  conditions: ConditionChange[]
  acknowledgements: { device: KnownDevice; id: number; to: CommandState; reason: string | null; at: number }[]
  cards: { device: KnownDevice; cardInfo: string; orderId: number | null; at: number }[]
  /** Messages of doors and cards, in their order, for the handlers of their codes. */
  doors: DoorArrival[]
  /** Devices that came online or introduced themselves. */
  arrived: KnownDevice[]
  refusals: Refusal[]
  stored: number
}

const AHEAD_MS = 10 * 60_000
const OLDEST_MS = OLDEST_MESSAGE_DAYS * 86_400_000
const REPEAT_MS = 86_400_000
const RECENT = 64

export const emptyPlan = (): Plan => ({
  touched: new Map(),
  readings: [],
  latest: new Map(),
  positions: [],
  indoor: [],
  presence: [],
  alarms: [],
  conditions: [],
  acknowledgements: [],
  cards: [],
  doors: [],
  arrived: [],
  refusals: [],
  stored: 0,
})

/** The working copy of a device in this plan. */
export function touch(plan: Plan, device: KnownDevice): Touched {
  const known = plan.touched.get(device.id)
  if (known) return known
  const made: Touched = {
    device,
    live: {
      ...device.live,
      latestAt: new Map(device.live.latestAt),
      conditions: new Map(device.live.conditions),
      recent: new Map(device.live.recent),
    },
    change: { id: device.id, imei: device.imei, departmentId: device.departmentId },
    info: {},
    reported: null,
    status: { at: null },
    sequenceChanged: false,
    source: null,
    accuracy: null,
  }
  plan.touched.set(device.id, made)
  return made
}

function isRepeated(touched: Touched, message: DeviceMessage, at: number): boolean {
  const { recent } = touched.live
  // A device that starts again counts from the beginning.
  if (message.code === '1001' && recent.size > 0 && !recent.has(message.seq ?? -1)) {
    recent.clear()
    touched.sequenceChanged = true
  }
  if (message.seq === undefined) return false
  const before = recent.get(message.seq)
  if (before !== undefined && at - before < REPEAT_MS) return true
  recent.delete(message.seq)
  recent.set(message.seq, at)
  const [oldest] = recent.keys()
  if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest)
  touched.sequenceChanged = true
  return false
}

/** The switch at a place behind a gateway. */
export type Behind = (gateway: KnownDevice, channel: number) => KnownDevice | undefined

/** Adds one message of a known device; `behind` finds the switches of a gateway, `inside` judges places in buildings. */
export function addMessage(
  plan: Plan,
  device: KnownDevice,
  { message, at }: Arrival,
  behind: Behind = () => undefined,
  inside: Inside = NOWHERE,
): void {
  const refuse = (reason: string) =>
    void plan.refusals.push({ imei: device.imei, tenantId: device.tenantId, reason })
  const said = message.time ?? at
  if (said < at - OLDEST_MS) {
    refuse('time:tooOld')
    return
  }
  // A clock that runs ahead would make every later message look old.
  const time = said > at + AHEAD_MS ? at : said
  if (time !== said) refuse('time:ahead')

  const touched = touch(plan, device)
  touched.live.lastMessageAt = Math.max(touched.live.lastMessageAt ?? 0, at)
  touched.change.lastMessageAt = touched.live.lastMessageAt
  if (isRepeated(touched, message, at)) {
    refuse('repeated')
    return
  }
  plan.stored++
  if (message.code === '1003') {
    goOffline(plan, touched, at, { raiseAlarm: false })
    return
  }
  comeOnline(plan, touched, at, message.code === '1001')
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
      addStatus(plan, touched, message, time)
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
      addAlarm(plan, touched, message, time)
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
  for (const [kind, value] of Object.entries(values) as [ReadingKind, number | undefined][]) {
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
      limits: device.desired.limits ?? {},
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

/** Alarms that last while the device says so, by what it says. */
const lastingStates = {
  footRing: { says: 'loose', type: 'wearing' },
  harmfulGas: { says: 'detected', type: 'harmfulGas' },
} as const

function addStatus(
  plan: Plan,
  touched: Touched,
  message: Omit<Of<'2003'>, 'code' | 'switches' | 'time' | 'seq'>,
  at: number,
): void {
  const { live, change, status } = touched
  // What comes late tells how it was.
  if (at < (live.statusAt ?? 0)) return
  live.statusAt = status.at = at
  const { control, mains, footRing, harmfulGas, valve, closed, locked } = message
  const told = {
    ...(footRing !== undefined && { footRing }),
    ...(harmfulGas !== undefined && { harmfulGas }),
    ...(valve !== undefined && { valve }),
    ...(closed !== undefined && { closed }),
    ...(locked !== undefined && { locked }),
    ...(control !== undefined && { switchControl: control }),
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
    if (said === says && !open) raise(plan, touched, { type, raisedAt: at, condition })
    else if (said !== says) recover(plan, touched, condition, at)
  }
}

// A switch that has no line of its own is as alive as its gateway says.
function hearThroughGateway(
  plan: Plan,
  touched: Touched,
  status: Parameters<typeof addStatus>[2],
  at: number,
  time: number,
): void {
  touched.live.lastMessageAt = Math.max(touched.live.lastMessageAt ?? 0, at)
  touched.change.lastMessageAt = touched.live.lastMessageAt
  comeOnline(plan, touched, at, false)
  addStatus(plan, touched, status, time)
}

/** Who was seen so lately is alive, though it says nothing itself. */
const SEEN_MS = 60_000

// Each position stands for itself: one that is refused keeps none of the others out.
function hearOfOthers(
  plan: Plan,
  server: KnownDevice,
  { positions }: Of<'2005'>,
  at: number,
  told: number,
  inside: Inside,
): void {
  const refuse = (reason: string) =>
    void plan.refusals.push({ imei: server.imei, tenantId: server.tenantId, reason })
  if (!inside.isServer(server)) {
    if (positions.length > 0) refuse('indoor:notServer')
    return
  }
  for (const position of positions) {
    const one = inside.device(position.imei)
    // A device of another tenant answers as one that does not exist.
    if (one?.tenantId !== server.tenantId) {
      refuse(`indoor:device.${position.imei}`)
      continue
    }
    const said = position.time ?? told
    if (said < at - OLDEST_MS) {
      refuse('time:tooOld')
      continue
    }
    const time = said > at + AHEAD_MS ? at : said
    const wrong = wrongInside(one, position, inside)
    if (wrong) {
      refuse(`${wrong}.${position.imei}`)
      continue
    }
    const touched = touch(plan, one)
    placeInside(plan, touched, position, time)
    if (time >= at - SEEN_MS) {
      touched.live.lastMessageAt = Math.max(touched.live.lastMessageAt ?? 0, at)
      touched.change.lastMessageAt = touched.live.lastMessageAt
      comeOnline(plan, touched, at, false)
    }
  }
}

function addAlarm(plan: Plan, touched: Touched, message: Of<'3001'>, at: number): void {
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
  })
}
