// A monitored person: who, at which level, for which term, and what of it only some may read.
import * as z from 'zod/mini'
import { gender } from '../access/session-words.ts'
import { footRing } from '../device/state-fields.ts'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { email, id, localDate, moment, nonEmpty, phone, rowBase, rowOwner, text } from '../fields.ts'
import { needlessUnless, stepUnless } from '../hindrance.ts'
import { FILE_ADDRESS } from '../limits.ts'
import { isIdNumber } from './id-number.ts'
import { supervisionLevel } from './incident-step.ts'
import { strapState } from './strap.ts'

export const supervisionState = z.enum(['registered', 'supervised', 'suspended', 'ended', 'transferred'])
export type SupervisionState = z.output<typeof supervisionState>

/** Ten categories by their numbers, and the rest. */
export const crimeType = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'other'])

const photo = z.string().check(z.regex(FILE_ADDRESS, { error: 'address' }))
const phoneOrNone = z.optional(z.union([phone, z.literal('')]))

/** What everybody reads who may see monitored persons at all. */
const open = {
  name: nonEmpty(60),
  level: supervisionLevel,
  gender: z.optional(z.nullable(gender)),
  nationality: z.optional(text(40)),
  /** Centimetres. */
  height: z.optional(z.nullable(z.int().check(z.minimum(50), z.maximum(250)))),
  /** Kilograms. */
  weight: z.optional(z.nullable(z.number().check(z.minimum(20), z.maximum(400)))),
  departmentId: z.optional(z.nullable(id)),
  /** The officer who answers for the person. */
  supervisorId: z.optional(z.nullable(id)),
  guardianName: z.optional(text(60)),
  startOn: localDate,
  endOn: localDate,
  photo: z.optional(z.nullable(z.union([photo, z.literal('')]))),
}

/** What is opened one by one, with a reason that stands in the audit log. */
export const confidential = {
  idNumber: z.optional(
    z.union([z.string().check(z.refine(isIdNumber, { error: 'idNumber' })), z.literal('')]),
  ),
  birthDate: z.optional(z.nullable(localDate)),
  nativePlace: z.optional(text(120)),
  phone: phoneOrNone,
  email: z.optional(z.union([email, z.literal('')])),
  crimeType: z.optional(z.nullable(crimeType)),
  reason: z.optional(text(500)),
  guardianPhone: phoneOrNone,
  emergencyName: z.optional(text(60)),
  emergencyPhone: phoneOrNone,
  emergencyAddress: z.optional(text(200)),
}

const textOrNone = z.nullable(z.string())

/** The same as it is read. */
export const confidentialRow = z.object({
  idNumber: textOrNone,
  birthDate: textOrNone,
  nativePlace: textOrNone,
  phone: textOrNone,
  email: textOrNone,
  crimeType: z.nullable(crimeType),
  reason: textOrNone,
  guardianPhone: textOrNone,
  emergencyName: textOrNone,
  emergencyPhone: textOrNone,
  emergencyAddress: textOrNone,
})

/** Of all that belongs to supervision. */
export const supervisionGrants: PermissionGrants = {
  menu: 'regulatoryList',
  property: ['read', 'save', 'export', 'step', 'wear', 'confidential', 'handle'],
  duty: ['read', 'handle', 'wear'],
}

const note = z.object({ note: nonEmpty(500) })
const step = (...from: SupervisionState[]) => ({
  permission: 'monitoredPerson.step',
  input: note,
  byHand: true as const,
  hindrance: ({ state }: { state: SupervisionState }) => stepUnless(from.includes(state), 'state'),
})
const under = ({ state }: { state: SupervisionState }) =>
  stepUnless(state === 'supervised' || state === 'suspended' || state === 'registered', 'state')

export const monitoredPerson = defineEntity({
  key: 'monitoredPerson',
  service: 'user',
  permission: 'monitoredPerson',
  grants: supervisionGrants,
  page: {
    path: '/regulatoryList',
    layout: 'map',
    titleZh: '监管对象',
    titleEn: 'Monitored persons',
    directory: 'Supervision',
    first: true,
    icon: 'ankle',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...open,
    state: supervisionState,
    departmentName: z.optional(z.nullable(z.string())),
    supervisorName: z.optional(z.nullable(z.string())),
    /** All but the ends hidden. */
    maskedIdNumber: z.nullable(z.string()),
    maskedPhone: z.nullable(z.string()),
    /** What is worn now. */
    deviceId: z.nullable(id),
    deviceName: z.nullable(z.string()),
    imei: z.nullable(z.string()),
    wornSince: z.nullable(moment),
    online: z.nullable(z.boolean()),
    /** Per cent. */
    battery: z.nullable(z.int()),
    /** Null: nobody knows whether it is tight. */
    footRing: z.nullable(footRing),
    /** What is known of the strap, by which persons are found; `strapOf` says the same of a row that has changed since. */
    strap: strapState,
    lastMessageAt: z.nullable(moment),
    positionAt: z.nullable(moment),
    /** Last day of the authorisation that reaches furthest; null: there is none. */
    authorisedUntil: z.nullable(localDate),
    lastCheckInAt: z.nullable(moment),
    openIncidents: z.int(),
    /** When the most pressing step of an open incident is due. */
    dueAt: z.nullable(moment),
  }),
  write: z.object({ ...open, ...confidential }),
  filters: {
    name: 'contains',
    level: 'oneOf',
    state: 'oneOf',
    strap: 'oneOf',
    departmentId: 'equals',
    supervisorId: 'equals',
    deviceId: 'equals',
    imei: 'contains',
    endOn: 'range',
    authorisedUntil: 'range',
  },
  sorts: ['name', 'level', 'state', 'endOn', 'authorisedUntil', 'openIncidents', 'dueAt', 'createdAt'],
  // Whoever has the most pressing step first.
  defaultSort: 'dueAt',
  search: ['name', 'guardianName'],
  countBy: 'state',
  department: 'departmentId',
  refs: {
    departmentId: { entity: 'department', label: 'departmentName' },
    supervisorId: { entity: 'user', label: 'supervisorName' },
  },
  removable: false,
  commands: {
    begin: step('registered'),
    suspend: step('supervised'),
    resume: step('suspended'),
    end: step('supervised', 'suspended', 'registered'),
    transfer: step('supervised', 'suspended'),
    /** Hands a device over; what was worn before goes back, and its fences and the history stay with the person. */
    wear: {
      permission: 'monitoredPerson.wear',
      input: z.object({ deviceId: id }),
      byHand: true,
      hindrance: under,
    },
    takeOff: {
      permission: 'monitoredPerson.wear',
      input: note,
      byHand: true,
      hindrance: ({ deviceId }) => needlessUnless(deviceId !== null),
    },
    /** The person reported; where there is no network it counts from when they did. */
    checkIn: {
      permission: 'monitoredPerson.handle',
      offline: 'queue',
      byHand: true,
      hindrance: ({ state }) => stepUnless(state === 'supervised', 'state'),
    },
    /** Changes what is confidential; fields that are left out stay. */
    correct: {
      permission: 'monitoredPerson.confidential',
      input: z.object(confidential),
      byHand: true,
    },
  },
})
