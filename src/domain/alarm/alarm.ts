// An alarm: what happened, where, who has it, how it ended.
import * as z from 'zod/mini'
import { deviceKind } from '../device/device.ts'
import { defineEntity } from '../entity.ts'
import { id, imei, latitude, longitude, moment, nonEmpty, rowBase, text } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'
import { respondInput } from '../response/response-run.ts'
import { type AlarmStatus, alarmStatus, hindranceOfStep } from './alarm-step.ts'
import { alarmType, severity } from './alarm-types.ts'
import { messageFlaw } from './message-flaw.ts'

const alarmSteps: Record<AlarmStatus, readonly AlarmStatus[]> = {
  open: ['taken', 'handled'],
  taken: ['handled', 'open'],
  handled: [],
}

/**
 * True when an alarm may go from one status to the other. Handling an alarm that is handled already is no step: it
 * joins the timeline and changes nothing.
 */
export function alarmMayStep(from: AlarmStatus, to: AlarmStatus): boolean {
  return alarmSteps[from].includes(to)
}

export const alarm = defineEntity({
  key: 'alarm',
  service: 'message',
  permission: 'alarm',
  grants: {
    menu: 'AlarmHistory',
    property: ['assign', 'read', 'export', 'handle'],
    patrol: ['read', 'handle'],
    duty: ['assign', 'read', 'export', 'handle'],
  },
  page: {
    path: '/AlarmHistory',
    layout: 'console',
    titleZh: '报警记录',
    titleEn: 'Alarm log',
    directory: 'Alarms',
    first: true,
    icon: 'bell',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    type: alarmType,
    severity,
    status: alarmStatus,
    title: z.string(),
    deviceId: id,
    imei,
    deviceName: z.string(),
    deviceKind,
    wearerName: z.nullable(z.string()),
    userPhone: z.nullable(z.string()),
    departmentId: z.optional(z.nullable(id)),
    departmentName: z.optional(z.nullable(z.string())),
    place: z.nullable(z.string()),
    building: z.nullable(z.string()),
    unit: z.nullable(z.string()),
    roomNo: z.nullable(z.string()),
    latitude: z.nullable(latitude),
    longitude: z.nullable(longitude),
    /** Measured value that broke a limit, where there was one. */
    value: z.nullable(z.number()),
    /** The limit it broke. */
    limit: z.nullable(z.number()),
    /** When it happened on the device. */
    raisedAt: moment,
    read: z.boolean(),
    takenBy: z.nullable(z.string()),
    takenById: z.nullable(id),
    takenAt: z.nullable(moment),
    handledBy: z.nullable(z.string()),
    handledAt: z.nullable(moment),
    note: z.nullable(z.string()),
    /** Somebody has seen it and stops the repeats; taking and handling acknowledge too. */
    acknowledgedBy: z.nullable(z.string()),
    acknowledgedAt: z.nullable(moment),
    /** Whom a colleague asked to see to it. */
    assignedTo: z.nullable(z.string()),
    assignedToId: z.nullable(id),
    /** 0 to 3: how often it was escalated because nobody acted, or by hand. */
    escalation: z.int(),
    /** It came in a test window: counted, told nobody. */
    onTest: z.boolean(),
    /** The rule that decided how urgent it is and whom it is told; null: none fitted. */
    ruleId: z.optional(z.nullable(id)),
    ruleName: z.optional(z.nullable(z.string())),
    /** The fence that was left or entered, by the name it had then. */
    fenceId: z.optional(z.nullable(id)),
    fenceName: z.optional(z.nullable(z.string())),
    /** The danger zone of a floor that was entered, by the name it had then. */
    zoneId: z.optional(z.nullable(id)),
    zoneName: z.optional(z.nullable(z.string())),
    /** It came out of a device's buffer: known (`createdAt`) only long after it happened (`raisedAt`). */
    late: z.optional(z.boolean()),
    /** Somebody raised it to see whether alarms arrive. */
    trial: z.optional(z.boolean()),
    /** An emergency whose message was not as it should be: what of it was left out. */
    flaws: z.optional(z.nullable(z.array(messageFlaw))),
  }),
  filters: {
    type: 'oneOf',
    severity: 'oneOf',
    status: 'oneOf',
    deviceId: 'equals',
    imei: 'equals',
    takenById: 'equals',
    assignedToId: 'equals',
    onTest: 'equals',
    deviceKind: 'oneOf',
    departmentId: 'equals',
    fenceId: 'equals',
    place: 'contains',
    read: 'equals',
    raisedAt: 'range',
  },
  sorts: ['raisedAt', 'severity', 'status', 'type', 'deviceName'],
  // Emergencies, then what burns, then the newest.
  orders: ['urgency'],
  defaultSort: '-raisedAt',
  search: ['deviceName', 'wearerName', 'place', 'imei'],
  countBy: 'status',
  department: 'departmentId',
  refs: {
    departmentId: { entity: 'department', label: 'departmentName' },
    ruleId: { entity: 'alarmRule', label: 'ruleName' },
    fenceId: { entity: 'fence', label: 'fenceName' },
  },
  removable: false,
  commands: {
    read: { permission: 'alarm.read', offline: 'queue', hindrance: ({ read }) => needlessUnless(!read) },
    acknowledge: {
      permission: 'alarm.handle',
      offline: 'queue',
      hindrance: (row, giver) =>
        needlessUnless(row.status !== 'handled') ?? hindranceOfStep('acknowledge')(row, giver),
    },
    comment: { permission: 'alarm.handle', offline: 'queue', input: z.object({ note: nonEmpty(500) }) },
    /** A step of its response card is ticked, skipped or taken back. */
    respond: { permission: 'alarm.handle', offline: 'queue', input: respondInput, byHand: true },
    assign: {
      permission: 'alarm.assign',
      input: z.object({ userId: id, note: z.optional(text(500)) }),
      hindrance: hindranceOfStep('assign'),
    },
    escalate: {
      permission: 'alarm.handle',
      input: z.object({ note: nonEmpty(500) }),
      hindrance: hindranceOfStep('escalate'),
    },
    take: { permission: 'alarm.handle', undo: 'release', hindrance: hindranceOfStep('take') },
    release: { permission: 'alarm.handle', hindrance: hindranceOfStep('release') },
    handle: {
      permission: 'alarm.handle',
      offline: 'queue',
      input: z.object({ note: nonEmpty(500) }),
      hindrance: hindranceOfStep('handle'),
    },
  },
})

/** One line of an alarm's timeline; `at` is when the person did it, `recordedAt` when the server learnt of it. */
export const alarmEvent = z.object({
  id,
  alarmId: id,
  kind: z.enum([
    'raised',
    'read',
    'acknowledged',
    'taken',
    'released',
    'assigned',
    'commented',
    'escalated',
    'repeated',
    'told',
    'handled',
    'recovered',
    'stepDone',
    'stepSkipped',
    'stepUndone',
  ]),
  userName: z.nullable(z.string()),
  /** What was written; the name of whom it was assigned to; how many were told by which channel; which step of the card. */
  note: z.nullable(z.string()),
  at: moment,
  recordedAt: moment,
})
export type AlarmEvent = z.output<typeof alarmEvent>
