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
  /**
   * Split by a field of the rows: the words of it that are said beside the figure, each with its own list. The rows that are
   * split are those that the figure is a part of.
   */
  parts?: { by: string; words: readonly string[] }
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
const online = (...kind: DeviceKind[]): FigureFacts => ({
  ...devices({ state: ['online'] }, { kind }),
  parts: { by: 'state', words: ['abnormal', 'offline'] },
})

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

const SUPERVISED = { state: ['supervised'] }
const persons = (filters: Filters, tone?: FigureFacts['tone']): FigureFacts => ({
  entity: 'monitoredPerson',
  page: '/regulatoryList',
  filters: fixed({ ...SUPERVISED, ...filters }),
  of: fixed(SUPERVISED),
  ...(tone && { tone }),
})
export const FIRE_KINDS: readonly DeviceKind[] = [
  'smokeDetector',
  'fireButton',
  'waterPressure',
  'gasSensor',
  'airSwitch',
  'breaker',
]
export const AIR_KINDS: readonly DeviceKind[] = ['gasSensor', 'environment']
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
  fireAlarms: {
    ...alarms({ deviceKind: FIRE_KINDS }, 'critical'),
    parts: { by: 'deviceKind', words: FIRE_KINDS },
  },
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
  personsSevere: persons({ level: ['severe'] }),
  personsModerate: persons({ level: ['moderate'] }),
  personsMild: persons({ level: ['mild'] }),
  strapsLoose: persons({ strap: ['loose'] }, 'critical'),
  strapsTight: { ...persons({ strap: ['tight'] }), parts: { by: 'strap', words: ['unknown', 'none'] } },
  braceletsOnline: online('ankleBracelet'),
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

/** The rows of a figure that have a certain word where it is split. */
export const partBy = (figure: FigureFacts, moments: Moments, word: string): Filters => ({
  ...countedBy(figure, moments),
  ...(figure.parts && { [figure.parts.by]: [word] }),
})

/** The address of the list behind a figure, or behind one word of where it is split, with the same filters. */
export function addressOfFigure(figure: FigureFacts, moments: Moments, word?: string): string {
  const [path = '', kept = ''] = figure.page.split('?')
  const search = new URLSearchParams(kept)
  const filters = word === undefined ? countedBy(figure, moments) : partBy(figure, moments, word)
  for (const [name, value] of Object.entries(filters))
    search.set(name, typeof value === 'object' ? value.join(',') : String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
