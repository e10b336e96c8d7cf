// Approvals: what waits for a person, a case with its steps and texts, and who has read an announcement.
import * as z from 'zod/mini'
import { receiptState } from '../../domain/announcement/receipt.ts'
import { approvalCase, caseLine } from '../../domain/approval/approval-case.ts'
import { approvalKind, levelNeed, verdict } from '../../domain/approval/kinds.ts'
import { id, moment } from '../../domain/fields.ts'
import { wireOf } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { inQuery } from '../query-values.ts'

const idInQuery = inQuery(15, id)

/** A text as approvers see it, of one round. */
const roundText = z.object({
  title: z.string(),
  body: z.string(),
  lines: z.array(caseLine),
  pictures: z.array(z.string()),
})

/** Who decides on a level, and who has. */
const caseStep = z.object({
  level: z.int(),
  state: z.enum(['done', 'now', 'later']),
  need: levelNeed,
  /** Roles and people as they were named. */
  names: z.array(z.string()),
  /** Nobody of the level is left: administrators are asked. */
  byAdministrator: z.boolean(),
  decisions: z.array(
    z.object({
      seatName: z.string(),
      actorName: z.string(),
      /** Somebody stood in. */
      onBehalf: z.boolean(),
      verdict,
      reason: z.nullable(z.string()),
      at: moment,
    }),
  ),
  /** Whose decision is missing now, at most ten. */
  waiting: z.array(z.string()),
})

export const openedCase = z.object({
  row: wireOf(approvalCase.schema),
  now: roundText,
  /** Of the round before: what is new is marked. Null in the first. */
  before: z.nullable(roundText),
  steps: z.array(caseStep),
  /** The caller may decide now: for themselves, or for whom and until when. Null: it is not their turn. */
  mine: z.nullable(z.object({ forName: z.nullable(z.string()), until: z.nullable(moment) })),
})
export type OpenedCase = z.output<typeof openedCase>

/** Longest queue that is handed out; what is decided makes room for more. */
export const MOST_WAITING = 100

export const waitingApprovals = endpoint({
  service: 'user',
  method: 'GET',
  path: 'approval/waiting',
  access: 'approvalCase.decide',
  summary: 'The cases that wait for the calling person now, what is due first before what was asked first',
  request: z.strictObject({ kind: z.optional(approvalKind) }),
  response: z.array(openedCase),
})

export const approvalCaseById = endpoint({
  service: 'user',
  method: 'GET',
  path: 'approval/case',
  access: 'approvalCase.read',
  summary: 'A case with its steps and the texts of its last two rounds',
  request: z.strictObject({ id: idInQuery }),
  response: openedCase,
})

/** Most receipts that are listed. */
export const MOST_RECEIPTS = 5_000

export const announcementReceipts = endpoint({
  service: 'message',
  method: 'GET',
  path: 'announcement/receipts',
  access: 'announcement.read',
  summary: 'Whom an announcement was published to, with who has read and confirmed it and when',
  request: z.strictObject({ id: idInQuery }),
  response: z.array(
    z.object({
      accountId: id,
      name: z.string(),
      departmentName: z.nullable(z.string()),
      state: receiptState,
      readAt: z.nullable(moment),
      confirmedAt: z.nullable(moment),
    }),
  ),
})
