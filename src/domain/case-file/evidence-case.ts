// Cases of evidence: open while things are held in them, sealed once, then handed over as often as wanted.
import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { defineEntity } from '../entity.ts'
import { id, moment, nonEmpty, rowBase, rowOwner, text } from '../fields.ts'
import { stepUnless } from '../hindrance.ts'
import type { ItemKind } from './manifest.ts'

export const caseState = z.enum(['open', 'sealed', 'exported'])

/** A week of positions once a minute. */
export const LONGEST_TRACK_DAYS = 7
/** Readings are held from so long before an alarm until so long after it. */
export const AROUND_ALARM_MS = 30 * MINUTE_MS
/** What is held with an alarm, where it is there. */
export const aroundAlarm = ['response', 'readings', 'audit'] as const satisfies readonly ItemKind[]

const letters: Record<ItemKind, string> = {
  ...{ alarm: 'A', response: 'A', readings: 'A', audit: 'A' },
  ...{ recording: 'R', file: 'F', track: 'T', doorEvent: 'D' },
}

/** The number of a case that begins with a thing: `A-12`, and `A-12-2` for a second one about the same. */
export const caseNumber = (kind: ItemKind, subjectId: number, turn: number): string =>
  `${letters[kind]}-${subjectId}${turn > 1 ? `-${turn}` : ''}`

const fields = {
  number: nonEmpty(40),
  title: nonEmpty(120),
  departmentId: z.optional(z.nullable(id)),
  note: z.optional(text(500)),
}

export const evidenceCase = defineEntity({
  key: 'evidenceCase',
  service: 'user',
  permission: 'evidenceCase',
  // Nobody but the administrator, until a tenant gives it to somebody.
  grants: { menu: 'evidenceCases' },
  page: {
    path: '/evidenceCases',
    layout: 'console',
    titleZh: '证据案卷',
    titleEn: 'Evidence cases',
    directory: 'Video',
    icon: 'shield',
  },
  offline: 'none',
  owner: 'tenant',
  schema: z.object({
    ...rowBase,
    ...rowOwner,
    ...fields,
    departmentName: z.optional(z.nullable(z.string())),
    state: caseState,
    items: z.int(),
    bytes: z.int(),
    sealedAt: z.nullable(moment),
    sealedByName: z.nullable(z.string()),
  }),
  write: z.object(fields),
  filters: { number: 'contains', title: 'contains', state: 'oneOf', departmentId: 'equals' },
  sorts: ['number', 'title', 'sealedAt', 'createdAt'],
  defaultSort: '-createdAt',
  search: ['number', 'title'],
  countBy: 'state',
  department: 'departmentId',
  refs: { departmentId: { entity: 'department', label: 'departmentName' } },
  // What was held must be there when it is asked for.
  removable: false,
  commands: {
    /** Signs what is held: nothing of it changes any more. */
    seal: {
      permission: 'evidenceCase.seal',
      byHand: true,
      asSeen: true,
      hindrance: ({ state, items }) => stepUnless(state === 'open' && items > 0, 'state'),
    },
  },
})
