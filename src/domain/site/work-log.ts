// Daily logs: what one person did on one day. Draft, then submitted, then sent back or locked for good.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, localDate, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { type Giver, refusing, stepUnless } from '../hindrance.ts'
import { photoList } from './photos.ts'

export const logState = z.enum(['draft', 'submitted', 'returned', 'locked'])
type LogState = z.output<typeof logState>
export const weather = z.enum(['clear', 'cloudy', 'rain', 'snow', 'wind', 'fog'])

const fields = {
  day: localDate,
  weather: z.optional(z.nullable(weather)),
  /** Degrees Celsius at noon. */
  temperature: z.optional(z.nullable(z.int().check(z.minimum(-60), z.maximum(60)))),
  /** People at work that day. */
  heads: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
  done: nonEmpty(2000),
  problems: z.optional(text(1000)),
  next: z.optional(text(1000)),
  photos: z.optional(photoList),
  /** It goes to who checks it with the same step. */
  submit: z.optional(z.boolean()),
}

interface Logged {
  state: LogState
  authorId: number
}

/** Only the author changes a log, and only before it is with who checks it. */
export const mayWriteLog = ({ state, authorId }: Logged, accountId: number): boolean =>
  authorId === accountId && (state === 'draft' || state === 'returned')

const { submit: _submit, ...kept } = fields

export const workLog = defineEntity({
  key: 'workLog',
  service: 'user',
  permission: 'workLog',
  grants: {
    menu: 'workLog',
    property: ['read', 'save', 'check', 'export'],
    patrol: ['read', 'save'],
    duty: ['read', 'save'],
  },
  page: {
    path: '/workLog',
    layout: 'map',
    titleZh: '工作日志',
    titleEn: 'Work log',
    directory: 'People',
    icon: 'edit',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...kept,
    photos: photoList,
    state: logState,
    authorId: id,
    authorName: z.string(),
    departmentId: z.nullable(id),
    departmentName: z.optional(z.nullable(z.string())),
    submittedAt: z.nullable(moment),
    checkedAt: z.nullable(moment),
    checkedByName: z.nullable(z.string()),
    /** Why it came back. */
    reason: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: {
    day: 'range',
    state: 'oneOf',
    authorId: 'equals',
    authorName: 'contains',
    departmentId: 'equals',
  },
  sorts: ['day', 'authorName', 'submittedAt', 'createdAt'],
  defaultSort: '-day',
  search: ['authorName', 'done', 'problems'],
  countBy: 'state',
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  removable: false,
  waitsNew: true,
  commands: {
    submit: {
      permission: 'workLog.save',
      offline: 'queue',
      hindrance: (row, { id: own }) =>
        row.authorId === own
          ? stepUnless(row.state === 'draft' || row.state === 'returned', 'state')
          : refusing('log.notOwn'),
    },
    giveBack: {
      permission: 'workLog.check',
      asSeen: true,
      input: z.object({ reason: nonEmpty(200) }),
      hindrance: (row, giver) => notOwn(row, giver) ?? stepUnless(row.state === 'submitted', 'state'),
    },
    lock: {
      permission: 'workLog.check',
      asSeen: true,
      hindrance: (row, giver) => notOwn(row, giver) ?? stepUnless(row.state === 'submitted', 'state'),
    },
  },
})

/** Nobody checks what they wrote themselves. */
const notOwn = ({ authorId }: Logged, { id: own }: Giver) =>
  authorId === own ? refusing('log.own') : undefined
