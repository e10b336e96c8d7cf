// Whose turn it is in a case, and what becomes of it when somebody decides. Pure: people, roles and stand-ins are told as they
// are at that moment, both when a queue is listed and when somebody decides, so that a stand-in whose time is over decides nothing.
import type { ApprovalKind, CaseState, Verdict } from './kinds.ts'

/** One level of a flow: people and roles, of whom any one or all decide. */
export interface Level {
  userIds: readonly number[]
  roleIds: readonly number[]
  need: 'any' | 'all'
}

/** `deputyId` decides for `userId` from one moment to another (epoch ms, the end excluded). */
export interface StandIn {
  userId: number
  deputyId: number
  from: number
  until: number
  /** Only these; empty: all. */
  kinds: readonly ApprovalKind[]
}

/** What is known of people now. */
export interface Book {
  /** Accounts that may log in. */
  people: ReadonlySet<number>
  /** Accounts by role. */
  members: ReadonlyMap<number, readonly number[]>
  /** Who decides where nobody else is left. */
  administrators: readonly number[]
  standIns: readonly StandIn[]
}

/** A case as far as it matters whose turn it is. Levels count from 1. */
export interface CaseFacts {
  kind: ApprovalKind
  applicantId: number
  state: CaseState
  levels: readonly Level[]
  round: number
  level: number
}

/** What somebody decided: whose seat it was, and who acted. */
export interface Decision {
  round: number
  level: number
  seatId: number
  actorId: number
  verdict: Verdict
}

/** A seat that has not decided yet, with those who may decide for it; the person of the seat stands first. */
export interface Seat {
  seatId: number
  actors: readonly number[]
}

export interface Standing {
  need: 'any' | 'all'
  waiting: readonly Seat[]
  /** Nobody of the level is left, so the administrators are asked. */
  byAdministrator: boolean
}

/** A deputy may be away as well: so many are followed, one behind the other. */
export const LONGEST_CHAIN = 5

/** Who decides for a person at a moment, nearest first. A chain that comes back to somebody ends there. */
export function deputiesOf(
  userId: number,
  kind: ApprovalKind,
  standIns: Book['standIns'],
  at: number,
): number[] {
  const found: number[] = []
  let last = [userId]
  for (let step = 0; step < LONGEST_CHAIN && last.length > 0; step++) {
    const next = standIns
      .filter(
        each =>
          last.includes(each.userId) &&
          each.from <= at &&
          at < each.until &&
          (each.kinds.length === 0 || each.kinds.includes(kind)),
      )
      .map(each => each.deputyId)
      .filter(id => id !== userId && !found.includes(id))
    last = [...new Set(next)]
    found.push(...last)
  }
  return found
}

const NOBODY: Standing = { need: 'any', waiting: [], byAdministrator: false }

/** Whose turn it is. Nothing is waited for in a case that is not pending. */
export function standingOf(
  facts: CaseFacts,
  decisions: readonly Decision[],
  book: Book,
  at: number,
): Standing {
  const level = facts.levels[facts.level - 1]
  if (facts.state !== 'pending' || !level) return NOBODY
  const inRound = decisions.filter(({ round }) => round === facts.round)
  // Whoever has acted, and whoever was acted for: neither counts twice.
  const done = new Set(inRound.flatMap(({ actorId, seatId }) => [actorId, seatId]))
  const mayAct = (id: number) => book.people.has(id) && id !== facts.applicantId && !done.has(id)
  const named = new Set([
    ...level.userIds,
    ...level.roleIds.flatMap(role => [...(book.members.get(role) ?? [])]),
  ])
  const waiting = [...named]
    .filter(id => book.people.has(id) && id !== facts.applicantId && !done.has(id))
    .map(seatId => ({
      seatId,
      actors: [seatId, ...deputiesOf(seatId, facts.kind, book.standIns, at)].filter(mayAct),
    }))
  if (waiting.length > 0) return { need: level.need, waiting, byAdministrator: false }
  const administrators = book.administrators.filter(mayAct).map(seatId => ({ seatId, actors: [seatId] }))
  return { need: 'any', waiting: administrators, byAdministrator: true }
}

/** Why somebody may not decide. */
export type NotYours = 'over' | 'own' | 'twice' | 'notAsked'

export type Step =
  | { refused: NotYours }
  | { seatId: number; onBehalf: boolean; after: { state: CaseState; level: number } }

/** The seat for which somebody may decide now, their own before that of others. */
export function seatFor({ waiting }: Standing, actorId: number): Seat | undefined {
  return (
    waiting.find(({ seatId, actors }) => seatId === actorId && actors.includes(actorId)) ??
    waiting.find(({ actors }) => actors.includes(actorId))
  )
}

/** What becomes of a case when somebody decides. */
export function decide(
  facts: CaseFacts,
  decisions: readonly Decision[],
  book: Book,
  { actorId, verdict, at }: { actorId: number; verdict: Verdict; at: number },
): Step {
  if (facts.state !== 'pending') return { refused: 'over' }
  if (actorId === facts.applicantId) return { refused: 'own' }
  const standing = standingOf(facts, decisions, book, at)
  const seat = seatFor(standing, actorId)
  if (!seat) {
    const acted = decisions.some(each => each.round === facts.round && each.actorId === actorId)
    return { refused: acted ? 'twice' : 'notAsked' }
  }
  const { level } = facts
  const made = (state: CaseState, next: number): Step => ({
    seatId: seat.seatId,
    onBehalf: seat.seatId !== actorId,
    after: { state, level: next },
  })
  if (verdict === 'reject') return made('rejected', level)
  if (verdict === 'return') return made('returned', level)
  // Who has acted for another has no seat of their own left to wait for.
  const others = standing.waiting.filter(each => each.seatId !== seat.seatId && each.seatId !== actorId)
  if (standing.need === 'all' && others.length > 0) return made('pending', level)
  return level >= facts.levels.length ? made('approved', level) : made('pending', level + 1)
}
