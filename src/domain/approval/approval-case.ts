// A case: one thing that somebody asks others to approve, with its text as it was when they were asked.
import * as z from 'zod/mini'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import { approvalKind, caseState } from './kinds.ts'

/** What a line of a case is about; the console has words for each. */
export const lineLabel = z.enum([
  'who',
  'type',
  'period',
  'day',
  'time',
  'slot',
  'place',
  'audience',
  'publishAt',
  'expiresAt',
  'reason',
  'evidence',
  'count',
  'before',
  'after',
  'with',
])

/**
 * A fact of the thing itself. `as` says how the value is shown: text as it stands, a moment (epoch ms), a day (YYYY-MM-DD), a
 * number, or a word that the console translates.
 */
export const caseLine = z.object({
  label: lineLabel,
  value: z.string(),
  as: z._default(z.enum(['text', 'moment', 'day', 'number', 'word']), 'text'),
})
export type CaseLine = z.input<typeof caseLine>

/** Only who is asked decides, whatever else they may: the server looks at the case, not at a permission alone. */
const deciding = {
  permission: 'approvalCase.decide',
  asSeen: true,
  byHand: true,
} as const
const pending = ({ state }: { state: string }) => stepUnless(state === 'pending', 'state')
const because = z.object({ reason: nonEmpty(500) })

export const approvalCase = defineEntity({
  key: 'approvalCase',
  service: 'user',
  permission: 'approvalCase',
  grants: {
    menu: 'approvals',
    property: ['read', 'decide', 'export'],
    duty: ['read', 'decide'],
    patrol: ['read', 'decide'],
  },
  page: {
    path: '/approvals',
    layout: 'console',
    titleZh: '待我审批',
    titleEn: 'Approvals',
    directory: 'Announcements',
    after: 'AuditNotice',
    icon: 'check',
  },
  offline: 'read',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    kind: approvalKind,
    subjectId: id,
    title: z.string(),
    state: caseState,
    round: z.int(),
    level: z.int(),
    levels: z.int(),
    applicantId: id,
    applicantName: z.string(),
    /** When the round began. */
    askedAt: moment,
    /** Until when it should be decided. */
    dueAt: z.nullable(moment),
    settledAt: z.nullable(moment),
    /** Who decided last, for whom, and what they wrote. */
    lastByName: z.nullable(z.string()),
    lastReason: z.nullable(z.string()),
  }),
  filters: { kind: 'oneOf', state: 'oneOf', title: 'contains', applicantName: 'contains', askedAt: 'range' },
  sorts: ['askedAt', 'dueAt', 'kind', 'state', 'applicantName'],
  defaultSort: '-askedAt',
  search: ['title', 'applicantName'],
  countBy: 'state',
  refs: {},
  removable: false,
  commands: {
    approve: { ...deciding, input: z.object({ reason: z.optional(text(500)) }), hindrance: pending },
    return: { ...deciding, input: because, hindrance: pending },
    reject: { ...deciding, input: because, hindrance: pending },
  },
})
