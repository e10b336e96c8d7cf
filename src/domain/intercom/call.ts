// A call: a door unit rings whoever is responsible, or one person calls another. One call, one answer.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, rowOwner } from '../fields.ts'

export const callKind = z.enum(['door', 'direct'])
export const callState = z.enum(['ringing', 'answered', 'ended', 'missed'])
/**
 * Why a call is over. `expired`: nobody answered in time; `cancelled`: who rang gave up; `lost`: the line broke;
 * `unlocked`: somebody let the visitor in without answering.
 */
export const callEnd = z.enum(['hangUp', 'cancelled', 'expired', 'declined', 'lost', 'unlocked'])
export type CallKind = z.output<typeof callKind>
export type CallState = z.output<typeof callState>
export type CallEnd = z.output<typeof callEnd>

/** Seconds a call rings (real-time specification, section 9). */
export const RING_SECONDS = 30
/** Seconds of these that only those who live in the room hear of it, where their page is open. */
export const RESIDENT_SECONDS = 12
/** Room of a door unit that names none (real-time specification, section 9). */
export const DEFAULT_ROOM = '000000'

/** Which steps exist; everything else is 'no such state transition'. */
export const callSteps: Record<CallState, readonly CallState[]> = {
  ringing: ['answered', 'missed', 'ended'],
  answered: ['ended'],
  ended: [],
  missed: [],
}

/** True when a call may go from one state to the other. */
export function callMayStep(from: CallState, to: CallState): boolean {
  return callSteps[from].includes(to)
}

/** The call log. Written by the server alone. */
export const call = defineEntity({
  key: 'call',
  service: 'device',
  permission: 'call',
  grants: {
    menu: 'rightsManagement',
    property: ['answer', 'direct', 'record', 'read', 'export'],
    patrol: ['direct'],
    duty: ['answer', 'direct', 'record', 'read', 'export'],
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    kind: callKind,
    state: callState,
    /** Of the door; null for a call between people. */
    deviceId: z.nullable(id),
    imei: z.nullable(z.string()),
    deviceName: z.nullable(z.string()),
    /** Who or what rang: the door, or the person. */
    fromName: z.string(),
    /** Between people: who called. */
    callerId: z.nullable(id),
    callerName: z.nullable(z.string()),
    calleeId: z.nullable(id),
    calleeName: z.nullable(z.string()),
    community: z.nullable(z.string()),
    building: z.nullable(z.string()),
    unit: z.nullable(z.string()),
    roomNo: z.nullable(z.string()),
    startedAt: moment,
    answeredAt: z.nullable(moment),
    answeredBy: z.nullable(z.string()),
    answeredById: z.nullable(id),
    endedAt: z.nullable(moment),
    endReason: z.nullable(callEnd),
    /** Seconds spoken; null when nobody answered or it still goes on. */
    durationSeconds: z.nullable(z.int()),
    unlockedAt: z.nullable(moment),
    unlockedBy: z.nullable(z.string()),
  }),
  filters: {
    state: 'oneOf',
    kind: 'oneOf',
    imei: 'equals',
    deviceId: 'equals',
    deviceName: 'contains',
    roomNo: 'contains',
    answeredBy: 'contains',
    startedAt: 'range',
  },
  sorts: ['startedAt', 'state', 'deviceName', 'durationSeconds'],
  defaultSort: '-startedAt',
  search: ['deviceName', 'roomNo', 'answeredBy'],
  countBy: 'state',
  refs: { deviceId: { entity: 'device', label: 'deviceName' } },
  removable: false,
  commands: {},
})
