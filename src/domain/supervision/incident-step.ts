// An incident of a monitored person as a machine: which step follows, until when it is due, and what cannot end it.
import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'

export const supervisionLevel = z.enum(['mild', 'moderate', 'severe'])
export type SupervisionLevel = z.output<typeof supervisionLevel>

export const incidentKind = z.enum([
  'help',
  'strap',
  'tamper',
  'curfew',
  'left',
  'entered',
  /** The device went silent with a battery that was full enough. */
  'silent',
  /** It had said before that its battery was low. */
  'flat',
  'checkIn',
  'charging',
  'expired',
])
export type IncidentKind = z.output<typeof incidentKind>

export const incidentState = z.enum(['open', 'acknowledged', 'contacted', 'dispatched', 'closed'])
export type IncidentState = z.output<typeof incidentState>

/** How it ended: it was so, it was not, a permit covers it, or the equipment was to blame. */
export const incidentOutcome = z.enum(['confirmed', 'false', 'permitted', 'equipment'])

export type IncidentStep = 'acknowledge' | 'contact' | 'dispatch' | 'close'

const leadsTo: Record<IncidentStep, Exclude<IncidentState, 'open'>> = {
  acknowledge: 'acknowledged',
  contact: 'contacted',
  dispatch: 'dispatched',
  close: 'closed',
}
const follows: Record<IncidentState, readonly IncidentStep[]> = {
  open: ['acknowledge'],
  acknowledged: ['contact', 'dispatch', 'close'],
  contacted: ['dispatch', 'close'],
  dispatched: ['close'],
  closed: [],
}

/** Whether a step may be taken now. */
export const mayTake = (state: IncidentState, step: IncidentStep): boolean => follows[state].includes(step)

/** The step that is to be taken next; undefined of one that is closed. */
export const nextStep = (state: IncidentState): IncidentStep | undefined => follows[state][0]

/** Where a step leads. */
export const stateAfter = (step: IncidentStep): Exclude<IncidentState, 'open'> => leadsTo[step]

/** Minutes until the next step, of a kind in which minutes count, by the level of the person. */
const urgentMinutes: Record<Exclude<IncidentState, 'closed'>, Record<SupervisionLevel, number>> = {
  open: { severe: 2, moderate: 5, mild: 10 },
  acknowledged: { severe: 5, moderate: 10, mild: 20 },
  contacted: { severe: 15, moderate: 30, mild: 60 },
  dispatched: { severe: 60, moderate: 120, mild: 240 },
}
/** Nobody flees by an empty battery: these have more time. */
const slower: Partial<Record<IncidentKind, number>> = {
  flat: 4,
  charging: 6,
  checkIn: 3,
  expired: 12,
  entered: 2,
}

/** Until when the next step is due, epoch ms; undefined when there is none. Counted from the last step, or the last reminder. */
export function dueAfter(
  state: IncidentState,
  { kind, level }: { kind: IncidentKind; level: SupervisionLevel },
  from: number,
): number | undefined {
  if (state === 'closed') return undefined
  return from + urgentMinutes[state][level] * (slower[kind] ?? 1) * MINUTE_MS
}

/** What happens to an incident that nobody decides: more of the same, the strap is tight again, the device is heard again. */
export type IncidentNews = 'again' | 'refastened' | 'heard' | 'overdue'

export interface IncidentFacts {
  state: IncidentState
  kind: IncidentKind
  level: SupervisionLevel
  /** How often it was reported. */
  times: number
  /** How often a step was not taken in time. */
  escalation: number
  dueAt: number | undefined
}

/**
 * The incident after news. Whatever comes, only a person closes it: a strap that is tight again may have been off, and a
 * device that is heard again does not say where it was.
 */
export function afterNews(incident: IncidentFacts, news: IncidentNews, at: number): IncidentFacts {
  if (incident.state === 'closed') return incident
  if (news === 'again') return { ...incident, times: incident.times + 1 }
  if (news !== 'overdue') return incident
  if (incident.dueAt === undefined || at < incident.dueAt) return incident
  return {
    ...incident,
    escalation: incident.escalation + 1,
    dueAt: dueAfter(incident.state, incident, at),
  }
}

/** Before a silence, a battery at or below this (per cent) was about to end it. */
export const FLAT_PERCENT = 10

/** What an alarm of a worn device is an incident of; undefined: of none. `battery` per cent, as it was last told. */
export function kindOfAlarm(type: string, battery: number | null): IncidentKind | undefined {
  if (type === 'sos') return 'help'
  if (type === 'wearing') return 'strap'
  if (type === 'deviceFault') return 'tamper'
  if (type === 'fenceExit') return 'left'
  if (type === 'fenceEntry') return 'entered'
  if (type === 'offline') return battery !== null && battery <= FLAT_PERCENT ? 'flat' : 'silent'
  return undefined
}
