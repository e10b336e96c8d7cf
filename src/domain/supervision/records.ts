// What is kept about a monitored person beside the person: devices worn, authorisations, conditions, permits, incidents.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, several, text, zoneName } from '../fields.ts'
import { needlessUnless, stepUnless } from '../hindrance.ts'
import {
  type IncidentState,
  type IncidentStep,
  incidentKind,
  incidentOutcome,
  incidentState,
  mayTake,
  supervisionLevel,
} from './incident-step.ts'
import { conditionKind } from './judge-condition.ts'
import { supervisionGrants } from './monitored-person.ts'

const ofPerson = {
  service: 'user',
  permission: 'monitoredPerson',
  grants: supervisionGrants,
  offline: 'read',
  owner: 'tenant',
  shownIn: ['monitoredPerson'],
} as const

/** Who wore which device from when to when; a device has one wearer at a time, and a person one device. */
export const wearing = defineEntity({
  ...ofPerson,
  key: 'wearing',
  schema: z.object({
    ...rowBase,
    personId: id,
    personName: z.string(),
    deviceId: id,
    deviceName: z.string(),
    imei: z.string(),
    wornFrom: moment,
    /** Null: still. */
    wornUntil: z.nullable(moment),
    givenBy: z.string(),
    note: z.nullable(z.string()),
  }),
  filters: { personId: 'equals', deviceId: 'equals', wornFrom: 'range' },
  sorts: ['wornFrom', 'wornUntil'],
  defaultSort: '-wornFrom',
  search: ['personName', 'deviceName', 'imei'],
  removable: false,
  commands: {},
})

const authorised = {
  personId: id,
  /** Number of the decision. */
  basis: nonEmpty(200),
  approver: nonEmpty(60),
  validFrom: localDate,
  validUntil: localDate,
}

/** On what ground and how long somebody is supervised; an extension is another one, approved anew. */
export const authorisation = defineEntity({
  ...ofPerson,
  key: 'authorisation',
  schema: z.object({ ...rowBase, ...authorised, personName: z.string(), enteredBy: z.nullable(z.string()) }),
  write: z.object(authorised),
  filters: { personId: 'equals', validUntil: 'range' },
  sorts: ['validFrom', 'validUntil'],
  defaultSort: '-validFrom',
  search: ['personName', 'basis', 'approver'],
  refs: { personId: { entity: 'monitoredPerson', label: 'personName' } },
  removable: false,
  commands: {},
})

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))
const agreed = {
  personId: id,
  kind: conditionKind,
  /** Of curfew, inclusion and exclusion. */
  fenceId: z.optional(z.nullable(id)),
  days: several(z.int().check(z.minimum(1), z.maximum(7)), 7),
  fromMinute: z.optional(z.nullable(minuteOfDay)),
  untilMinute: z.optional(z.nullable(minuteOfDay)),
  zone: zoneName,
  /** Per cent, of charging. */
  minBattery: z.optional(z.nullable(z.int().check(z.minimum(5), z.maximum(90)))),
}

/** What a monitored person must keep to. */
export const supervisionCondition = defineEntity({
  ...ofPerson,
  key: 'supervisionCondition',
  schema: z.object({
    ...rowBase,
    ...agreed,
    personName: z.string(),
    fenceName: z.optional(z.nullable(z.string())),
  }),
  write: z.object(agreed),
  filters: { personId: 'equals', kind: 'oneOf' },
  sorts: ['kind', 'createdAt'],
  defaultSort: 'kind',
  search: ['personName', 'fenceName'],
  refs: {
    personId: { entity: 'monitoredPerson', label: 'personName' },
    fenceId: { entity: 'fence', label: 'fenceName' },
  },
  removable: true,
  commands: {},
})

const allowed = {
  personId: id,
  /** The conditions that are suspended meanwhile; the others hold on. */
  conditionIds: several(id, 20).check(z.minLength(1, { error: 'mustChooseOne' })),
  startsAt: moment,
  endsAt: moment,
  reason: nonEmpty(300),
}

/** Leave to break named conditions for a while. */
export const supervisionPermit = defineEntity({
  ...ofPerson,
  key: 'supervisionPermit',
  schema: z.object({
    ...rowBase,
    ...allowed,
    personName: z.string(),
    givenBy: z.nullable(z.string()),
  }),
  write: z.object(allowed),
  filters: { personId: 'equals', endsAt: 'range' },
  sorts: ['startsAt', 'endsAt'],
  defaultSort: '-startsAt',
  search: ['personName', 'reason'],
  refs: { personId: { entity: 'monitoredPerson', label: 'personName' } },
  removable: true,
  commands: {},
})

const taking =
  (step: IncidentStep) =>
  ({ state }: { state: IncidentState }) =>
    stepUnless(mayTake(state, step), 'state')

/** Something that a monitored person, or their device, should not have done; alarms of one person and kind are one. */
export const incident = defineEntity({
  ...ofPerson,
  key: 'incident',
  schema: z.object({
    ...rowBase,
    personId: id,
    personName: z.string(),
    kind: incidentKind,
    level: supervisionLevel,
    state: incidentState,
    departmentId: z.nullable(id),
    /** When it happened by the clock of the device, and when the officers were told. */
    raisedAt: moment,
    toldAt: moment,
    /** When it was reported last, and how often. */
    lastAt: moment,
    times: z.int(),
    /** Until when the next step is to be taken; null: it is over. */
    dueAt: z.nullable(moment),
    /** How often a step was not taken in time. */
    escalation: z.int(),
    /** A strap that is tight again since, a device that is heard again since: news, and no end. */
    refastenedAt: z.nullable(moment),
    heardAt: z.nullable(moment),
    handledBy: z.nullable(z.string()),
    outcome: z.nullable(incidentOutcome),
    closedAt: z.nullable(moment),
    note: z.nullable(z.string()),
    alarmId: z.nullable(id),
    imei: z.nullable(z.string()),
  }),
  filters: { personId: 'equals', kind: 'oneOf', level: 'oneOf', state: 'oneOf', raisedAt: 'range' },
  sorts: ['raisedAt', 'dueAt', 'state', 'level', 'kind'],
  defaultSort: '-raisedAt',
  search: ['personName'],
  countBy: 'state',
  department: 'departmentId',
  removable: false,
  commands: {
    acknowledge: {
      permission: 'monitoredPerson.handle',
      offline: 'queue',
      byHand: true,
      hindrance: row => needlessUnless(row.state !== 'acknowledged') ?? taking('acknowledge')(row),
    },
    contact: {
      permission: 'monitoredPerson.handle',
      byHand: true,
      asSeen: true,
      input: z.object({ note: nonEmpty(500) }),
      hindrance: taking('contact'),
    },
    dispatch: {
      permission: 'monitoredPerson.handle',
      byHand: true,
      asSeen: true,
      input: z.object({ note: nonEmpty(500) }),
      hindrance: taking('dispatch'),
    },
    close: {
      permission: 'monitoredPerson.handle',
      byHand: true,
      asSeen: true,
      input: z.object({ outcome: incidentOutcome, note: nonEmpty(500) }),
      hindrance: taking('close'),
    },
  },
})

/** One line of an incident's story: what was reported, what was done, by whom. */
export const incidentLine = z.object({
  id,
  kind: z.enum([
    'raised',
    'again',
    'refastened',
    'heard',
    'overdue',
    'acknowledged',
    'contacted',
    'dispatched',
    'closed',
  ]),
  by: z.nullable(z.string()),
  note: z.nullable(text(500)),
  at: moment,
})

/** Somebody under supervision, with what they wear: what a map needs. */
export const wornRow = z.object({
  personId: id,
  name: z.string(),
  level: supervisionLevel,
  suspended: z.boolean(),
  imei: z.string(),
  openIncidents: z.int(),
  dueAt: z.nullable(moment),
})
