// Announcements: written, agreed to, published to people, read and confirmed by them.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, ids, moment, nonEmpty, rowBase } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { NAME_LENGTH } from '../limits.ts'
import { uploadedFile } from '../media/review.ts'
import {
  type AnnouncementAct,
  type AnnouncementFacts,
  announcementAfter,
  announcementState,
  approvalFlag,
} from './announcement-step.ts'

/**
 * To whom: everybody of the tenant with a login, or people of departments (with those below), or holders of posts; or those who
 * live there and read it on their own page, and nobody with a login.
 */
export const audienceKind = z.enum(['everyone', 'departments', 'posts', 'residents'])

export const MOST_PICTURES = 9

const fields = {
  title: nonEmpty(NAME_LENGTH),
  content: nonEmpty(10_000),
  pictures: z.array(uploadedFile).check(z.maxLength(MOST_PICTURES)),
  audience: audienceKind,
  // A form sends only those of the audience that was chosen.
  departmentIds: z.optional(ids(50)),
  postIds: z.optional(ids(50)),
  /** Of residents: none means those of every community. */
  communityIds: z.optional(ids(50)),
  needsApproval: approvalFlag,
  mustConfirm: z.boolean(),
  /** Also said aloud by consoles and devices that can. */
  spoken: z.boolean(),
  publishAt: z.optional(z.nullable(moment)),
  expiresAt: z.optional(z.nullable(moment)),
}

/** What may be saved. The checks between fields are the server's to run. */
export const announcementForm = z.object(fields).check(
  z.refine(each => each.audience !== 'departments' || (each.departmentIds ?? []).length > 0, {
    error: 'required',
    path: ['departmentIds'],
  }),
  z.refine(each => each.audience !== 'posts' || (each.postIds ?? []).length > 0, {
    error: 'required',
    path: ['postIds'],
  }),
  z.refine(each => !each.expiresAt || !each.publishAt || each.expiresAt > each.publishAt, {
    error: 'periodOrder',
    path: ['expiresAt'],
  }),
)

/** Whether something can be done with it where it stands; when it expires the server's clock says. */
const may = (act: AnnouncementAct) => (row: Pick<AnnouncementFacts, 'state' | 'needsApproval'>) =>
  stepUnless(announcementAfter({ ...row, publishAt: null, expiresAt: null }, act, 0) !== undefined, 'state')

export const announcement = defineEntity({
  key: 'announcement',
  service: 'message',
  permission: 'announcement',
  grants: { menu: 'AnnouncementList', property: ['read', 'save', 'publish', 'remove', 'export'] },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    state: announcementState,
    departmentNames: z.array(z.string()),
    postNames: z.array(z.string()),
    communityNames: z.array(z.string()),
    /** Who wrote it, and who published it. */
    authorId: id,
    authorName: z.string(),
    publisherName: z.nullable(z.string()),
    /** Who agreed last, or sent it back and why. */
    reviewerName: z.nullable(z.string()),
    reviewReason: z.nullable(z.string()),
    reviewOutcome: z.nullable(z.enum(['approved', 'returned', 'rejected'])),
    publishedAt: z.nullable(moment),
    /** Of those it was published to. */
    people: z.int(),
    read: z.int(),
    confirmed: z.int(),
    changedByName: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: {
    state: 'oneOf',
    title: 'contains',
    authorName: 'contains',
    audience: 'oneOf',
    publishedAt: 'range',
  },
  sorts: ['title', 'state', 'publishedAt', 'updatedAt', 'createdAt'],
  defaultSort: '-updatedAt',
  search: ['title', 'content', 'authorName'],
  countBy: 'state',
  refs: {
    departmentIds: { entity: 'department', label: 'departmentNames', many: true },
    postIds: { entity: 'post', label: 'postNames', many: true },
    communityIds: { entity: 'community', label: 'communityNames', many: true },
  },
  removable: true,
  commands: {
    submit: { permission: 'announcement.save', byHand: true, asSeen: true, hindrance: may('submit') },
    publish: { permission: 'announcement.publish', byHand: true, asSeen: true, hindrance: may('publish') },
    withdraw: { permission: 'announcement.publish', byHand: true, hindrance: may('withdraw') },
    remind: {
      permission: 'announcement.publish',
      byHand: true,
      hindrance: ({ state }) => stepUnless(state === 'published', 'state'),
    },
  },
})
