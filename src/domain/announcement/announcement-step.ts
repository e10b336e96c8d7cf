// What may become of an announcement: one table for the form, the buttons, the review and the clock.
import * as z from 'zod/mini'

export const announcementState = z.enum([
  'draft',
  'inReview',
  'approved',
  'scheduled',
  'published',
  'withdrawn',
  'expired',
])
export type AnnouncementState = z.output<typeof announcementState>

/** In the order of its digits, 1 and 2 (console specification, section 4). */
export const approvalFlag = z.enum(['needed', 'notNeeded'])

export interface AnnouncementFacts {
  state: AnnouncementState
  needsApproval: z.output<typeof approvalFlag>
  /** When it is published by itself, once it may be; null: when somebody does it. Epoch ms. */
  publishAt: number | null
  expiresAt: number | null
}

/**
 * `submit`, `edit`, `publish` and `withdraw` are people's; `agreed` and `sentBack` end a round of review; `clock` is the time that
 * goes by.
 */
export type AnnouncementAct = 'submit' | 'edit' | 'publish' | 'withdraw' | 'agreed' | 'sentBack' | 'clock'

export interface AnnouncementStep {
  state: AnnouncementState
  /** A round of review begins, or the one that runs is withdrawn. */
  review?: 'begin' | 'withdraw'
}

const isOver = ({ expiresAt }: AnnouncementFacts, now: number) => expiresAt !== null && expiresAt <= now

/** Where it stands once nobody has to agree any more. What has a time to be published at waits for it. */
const ready = (facts: AnnouncementFacts, now: number): AnnouncementState =>
  facts.publishAt === null || isOver(facts, now) ? 'approved' : 'scheduled'

/** Undefined: there is no such step. Nothing is published after it has expired. */
export function announcementAfter(
  facts: AnnouncementFacts,
  act: AnnouncementAct,
  now: number,
): AnnouncementStep | undefined {
  const { state, needsApproval } = facts
  const asked = (): AnnouncementStep =>
    needsApproval === 'needed' ? { state: 'inReview', review: 'begin' } : { state: ready(facts, now) }
  const waits = state === 'approved' || state === 'scheduled'
  switch (act) {
    case 'submit':
      return state === 'draft' && !isOver(facts, now) ? asked() : undefined
    case 'edit':
      if (state === 'published') return undefined
      // Whoever agreed has agreed to another text.
      if (state === 'inReview' && needsApproval === 'notNeeded')
        return { state: ready(facts, now), review: 'withdraw' }
      return state === 'inReview' || waits ? asked() : { state: 'draft' }
    case 'publish':
      return waits && !isOver(facts, now) ? { state: 'published' } : undefined
    case 'withdraw':
      if (state === 'inReview') return { state: 'draft', review: 'withdraw' }
      if (waits) return { state: 'draft' }
      return state === 'published' ? { state: 'withdrawn' } : undefined
    case 'agreed':
      return state === 'inReview' ? { state: ready(facts, now) } : undefined
    case 'sentBack':
      return state === 'inReview' ? { state: 'draft' } : undefined
    case 'clock':
      if ((state === 'published' || state === 'scheduled') && isOver(facts, now)) return { state: 'expired' }
      return state === 'scheduled' && facts.publishAt !== null && facts.publishAt <= now
        ? { state: 'published' }
        : undefined
  }
}

/** Hours after publishing at which those are reminded who have not read it, or not confirmed it. */
export const REMIND_AFTER_HOURS = [24, 72] as const
