// The life of an emergency: which step leads where. Closed, it may be opened again; nothing else brings it back.
import * as z from 'zod/mini'

export const emergencyState = z.enum(['open', 'stabilised', 'closed', 'reopened'])
export type EmergencyState = z.output<typeof emergencyState>

export const emergencyAct = z.enum(['stabilise', 'close', 'reopen'])
export type EmergencyAct = z.output<typeof emergencyAct>

const steps: Record<EmergencyState, Partial<Record<EmergencyAct, EmergencyState>>> = {
  open: { stabilise: 'stabilised', close: 'closed' },
  stabilised: { close: 'closed', reopen: 'reopened' },
  closed: { reopen: 'reopened' },
  reopened: { stabilise: 'stabilised', close: 'closed' },
}

/** Where a step leads; undefined: there is no such step from here. */
export const emergencyAfter = (state: EmergencyState, act: EmergencyAct): EmergencyState | undefined =>
  steps[state][act]

/** People are at work on it. */
export const isRunning = (state: EmergencyState): boolean => state !== 'closed'
