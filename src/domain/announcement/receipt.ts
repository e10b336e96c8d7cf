// What was announced to a person, and whether they have read and confirmed it: everybody sees their own.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase } from '../fields.ts'
import { needlessUnless, refusing } from '../hindrance.ts'

export const receiptState = z.enum(['unread', 'read', 'confirmed'])

/** Nobody is asked about what is no longer in force. */
const current = ({ current }: { current: boolean }) => (current ? undefined : refusing('state.transition'))

export const announcementReceipt = defineEntity({
  key: 'announcementReceipt',
  service: 'message',
  permission: 'announcementReceipt',
  grants: {
    menu: 'siteAnnouncement',
    property: ['read'],
    patrol: ['read'],
    duty: ['read'],
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    announcementId: id,
    title: z.string(),
    content: z.string(),
    pictures: z.array(z.string()),
    publisherName: z.nullable(z.string()),
    publishedAt: moment,
    expiresAt: z.nullable(moment),
    mustConfirm: z.boolean(),
    state: receiptState,
    /** False once it has expired. */
    current: z.boolean(),
    readAt: z.nullable(moment),
    confirmedAt: z.nullable(moment),
  }),
  filters: {
    announcementId: 'equals',
    state: 'oneOf',
    mustConfirm: 'equals',
    current: 'equals',
    title: 'contains',
    publishedAt: 'range',
  },
  sorts: ['publishedAt', 'title', 'state'],
  defaultSort: '-publishedAt',
  search: ['title', 'content', 'publisherName'],
  countBy: 'state',
  removable: false,
  commands: {
    read: {
      permission: 'announcementReceipt.read',
      offline: 'queue',
      hindrance: ({ state }) => needlessUnless(state === 'unread'),
    },
    confirm: {
      permission: 'announcementReceipt.read',
      offline: 'queue',
      hindrance: row => needlessUnless(row.state !== 'confirmed' && row.mustConfirm) ?? current(row),
    },
  },
})
