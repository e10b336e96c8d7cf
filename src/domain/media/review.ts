// What photos and videos have in common: who judges them, what may become of them, and where and when they were taken.
import * as z from 'zod/mini'
import type { CommandDefinition, PermissionGrants } from '../entity.ts'
import { id, latitude, longitude, moment, nonEmpty, rowBase, text } from '../fields.ts'
import { type Giver, needlessUnless, refusing, stepUnless } from '../hindrance.ts'
import { NAME_LENGTH, PLACE_LENGTH } from '../limits.ts'

/** In the order of its digits (console specification, section 4). */
export const reviewState = z.enum(['review', 'approved', 'rejected', 'hidden', 'reported'])
export type ReviewState = z.output<typeof reviewState>

/** Why something was rejected or reported; the keys 1 to 5 of a reviewer stand in this order. */
export const reviewReason = z.enum(['unclear', 'unrelated', 'personal', 'duplicate', 'other'])
export type ReviewReason = z.output<typeof reviewReason>

const NOTE_LENGTH = 200
/** Further off than this a place says nothing. */
const MOST_METRES = 100_000

/** Where an upload is served; what else stands there could tell its owner who looks. */
export const uploadedFile = z.string().check(z.regex(/^(\/files\/[\w-]{43})?$/, { error: 'picture' }))

/** What a form may send of both. */
export const takenFields = {
  name: nonEmpty(NAME_LENGTH),
  note: z.optional(z.nullable(text(500))),
  /** Of a new one: where its bytes were uploaded. They never change afterwards. */
  url: z.optional(uploadedFile),
  takenAt: z.optional(moment),
  latitude: z.optional(z.nullable(latitude)),
  longitude: z.optional(z.nullable(longitude)),
  accuracyMetres: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(MOST_METRES)))),
  place: z.optional(z.nullable(text(PLACE_LENGTH))),
  deviceId: z.optional(z.nullable(id)),
  departmentId: z.optional(z.nullable(id)),
}

/** A row of either, as read. */
export const reviewedFields = {
  ...rowBase,
  name: z.string(),
  note: z.nullable(z.string()),
  /** Path under which it is served. */
  url: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  state: reviewState,
  reason: z.nullable(reviewReason),
  reasonNote: z.nullable(z.string()),
  pinned: z.boolean(),
  published: z.boolean(),
  publishedAt: z.nullable(moment),
  takenAt: moment,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** How sure the place is. */
  accuracyMetres: z.nullable(z.number()),
  place: z.nullable(z.string()),
  deviceId: z.nullable(id),
  deviceName: z.nullable(z.string()),
  departmentId: z.nullable(id),
  departmentName: z.nullable(z.string()),
  /** Who took or uploaded it. */
  userId: id,
  userName: z.string(),
  /** Who gave it its present state, by a judgement or a report. */
  judgedById: z.nullable(id),
  judgedByName: z.nullable(z.string()),
  judgedAt: z.nullable(moment),
  /** Who changed it last, in whatever way. */
  changedByName: z.nullable(z.string()),
  /** There is a judgement that could be taken back. */
  undoable: z.boolean(),
}

interface Judged {
  state: ReviewState
  pinned: boolean
  published: boolean
  undoable: boolean
  judgedById: number | null
  judgedByName: string | null
}

const becomes = (to: ReviewState) => (row: Judged) => needlessUnless(row.state !== to)
/** What is shown to everybody was approved. */
const ofApproved = (needed: (row: Judged) => boolean) => (row: Judged) =>
  stepUnless(row.state === 'approved', 'state') ?? needlessUnless(needed(row))

const because = z.object({ reason: reviewReason, reasonNote: z.optional(z.nullable(text(NOTE_LENGTH))) })

/** The commands of both, under the permissions of `subject`. */
export function reviewCommands<Subject extends string>(subject: Subject) {
  const review = `${subject}.review` as const
  const publish = `${subject}.publish` as const
  return {
    approve: { permission: review, asSeen: true, undo: 'takeBack', hindrance: becomes('approved') },
    reject: {
      permission: review,
      asSeen: true,
      undo: 'takeBack',
      input: because,
      hindrance: becomes('rejected'),
    },
    hide: { permission: review, asSeen: true, undo: 'takeBack', hindrance: becomes('hidden') },
    /** Says of one that others see that it should be looked at again; nobody sees it until then. */
    report: {
      permission: `${subject}.report`,
      asSeen: true,
      input: because,
      hindrance: (row: Judged) => stepUnless(row.state === 'approved', 'state'),
    },
    /** Puts what was turned down before a reviewer again. */
    reopen: {
      permission: review,
      asSeen: true,
      undo: 'takeBack',
      hindrance: (row: Judged) => stepUnless(row.state === 'rejected' || row.state === 'hidden', 'state'),
    },
    /** The state before the last judgement, with all that belonged to it. Only who judged takes it back. */
    takeBack: {
      permission: review,
      asSeen: true,
      byHand: true,
      hindrance: (row: Judged, { id: own }: Giver) =>
        stepUnless(row.undoable, 'state') ??
        (row.judgedById === own
          ? undefined
          : refusing('row.overtaken', row.judgedByName ? { params: { name: row.judgedByName } } : {})),
    },
    publish: {
      permission: publish,
      asSeen: true,
      undo: 'unpublish',
      hindrance: ofApproved(row => !row.published),
    },
    unpublish: {
      permission: publish,
      asSeen: true,
      undo: 'publish',
      hindrance: ofApproved(row => row.published),
    },
    /** What nobody sees stands first nowhere. */
    pin: {
      permission: publish,
      asSeen: true,
      undo: 'unpin',
      hindrance: (row: Judged) => stepUnless(row.published, 'state') ?? needlessUnless(!row.pinned),
    },
    unpin: {
      permission: publish,
      asSeen: true,
      undo: 'pin',
      hindrance: (row: Judged) => needlessUnless(row.pinned),
    },
  } as const satisfies Record<string, CommandDefinition<Judged>>
}

/** Patrols take them and may report one; property staff and the duty desk judge. */
export const reviewGrants = (menu: string): PermissionGrants => ({
  menu,
  property: ['read', 'save', 'review', 'publish', 'report', 'export', 'remove'],
  patrol: ['read', 'save', 'report'],
  duty: ['read', 'save', 'review', 'report', 'export'],
})

export const reviewFilters = {
  state: 'oneOf',
  name: 'contains',
  userName: 'contains',
  takenAt: 'range',
  deviceId: 'equals',
  pinned: 'equals',
  published: 'equals',
} as const

const reviewRefs = {
  deviceId: { entity: 'device', label: 'deviceName' },
  departmentId: { entity: 'department', label: 'departmentName' },
} as const

/** How both are kept, listed and searched. */
export const reviewedKept = {
  service: 'user',
  offline: 'read',
  owner: 'tenant',
  sorts: ['takenAt', 'createdAt', 'name', 'userName', 'judgedAt'],
  orders: ['shown'],
  defaultSort: '-takenAt',
  search: ['name', 'userName', 'place', 'note'],
  countBy: 'state',
  department: 'departmentId',
  refs: reviewRefs,
  removable: true,
} as const
