// What is approved, and what an approver may say to it.
import * as z from 'zod/mini'

/** What asks for approval; each kind has a flow of its own. */
export const approvalKind = z.enum([
  'announcement',
  'correction',
  'leave',
  'leaveEnd',
  'application',
  'swap',
  'refund',
])
export type ApprovalKind = z.output<typeof approvalKind>

/**
 * `pending`: approvers are asked. `returned`: the applicant is asked to change it, which begins another round. The others
 * are the end of a case.
 */
export const caseState = z.enum(['pending', 'returned', 'approved', 'rejected', 'withdrawn'])
export type CaseState = z.output<typeof caseState>

export const verdict = z.enum(['approve', 'return', 'reject'])
export type Verdict = z.output<typeof verdict>

/** How many of a level's approvers have to agree. */
export const levelNeed = z.enum(['any', 'all'])
