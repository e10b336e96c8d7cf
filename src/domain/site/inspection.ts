// Annual inspections: what is inspected by whom, when it is due next, and how each one ended.
import * as z from 'zod/mini'
import { defineEntity, type PermissionGrants } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, several, text } from '../fields.ts'
import { photoList } from './photos.ts'

const grants: PermissionGrants = {
  menu: 'index4yearly',
  property: ['read', 'save', 'inspect', 'export', 'import', 'remove'],
  patrol: ['read', 'inspect'],
  duty: ['read'],
}

export const inspectionBasis = z.enum(['scheduled', 'completed'])
export const inspectionResult = z.enum(['passed', 'failed'])
const inspectionStateWord = z.enum(['failed', 'late', 'soon', 'planned'])

const MOST_CHECKS = 30
const MOST_MONTHS = 120
const MOST_REMINDERS = 6

const checklist = several(nonEmpty(100), MOST_CHECKS)
const check = z.object({ item: nonEmpty(100), ok: z.boolean(), note: z.optional(text(200)) })
const checks = z.array(check).check(z.maxLength(MOST_CHECKS))

const fields = {
  name: nonEmpty(60),
  place: z.optional(text(100)),
  deviceId: z.optional(z.nullable(id)),
  /** Who inspects it. */
  workerId: id,
  departmentId: z.optional(z.nullable(id)),
  everyMonths: z.int().check(z.minimum(1), z.maximum(MOST_MONTHS)),
  /** The first due day; all others are counted from it. */
  anchorOn: localDate,
  basis: inspectionBasis,
  /** Days before the due day on which somebody is reminded; 0 is the day itself. */
  remindDays: several(z.int().check(z.minimum(-60), z.maximum(365)), MOST_REMINDERS),
  checklist,
  note: z.optional(text(500)),
}

const recordFields = {
  doneOn: localDate,
  checks,
  photos: z.optional(photoList),
  certificate: z.optional(text(60)),
  certificateUntil: z.optional(z.nullable(localDate)),
  note: z.optional(text(500)),
}

export const inspection = defineEntity({
  key: 'inspection',
  service: 'user',
  permission: 'inspection',
  grants,
  page: {
    path: '/index4yearly',
    layout: 'map',
    titleZh: '年检',
    titleEn: 'Annual inspection',
    directory: 'Construction site',
    after: 'manageStorage',
    icon: 'check',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    deviceName: z.optional(z.nullable(z.string())),
    workerName: z.optional(z.nullable(z.string())),
    departmentName: z.optional(z.nullable(z.string())),
    labelCode: z.string(),
    state: inspectionStateWord,
    nextOn: localDate,
    lastOn: z.nullable(localDate),
    lastResult: z.nullable(inspectionResult),
    certificate: z.nullable(z.string()),
    certificateUntil: z.nullable(localDate),
  }),
  write: z.object(fields),
  filters: {
    name: 'contains',
    state: 'oneOf',
    workerId: 'equals',
    deviceId: 'equals',
    nextOn: 'range',
    labelCode: 'equals',
  },
  sorts: ['nextOn', 'name', 'lastOn', 'createdAt'],
  defaultSort: 'nextOn',
  search: ['name', 'place', 'workerName', 'deviceName', 'labelCode'],
  countBy: 'state',
  department: 'departmentId',
  refs: {
    deviceId: { entity: 'device', label: 'deviceName' },
    workerId: { entity: 'worker', label: 'workerName' },
    departmentId: { entity: 'department', label: 'departmentName' },
  },
  shownIn: ['inspectionRecord', 'workItem'],
  removable: true,
  importable: false,
  commands: {
    /** What was found, also where there is no network. What fails opens work for `workerId` until `fixBy`. */
    inspect: {
      permission: 'inspection.inspect',
      offline: 'queue',
      byHand: true,
      input: z.object({
        ...recordFields,
        workerId: z.optional(z.nullable(id)),
        fixBy: z.optional(z.nullable(localDate)),
      }),
    },
  },
})

/** One inspection as it was made; it is history. */
export const inspectionRecord = defineEntity({
  key: 'inspectionRecord',
  service: 'user',
  permission: 'inspection',
  grants,
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...recordFields,
    inspectionId: id,
    inspectionName: z.string(),
    /** The due day that it was made for. */
    dueOn: localDate,
    result: inspectionResult,
    photos: photoList,
    at: moment,
    userId: id,
    userName: z.string(),
  }),
  filters: { inspectionId: 'equals', result: 'oneOf', doneOn: 'range' },
  sorts: ['doneOn', 'createdAt'],
  defaultSort: '-doneOn',
  search: ['inspectionName', 'userName', 'certificate'],
  countBy: 'result',
  removable: false,
  commands: {},
})
