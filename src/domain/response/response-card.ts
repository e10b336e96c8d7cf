// Response cards: for a type of alarm, everywhere or at one place, what to do in order, who does it and within which time.
import * as z from 'zod/mini'
import { alarmType } from '../alarm/alarm-types.ts'
import { HOUR_MS, SECOND_MS } from '../durations.ts'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase } from '../fields.ts'
import { PART_KEY } from '../limits.ts'

/** Who a step is for; a word for people, no right. */
export const stepRole = z.enum(['taker', 'dutyOfficer', 'guard', 'lead', 'anybody'])
export type StepRole = z.output<typeof stepRole>

/** Names a step through all versions of a card, so that its times go on being compared. */
export const stepKey = z.string().check(z.regex(PART_KEY, { error: 'format' }))

export const MOST_STEPS = 20
/** A step may be due this long after the alarm, at most. */
export const LONGEST_STEP_SECONDS = (24 * HOUR_MS) / SECOND_MS

const due = z.int().check(z.minimum(5), z.maximum(LONGEST_STEP_SECONDS))

export const cardStep = z.object({
  key: stepKey,
  text: nonEmpty(200),
  who: stepRole,
  /** Seconds from the alarm. */
  within: due,
})
export type CardStep = z.output<typeof cardStep>

const cardSteps = z.array(cardStep).check(
  z.minLength(1, { error: 'nothingSelected' }),
  z.maxLength(MOST_STEPS),
  z.refine(steps => new Set(steps.map(({ key }) => key)).size === steps.length, { error: 'chosenTwice' }),
)

const fields = {
  type: alarmType,
  // At most one of them; none: everywhere.
  /** It holds for devices of this department and all below it. */
  departmentId: z.optional(z.nullable(id)),
  /** It holds for devices in this community. */
  communityId: z.optional(z.nullable(id)),
  steps: cardSteps,
}

/** The fields that name its place. */
export const placeFields = ['departmentId', 'communityId'] as const

const cardVersion = z.object({
  number: z.int(),
  createdAt: moment,
  createdBy: z.string(),
  steps: z.array(cardStep),
})
export type CardVersion = z.output<typeof cardVersion>

export const responseCard = defineEntity({
  key: 'responseCard',
  service: 'message',
  permission: 'responseCard',
  grants: { menu: 'responseCards', property: ['read', 'save', 'remove', 'export'], duty: ['read'] },
  page: {
    path: '/responseCards',
    layout: 'console',
    titleZh: '处置卡',
    titleEn: 'Response cards',
    directory: 'People',
    after: 'rounds',
    icon: 'list',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    departmentName: z.optional(z.nullable(z.string())),
    communityName: z.optional(z.nullable(z.string())),
    /** Number of the version that was written last; its steps are these. */
    versionNumber: z.int(),
    /** The newest first. */
    versions: z.array(cardVersion),
  }),
  write: z.object(fields),
  filters: { type: 'oneOf', departmentId: 'equals', communityId: 'equals' },
  sorts: ['type', 'updatedAt'],
  defaultSort: 'type',
  search: ['departmentName', 'communityName'],
  refs: {
    departmentId: { entity: 'department', label: 'departmentName' },
    communityId: { entity: 'community', label: 'communityName' },
  },
  removable: true,
  commands: {
    /** The steps of an earlier version become those of a further one. */
    restoreVersion: {
      permission: 'responseCard.save',
      byHand: true,
      input: z.object({ number: z.int().check(z.minimum(1)) }),
    },
  },
})
