// The figures of the scenes as data: each counts the rows of a list that exists, under filters that the list's address takes.
import type { DeviceKind } from '../device/device.ts'
import { keysOf } from '../keys.ts'
import { addDays } from '../site/calendar-day.ts'

type FilterWord = string | number | boolean | readonly string[]

/** Filters of a list by their names, as its page endpoint takes them decoded. */
export type Filters = Readonly<Record<string, FilterWord>>

/** What the filters of a moment are made of. */
export interface Moments {
  now: number
  /** When the tenant's day began. */
  dayStart: number
  /** That day as it is written. */
  today: string
}

export interface FigureFacts {
  /** Key of the entity that is counted: who may not read it does not get the figure. */
  entity: string
  /** The page that lists it, with what of its address chooses the list. */
  page: string
  filters(moments: Moments): Filters
  /** The rows of which the figure is a part. */
  of?(moments: Moments): Filters
  /**
   * The field by which rows are of today: the figure counts from the day's beginning, and is compared with the same hours of
   * the day and the week before. What only stands now has no past to compare with.
   */
  today?: string
  /** What it means to be above nothing. */
  tone?: 'critical' | 'warning' | 'attention'
}

const fixed = (filters: Filters) => () => filters

const devices = (filters: Filters, of: Filters, tone?: FigureFacts['tone']): FigureFacts => ({
  entity: 'device',
  page: '/DeviceList',
  filters: fixed({ ...of, ...filters }),
  of: fixed(of),
  ...(tone && { tone }),
})
const online = (...kind: DeviceKind[]) => devices({ state: ['online'] }, { kind })

const OPEN = { status: ['open', 'taken'], onTest: false }
const EVER = { status: ['open', 'taken', 'handled'], onTest: false }
const alarms = (filters: Filters, tone: FigureFacts['tone'] = 'warning'): FigureFacts => ({
  entity: 'alarm',
  page: '/AlarmHistory',
  filters: fixed({ ...OPEN, ...filters }),
  tone,
})
const alarmsToday = (filters: Filters, tone: FigureFacts['tone']): FigureFacts => ({
  entity: 'alarm',
  page: '/AlarmHistory',
  filters: fixed({ ...EVER, ...filters }),
  today: 'raisedAt',
  ...(tone && { tone }),
})
const calls = (filters: Filters, tone?: FigureFacts['tone']) => ({
  entity: 'call',
  page: '/rightsManagement?view=calls',
  filters: fixed(filters),
  ...(tone && { tone }),
})
const attendance = (outcome: readonly string[], tone?: FigureFacts['tone']): FigureFacts => ({
  entity: 'attendanceDay',
  page: '/AttendanceInfoList',
  filters: ({ today }) => ({ dayFrom: today, dayTo: today, outcome }),
  of: ({ today }) => ({ dayFrom: today, dayTo: today, outcome: EXPECTED }),
  ...(tone && { tone }),
})
/** Who rests or is on leave is not expected. */
const EXPECTED = ['normal', 'late', 'early', 'absent', 'open']

const persons = (level: string): FigureFacts => ({
  entity: 'monitoredPerson',
  page: '/regulatoryList',
  filters: fixed({ state: ['supervised'], level: [level] }),
  of: fixed({ state: ['supervised'] }),
})
const FIRE_KINDS: readonly DeviceKind[] = [
  'smokeDetector',
  'fireButton',
  'waterPressure',
  'gasSensor',
  'airSwitch',
  'breaker',
]
const AIR_KINDS: readonly DeviceKind[] = ['gasSensor', 'environment']
const SOON_DAYS = 7

const facts = {
  devices: { entity: 'device', page: '/DeviceList', filters: fixed({}) },
  devicesOnline: devices({ state: ['online'] }, {}),
  devicesAbnormal: devices({ state: ['abnormal'] }, {}, 'warning'),
  devicesOffline: devices({ state: ['offline'] }, {}, 'attention'),
  openAlarms: alarms({}),
  criticalAlarms: alarms({ severity: ['critical'] }, 'critical'),
  alarmsToday: alarmsToday({}, undefined),
  sosToday: alarmsToday({ type: ['sos'] }, 'critical'),
  smokeOnline: online('smokeDetector'),
  buttonsOnline: online('fireButton'),
  pressureOnline: online('waterPressure'),
  gasOnline: online('gasSensor'),
  breakersOnline: online('airSwitch', 'breaker'),
  fireAlarms: alarms({ deviceKind: FIRE_KINDS }, 'critical'),
  inspectionsDue: {
    entity: 'inspection',
    page: '/index4yearly',
    filters: fixed({ state: ['late', 'soon'] }),
    tone: 'attention',
  },
  roomsOccupied: {
    entity: 'room',
    page: '/roomManagement',
    filters: fixed({ state: ['alarm', 'waiting', 'owing', 'tenant', 'owner'] }),
    of: fixed({}),
  },
  doorsOnline: online('doorUnit'),
  callsToday: { ...calls({}), today: 'startedAt' },
  callsMissed: { ...calls({ state: ['missed'] }, 'attention'), today: 'startedAt' },
  callsWaiting: calls({ state: ['ringing'] }, 'warning'),
  feesOwing: {
    entity: 'feeBill',
    page: '/arrears?tab=bills',
    filters: fixed({ age: ['to30', 'to60', 'to90', 'over90'] }),
    tone: 'attention',
  },
  present: attendance(['normal', 'late', 'early']),
  late: attendance(['late'], 'attention'),
  absent: attendance(['absent'], 'warning'),
  wristbandsOnline: online('wristband', 'watch'),
  helmetsOnline: online('helmet'),
  camerasOnline: online('camera'),
  fenceExits: {
    entity: 'fenceEvent',
    page: '/fenceList?view=events',
    filters: fixed({ kind: ['exit'] }),
    today: 'at',
    tone: 'warning',
  },
  airAlarms: alarms({ deviceKind: AIR_KINDS }),
  plansDue: {
    entity: 'workPlan',
    page: '/workPlan?view=list',
    filters: ({ today }) => ({ state: ['open'], endOnTo: today }),
    tone: 'attention',
  },
  personsSevere: persons('severe'),
  personsModerate: persons('moderate'),
  personsMild: persons('mild'),
  braceletsOnline: online('ankleBracelet'),
  braceletsOffline: devices({ state: ['offline'] }, { kind: ['ankleBracelet'] }, 'warning'),
  braceletsAbnormal: devices({ state: ['abnormal'] }, { kind: ['ankleBracelet'] }, 'warning'),
  authorisationsEnding: {
    entity: 'monitoredPerson',
    page: '/regulatoryList',
    filters: ({ today }) => ({ authorisedUntilFrom: today, authorisedUntilTo: addDays(today, SOON_DAYS) }),
    tone: 'attention',
  },
  onDuty: {
    entity: 'dutyShift',
    page: '/dutyUser',
    filters: ({ now }) => ({ state: ['published'], startsAtTo: now, endsAtFrom: now }),
  },
  openWork: { entity: 'workItem', page: '/workItems', filters: fixed({ state: ['open'] }) },
  lateWork: {
    entity: 'workItem',
    page: '/workItems',
    filters: fixed({ state: ['open'], late: true }),
    tone: 'warning',
  },
} satisfies Record<string, FigureFacts>

export type FigureKey = keyof typeof facts

export const figures: Readonly<Record<FigureKey, FigureFacts>> = facts

export const figureKeys = keysOf(facts)

/** The rows that a figure counts: those of today from the day's beginning, or until `now` where that is past. */
export function countedBy(figure: FigureFacts, moments: Moments, past = false): Filters {
  const { today } = figure
  return {
    ...figure.filters(moments),
    ...(today !== undefined && { [`${today}From`]: moments.dayStart }),
    ...(today !== undefined && past && { [`${today}To`]: moments.now }),
  }
}

/** The address of the list behind a figure, with the same filters. */
export function addressOfFigure(figure: FigureFacts, moments: Moments): string {
  const [path = '', kept = ''] = figure.page.split('?')
  const search = new URLSearchParams(kept)
  for (const [name, value] of Object.entries(countedBy(figure, moments)))
    search.set(name, typeof value === 'object' ? value.join(',') : String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
