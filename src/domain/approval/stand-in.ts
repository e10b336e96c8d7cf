// Stand-ins: who decides for whom while somebody is away.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, rowBase, several, text } from '../fields.ts'
import { approvalKind } from './kinds.ts'

const fields = {
  /** Who is away; the person who saves it where nobody is named. */
  userId: z.optional(z.nullable(id)),
  deputyId: id,
  startsAt: moment,
  /** The first moment at which the deputy decides no more. */
  endsAt: moment,
  /** Only these; empty: all that is approved. */
  kinds: several(approvalKind, approvalKind.options.length),
  note: z.optional(z.nullable(text(200))),
}

/** What may be saved. The checks between fields are the server's to run. */
export const standInForm = z
  .object(fields)
  .check(z.refine(each => each.endsAt > each.startsAt, { error: 'periodOrder', path: ['endsAt'] }))

export const standIn = defineEntity({
  key: 'standIn',
  service: 'user',
  permission: 'standIn',
  grants: {
    menu: 'standIns',
    property: ['read', 'save', 'remove'],
    duty: ['read', 'save', 'remove'],
    patrol: ['read', 'save', 'remove'],
  },
  page: {
    path: '/standIns',
    layout: 'console',
    titleZh: '审批代理',
    titleEn: 'Stand-ins',
    directory: 'Announcements',
    after: 'approvalFlows',
    icon: 'users',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...fields,
    userName: z.optional(z.nullable(z.string())),
    deputyName: z.optional(z.nullable(z.string())),
    state: z.enum(['planned', 'running', 'ended']),
  }),
  write: z.object(fields),
  filters: { userId: 'equals', deputyId: 'equals', endsAt: 'range' },
  sorts: ['startsAt', 'endsAt'],
  defaultSort: '-endsAt',
  search: ['note'],
  refs: {
    userId: { entity: 'user', label: 'userName' },
    deputyId: { entity: 'user', label: 'deputyName' },
  },
  removable: true,
  commands: {},
})
