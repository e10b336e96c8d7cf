// The orders of lists of alarms that are worked off: an SOS that nobody has handled stands first, whatever comes after it.
// The server sorts by the same ranks; what comes in live is put in its place by these.
import type { AlarmStatus } from './alarm-step.ts'
import { type AlarmType, type Severity, severities } from './alarm-types.ts'

interface Ranked {
  id: number
  type: AlarmType
  severity: Severity
  status: AlarmStatus
  raisedAt: number
}

type Order = (a: Ranked, b: Ranked) => number

/** Critical and in nobody's hands. */
export const isBurning = (row: Pick<Ranked, 'severity' | 'status'>): boolean =>
  row.severity === 'critical' && row.status === 'open'

/** 2 for an SOS that nobody has, 1 for one that somebody is on the way to, 0 for all else. */
const emergency = ({ type, status }: Ranked): number =>
  type !== 'sos' || status === 'handled' ? 0 : status === 'open' ? 2 : 1

const urgency = (row: Ranked): number => (emergency(row) > 0 ? emergency(row) + 1 : Number(isBurning(row)))

export const newestFirst: Order = (a, b) => b.raisedAt - a.raisedAt || b.id - a.id

/** Emergencies, then by severity, then the newest. Sort word of the wire: `-severity`. */
export const gravestFirst: Order = (a, b) =>
  emergency(b) - emergency(a) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  newestFirst(a, b)

/** Emergencies, then what burns, then the newest. Sort word of the wire: `-urgency`. */
export const burningFirst: Order = (a, b) => urgency(b) - urgency(a) || newestFirst(a, b)
