// What a person was told: one row per person and event, read or unread. The message centre lists them.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase } from '../fields.ts'
import { needlessUnless } from '../hindrance.ts'

export const noticeKind = z.enum([
  'sos',
  'alarm',
  'call',
  'card',
  'spoken',
  'task',
  /** An alarm that a colleague asks the person to see to. */
  'assigned',
  /** An alarm on which nobody has acted. */
  'escalated',
  /** A test window that the person made is over; `content` is how many alarms it hid. */
  'testEnd',
  /** Somebody changed what lets the person in; `content` says what: username, password, phone, email. */
  'account',
  /** Something waits for the person's approval: `who` asks, `content` is its title. */
  'approval',
  /** What the person asked for was decided: `who` is its title, `content` the word of the outcome. */
  'approvalEnd',
  /** An announcement for the person: `who` wrote it, `content` is its title. */
  'announcement',
  /**
   * An incident of a monitored person, or a term that runs out; `content` is its kind, or `term` and the last day, or `gap`,
   * the last day, and the day on which the next authorisation begins.
   */
  'incident',
  /** An inspection is due; `content` is the day. */
  'inspection',
  /** Work that falls to the person; `content` is the day until which. */
  'work',
  /** A shift that somebody is asked to take, or that changed hands; `content` is how far it is. */
  'swap',
  /** Little is left of something in the store; `content` is how many tons. */
  'stockLow',
  /** Bills of a community are due; `content` is how many. */
  'feeDue',
  /** A message of an emergency, or one that is handed over to the person: `who` wrote it, `place` is its title. */
  'emergency',
  /** Nobody besides administrators is left who could act: `who` is what it is about, `content` is `approval` or `incident`. */
  'unattended',
  /** A webhook was given up: `who` is its name, `content` for how many hours nothing got through. */
  'webhook',
  /** The devices of the tenant say more than they may; `content` is how many messages a minute they may. */
  'quota',
])
export const noticeState = z.enum(['unread', 'read'])
export type NoticeKind = z.output<typeof noticeKind>

export const notice = defineEntity({
  key: 'notice',
  service: 'message',
  permission: 'notice',
  grants: {
    menu: 'newPage1',
    property: ['read', 'speak', 'export', 'remove'],
    patrol: ['read', 'remove'],
    duty: ['read', 'speak', 'board', 'export', 'remove'],
  },
  page: {
    path: '/newPage1',
    layout: 'console',
    titleZh: '消息中心',
    titleEn: 'Message centre',
    directory: 'Announcements',
    after: 'AuditNotice',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    kind: noticeKind,
    state: noticeState,
    /** Entity and row it is about: an alarm, a call, a card notice. Null for a text of its own. */
    subject: z.nullable(
      z.enum([
        'alarm',
        'call',
        'task',
        'device',
        'inspection',
        'workItem',
        'stockItem',
        'approvalCase',
        'announcement',
        'monitoredPerson',
        'dutySwap',
        'emergency',
        'webhook',
      ]),
    ),
    subjectId: z.nullable(id),
    imei: z.nullable(z.string()),
    /** Who or what: wearer, door, author. Told as it was then. */
    who: z.nullable(z.string()),
    /** Where: place, room. */
    place: z.nullable(z.string()),
    /** What the sender wrote, or the word of an alarm type, the number of a card. */
    content: z.nullable(z.string()),
    at: moment,
    readAt: z.nullable(moment),
    /** How often it was told: an alarm that nobody acknowledges is told again, on its one line. */
    times: z.int(),
    /** Its alarm is in nobody's hands yet. */
    unanswered: z.optional(z.boolean()),
  }),
  filters: { state: 'oneOf', kind: 'oneOf', who: 'contains', at: 'range' },
  sorts: ['at', 'kind', 'state'],
  defaultSort: '-at',
  search: ['who', 'place', 'content'],
  countBy: 'state',
  removable: true,
  commands: {
    read: {
      permission: 'notice.read',
      offline: 'queue',
      undo: 'unread',
      hindrance: ({ state }) => needlessUnless(state === 'unread'),
    },
    unread: {
      permission: 'notice.read',
      offline: 'queue',
      undo: 'read',
      hindrance: ({ state }) => needlessUnless(state === 'read'),
    },
  },
})
