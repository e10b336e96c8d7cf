// Who has an alarm: what acknowledging, taking, releasing, assigning, passing up and handling make of it.
import * as z from 'zod/mini'
import { type Giver, type Hindrance, NEEDLESS, type Refusing, refusing } from '../hindrance.ts'

export const alarmStatus = z.enum(['open', 'taken', 'handled'])
export type AlarmStatus = z.output<typeof alarmStatus>

/** An alarm cannot be escalated further. */
export const HIGHEST_ESCALATION = 3

export type AlarmVerb = 'acknowledge' | 'comment' | 'take' | 'release' | 'assign' | 'escalate' | 'handle'

/** What the steps look at and change. People go by their ids. */
export interface AlarmHold {
  status: AlarmStatus
  /** Who has taken it; kept after it is handled. */
  owner: number | null
  /** Whom a colleague asked to see to it. */
  assignee: number | null
  /** Who has seen it first: nobody is told again and it is not escalated by itself. */
  acknowledger: number | null
  escalation: number
}

/**
 * `done`: it becomes so, with a line in the timeline. `joins`: a line in the timeline and nothing else. `nothing`: it is
 * so already. `refused`: there is no such step, or somebody else has it (`owned`).
 */
export type AlarmStep =
  | { is: 'done'; now: AlarmHold }
  | { is: 'joins' }
  | { is: 'nothing' }
  | { is: 'refused'; why: 'transition' | 'owned' }

const NO_STEP: AlarmStep = { is: 'refused', why: 'transition' }
const NOTHING: AlarmStep = { is: 'nothing' }
const JOINS: AlarmStep = { is: 'joins' }

/**
 * What a step by a person makes of an alarm; `to` is whom it is assigned to.
 *
 * An alarm that somebody has taken and that is assigned to a colleague stays with who has it until the colleague takes
 * it: at no moment has nobody got it. Whoever takes one that waits for a colleague relieves them. What is given back is
 * as unattended as at the beginning: it is told again and escalated again.
 */
export function stepAlarm(hold: AlarmHold, verb: AlarmVerb, by: number, to?: number): AlarmStep {
  const done = (change: Partial<AlarmHold>): AlarmStep => ({ is: 'done', now: { ...hold, ...change } })
  const seen = { acknowledger: hold.acknowledger ?? by }
  const over = hold.status === 'handled'
  switch (verb) {
    case 'comment':
      return JOINS
    case 'acknowledge':
      // From a tablet that was offline it may come after everything else: what somebody else has seen joins the timeline.
      if (hold.acknowledger === by) return NOTHING
      return over || hold.acknowledger !== null ? JOINS : done(seen)
    case 'take': {
      if (over) return NO_STEP
      const mine = { status: 'taken', owner: by, ...seen } as const
      if (hold.status === 'open') return done({ ...mine, assignee: hold.assignee === by ? by : null })
      if (hold.owner === by) return NOTHING
      return hold.assignee === by ? done(mine) : { is: 'refused', why: 'owned' }
    }
    case 'release':
      if (hold.status !== 'taken') return NO_STEP
      if (hold.owner !== by) return { is: 'refused', why: 'owned' }
      return done({
        status: 'open',
        owner: null,
        assignee: hold.assignee === by ? null : hold.assignee,
        acknowledger: null,
      })
    case 'assign':
      if (over || to === undefined) return NO_STEP
      return done({ assignee: to })
    case 'escalate':
      if (over || hold.escalation >= HIGHEST_ESCALATION) return NO_STEP
      return done({ escalation: hold.escalation + 1 })
    case 'handle':
      // A second handling, from a tablet that was offline, joins the timeline and changes nothing else.
      return over ? JOINS : done({ status: 'handled', ...seen })
  }
}

/** A row of an alarm, as far as the steps look at it. */
interface Held {
  status: AlarmStatus
  takenById: number | null
  takenBy: string | null
  assignedToId: number | null
  acknowledgedAt: number | null
  escalation: number
}

/** Somebody, whoever it is: a row says when it was acknowledged, not by which id. */
const SOMEBODY = -1

/** Why a step is refused, for the wire. */
export const refusalOfStep = (why: 'transition' | 'owned', { takenBy }: Pick<Held, 'takenBy'>): Refusing =>
  why === 'transition'
    ? refusing('state.transition')
    : refusing('alarm.takenBy', { params: { name: takenBy ?? '' } })

/** Why the command of that name does not run on an alarm: what its step would come to. */
export const hindranceOfStep =
  (verb: AlarmVerb) =>
  (row: Held, { id }: Giver): Hindrance | undefined => {
    const hold: AlarmHold = {
      status: row.status,
      owner: row.takenById,
      assignee: row.assignedToId,
      acknowledger: row.acknowledgedAt === null ? null : SOMEBODY,
      escalation: row.escalation,
    }
    // To whom it is assigned is not known yet, and decides nothing.
    const step = stepAlarm(hold, verb, id, SOMEBODY)
    if (step.is === 'refused') return refusalOfStep(step.why, row)
    return step.is === 'done' ? undefined : NEEDLESS
  }
