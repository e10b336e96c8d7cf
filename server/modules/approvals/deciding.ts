// Carries out a decision: locked, checked against the text that was seen, once.
import * as z from 'zod/mini'
import type { ErrorId } from '../../../src/contract/errors.ts'
import type { ApprovalKind, Verdict } from '../../../src/domain/approval/kinds.ts'
import { decide, type NotYours } from '../../../src/domain/approval/standing.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { readBook } from './book.ts'
import { casesOf, decisionsOf } from './rows.ts'
import { settleAsked, tellApplicant, tellApprovers, tellQueues } from './telling.ts'

/** How a case ended for the thing it is about. */
export interface Settled {
  tenantId: number
  subjectId: number
  outcome: 'approved' | 'rejected' | 'returned'
  /** Who decided last. */
  by: { accountId: number; name: string }
  reason: string | null
  /** Epoch ms. */
  at: number
}

/** What the module that owns a kind of thing says of it; composition hands it in. */
export interface ApprovalHandler {
  kind: ApprovalKind
  /**
   * The thing's version now; undefined when it is gone or somebody is changing it at this moment. Locks it without waiting
   * (`for no key update skip locked`), since whoever changes it waits for the case.
   */
  currentVersion(sql: Sql, subjectId: number): Promise<number | undefined>
  /** Called in the transaction of the decision that ends the round. */
  settled(sql: Sql, settled: Settled): Promise<void>
}

const refusals: Readonly<Record<NotYours, ErrorId>> = {
  over: 'state.transition',
  own: 'approval.own',
  twice: 'approval.twice',
  notAsked: 'approval.notAsked',
}

const written = z.object({ reason: z.optional(z.string()) })

/** The command of a verdict. */
export const decideBy =
  (handlers: ReadonlyMap<ApprovalKind, ApprovalHandler>, bus: Bus, verdict: Verdict) =>
  async ({ context, row, tenantId, input }: Commanding): Promise<void> => {
    const { sql, person } = context
    const [found] = await casesOf(sql, [row.id])
    if (!found) throw new Refused('row.unknown')
    const handler = handlers.get(found.kind)
    if (!handler) throw new Error(`Nobody owns what is approved as ${found.kind}`)
    const decisions = (await decisionsOf(sql, [row.id])).get(row.id) ?? []
    const book = await readBook(sql, tenantId, found.levels, [person.accountId])
    // Not the moment of the command: who stands in for whom is asked now.
    const at = Date.now()
    const step = decide(found, decisions, book, { actorId: person.accountId, verdict, at })
    if ('refused' in step) throw new Refused(refusals[step.refused])
    if ((await handler.currentVersion(sql, found.subjectId)) !== found.subjectVersion)
      throw new Refused('approval.changed')
    const said = z.parse(written, input).reason?.trim() || null
    await rowsOf(
      sql,
      tables
        .insertInto('approval_decision')
        .values({
          tenant_id: tenantId,
          case_id: row.id,
          round: found.round,
          level: found.level,
          seat_id: step.seatId,
          seat_name: book.nameOf(step.seatId),
          actor_id: person.accountId,
          actor_name: person.name,
          verdict,
          reason: said,
          at,
        })
        .returning('id'),
    )
    const { state, level } = step.after
    await rowsOf(
      sql,
      tables
        .updateTable('approval_case')
        .set({
          version: row.version + 1,
          updated_at: at,
          state,
          level,
          settled_at: state === 'approved' || state === 'rejected' ? at : null,
          last_by_name: person.name,
          last_reason: said,
        })
        .where('id', '=', row.id)
        .returning('id'),
    )
    const asking = { sql, bus, tenantId }
    const goesOn = state === 'pending' && level === found.level
    await settleAsked(asking, row.id, goesOn ? [person.accountId, step.seatId] : undefined)
    if (state === 'approved' || state === 'rejected' || state === 'returned') {
      await handler.settled(sql, {
        tenantId,
        subjectId: found.subjectId,
        outcome: state,
        by: { accountId: person.accountId, name: person.name },
        reason: said,
        at,
      })
      await tellApplicant(asking, found, state)
    } else if (level !== found.level) await tellApprovers(asking, row.id)
    tellQueues(asking, { id: row.id, version: row.version + 1 })
  }
