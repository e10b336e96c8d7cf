// What waits for a person, and a case as it is opened: its steps, its text and the one of the round before.
import * as z from 'zod/mini'
import {
  approvalCaseById,
  MOST_WAITING,
  type OpenedCase,
  waitingApprovals,
} from '../../../src/contract/endpoints/approval.ts'
import { MAX_PAGE_SIZE } from '../../../src/contract/entity-endpoints.ts'
import { approvalCase, caseLine } from '../../../src/domain/approval/approval-case.ts'
import { seatFor, standingOf } from '../../../src/domain/approval/standing.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readPage, readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { type ReadBook, readBook } from './book.ts'
import { casesOf, decisionsOf, type StoredCase, type StoredDecision } from './rows.ts'

/** Names of a level that are still waited for. */
const MOST_NAMES = 10

export function mountApprovals(handlers: Handlers, cases: Store): void {
  handlers.handle(waitingApprovals, async ({ kind }, context) => {
    const query = { state: ['pending'], ...(kind && { kind: [kind] }), sort: 'askedAt', size: MAX_PAGE_SIZE }
    const { list } = await readPage(cases, query, context)
    const opened = await open(list, context, 'waiting')
    const last = Number.MAX_SAFE_INTEGER
    return opened
      .sort(
        (one, other) =>
          (one.row.dueAt ?? last) - (other.row.dueAt ?? last) || one.row.askedAt - other.row.askedAt,
      )
      .slice(0, MOST_WAITING)
  })
  handlers.handle(approvalCaseById, async ({ id }, context) => {
    const [opened] = await open([await readRow(cases, id, context)], context, 'all')
    if (!opened) throw new Error('A case that can be read was not found')
    return opened
  })
}

/** Opens rows that the person may see; `waiting`: those only on which they may decide. */
async function open(
  rows: readonly Row[],
  { sql, person }: Pick<Context, 'sql' | 'person'>,
  which: 'waiting' | 'all',
): Promise<OpenedCase[]> {
  const found = await casesOf(
    sql,
    rows.map(({ id }) => id),
  )
  const decided = await decisionsOf(
    sql,
    found.map(({ id }) => id),
  )
  const byId = new Map(found.map(each => [each.id, each]))
  const books = new Map<number, ReadBook>()
  for (const tenantId of new Set(found.map(each => each.tenantId))) {
    const ofTenant = found.filter(each => each.tenantId === tenantId)
    books.set(
      tenantId,
      await readBook(
        sql,
        tenantId,
        ofTenant.flatMap(({ levels }) => [...levels]),
      ),
    )
  }
  const at = Date.now()
  const opened: OpenedCase[] = []
  for (const row of rows) {
    const facts = byId.get(row.id)
    const book = facts && books.get(facts.tenantId)
    if (!facts || !book) continue
    const decisions = decided.get(row.id) ?? []
    const mine = turnOf(facts, decisions, book, { accountId: person.accountId, at })
    if (which === 'waiting' && !mine) continue
    const { now, before } = await textsOf(sql, facts)
    opened.push({
      row: z.parse(approvalCase.schema, row),
      now,
      before,
      steps: stepsOf(facts, decisions, book, at),
      mine: mine ?? null,
    })
  }
  return opened
}

function turnOf(
  facts: StoredCase,
  decisions: readonly StoredDecision[],
  book: ReadBook,
  { accountId, at }: { accountId: number; at: number },
): NonNullable<OpenedCase['mine']> | undefined {
  const seat = seatFor(standingOf(facts, decisions, book, at), accountId)
  if (!seat) return undefined
  if (seat.seatId === accountId) return { forName: null, until: null }
  const untils = book.standIns.filter(
    each => each.deputyId === accountId && each.from <= at && at < each.until,
  )
  return {
    forName: book.nameOf(seat.seatId),
    until: untils.length > 0 ? Math.max(...untils.map(each => each.until)) : null,
  }
}

function stepsOf(
  facts: StoredCase,
  decisions: readonly StoredDecision[],
  book: ReadBook,
  at: number,
): OpenedCase['steps'] {
  const standing = standingOf(facts, decisions, book, at)
  return facts.levels.map((level, index) => {
    const number = index + 1
    const now = facts.state === 'pending' && number === facts.level
    const done = number < facts.level || (number === facts.level && facts.state === 'approved')
    return {
      level: number,
      state: now ? ('now' as const) : done ? ('done' as const) : ('later' as const),
      need: level.need,
      names: [...level.roleIds.map(id => book.roleName(id)), ...level.userIds.map(id => book.nameOf(id))],
      byAdministrator: now && standing.byAdministrator,
      decisions: decisions
        .filter(each => each.round === facts.round && each.level === number)
        .map(({ seatName, actorName, seatId, actorId, verdict, reason, at: when }) => ({
          ...{ seatName, actorName, verdict, reason, at: when },
          onBehalf: seatId !== actorId,
        })),
      waiting: now ? standing.waiting.slice(0, MOST_NAMES).map(({ seatId }) => book.nameOf(seatId)) : [],
    }
  })
}

const kept = { lines: z.array(caseLine), pictures: z.array(z.string()) }

async function textsOf(sql: Sql, { id, round }: StoredCase): Promise<Pick<OpenedCase, 'now' | 'before'>> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('approval_round')
      .select(['round', 'title', 'body', 'lines', 'pictures'])
      .where('case_id', '=', id)
      .where('round', 'in', [round, round - 1]),
  )
  const texts = new Map(
    rows.map(row => [
      row.round,
      {
        title: row.title,
        body: row.body,
        lines: z.parse(kept.lines, row.lines),
        pictures: z.parse(kept.pictures, row.pictures),
      },
    ]),
  )
  const now = texts.get(round)
  if (!now) throw new Error('A case has no text')
  return { now, before: texts.get(round - 1) ?? null }
}
