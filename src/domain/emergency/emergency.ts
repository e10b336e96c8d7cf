// Emergencies: everything of one event in one place, under one owner. What is said in one is added to its log.
import * as z from 'zod/mini'
import { defineEntity, type RowOf } from '../entity.ts'
import {
  chosenIds,
  eventKey,
  id,
  latitude,
  longitude,
  moment,
  nonEmpty,
  rowBase,
  rowOwner,
  text,
} from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { attachedKind, emergencyRole, handedPart, standing } from './emergency-log.ts'
import { type EmergencyAct, emergencyAfter, emergencyState, isRunning } from './emergency-step.ts'

export const emergencyKind = z.enum(['real', 'drill'])
export const emergencySeverity = z.enum(['critical', 'warning', 'attention'])

/** People who are told by one message. */
export const MOST_TOLD = 200

const said = nonEmpty(500)

/** By text message too: the number of messages that the person was told and agreed to. Absent: none. */
const agreedTexts = z.optional(z.int().check(z.minimum(1), z.maximum(MOST_TOLD)))

const fields = {
  title: nonEmpty(120),
  kind: emergencyKind,
  severity: emergencySeverity,
  departmentId: z.optional(z.nullable(id)),
  place: z.optional(text(200)),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  /** Metres around the point. */
  radius: z.optional(z.nullable(z.int().check(z.minimum(10), z.maximum(50_000)))),
  startedAt: z.optional(moment),
}

const acting = (act: EmergencyAct) => ({
  permission: 'emergency.lead',
  byHand: true as const,
  hindrance: ({ state }: { state: z.output<typeof emergencyState> }) =>
    stepUnless(emergencyAfter(state, act) !== undefined, 'state'),
})
/** What is added while people are at work on it. */
const working = (permission: string) => ({
  permission,
  byHand: true as const,
  hindrance: ({ state }: { state: z.output<typeof emergencyState> }) => stepUnless(isRunning(state), 'state'),
})

export const emergency = defineEntity({
  key: 'emergency',
  service: 'message',
  permission: 'emergency',
  grants: {
    menu: 'emergencies',
    property: ['read', 'save', 'work', 'lead', 'remove', 'export'],
    patrol: ['read', 'work'],
    duty: ['read', 'save', 'work', 'lead', 'remove', 'export'],
  },
  page: {
    path: '/emergencies',
    layout: 'console',
    titleZh: '应急事件',
    titleEn: 'Emergencies',
    directory: 'People',
    after: 'responseCards',
    icon: 'alert',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    startedAt: moment,
    departmentName: z.optional(z.nullable(z.string())),
    state: emergencyState,
    ownerId: z.nullable(id),
    ownerName: z.nullable(z.string()),
    /** What was found, once it is closed. */
    finding: z.nullable(z.string()),
    closedAt: z.nullable(moment),
    lines: z.int(),
  }),
  write: z.object({
    ...fields,
    /** The alarm that it is opened for: its first item. */
    alarmId: z.optional(id),
  }),
  filters: {
    title: 'contains',
    state: 'oneOf',
    kind: 'oneOf',
    severity: 'oneOf',
    departmentId: 'equals',
    startedAt: 'range',
  },
  sorts: ['startedAt', 'title', 'severity', 'state', 'createdAt'],
  defaultSort: '-startedAt',
  search: ['title', 'place'],
  countBy: 'state',
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  // An empty one that was opened by mistake; the server keeps all others.
  removable: true,
  commands: {
    stabilise: { ...acting('stabilise'), input: z.object({ text: said }) },
    close: { ...acting('close'), input: z.object({ finding: nonEmpty(2_000) }) },
    reopen: { ...acting('reopen'), input: z.object({ text: said }) },
    /** May be written without a network, and after the end too: what was seen before is told late. */
    note: {
      permission: 'emergency.work',
      offline: 'queue',
      byHand: true,
      input: z.object({ event: eventKey, text: nonEmpty(2_000) }),
    },
    attach: { ...working('emergency.work'), input: z.object({ of: attachedKind, subjectId: id }) },
    strike: { ...working('emergency.work'), input: z.object({ entry: id, reason: said }) },
    know: {
      ...working('emergency.work'),
      input: z.object({ standing, text: said, source: nonEmpty(120) }),
    },
    assign: { ...working('emergency.lead'), input: z.object({ role: emergencyRole, userId: id }) },
    handOver: {
      ...working('emergency.work'),
      input: z.object({ part: handedPart, userId: id, note: said }),
    },
    accept: { ...working('emergency.work'), input: z.object({ entry: id }) },
    tell: {
      ...working('emergency.lead'),
      input: z.object({ text: said, userIds: chosenIds(MOST_TOLD), spoken: z.boolean(), texts: agreedTexts }),
    },
    remind: { ...working('emergency.lead'), input: z.object({ entry: id, texts: agreedTexts }) },
    /** Read and understood; also once it is over. */
    confirm: { permission: 'emergency.read', byHand: true, input: z.object({ entry: id }) },
  },
})

export type EmergencyRow = RowOf<typeof emergency>
