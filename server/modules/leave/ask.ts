// Puts leave, or its end before its time, before whoever approves it.
import * as z from 'zod/mini'
import { leaveKind } from '../../../src/domain/leave/leave-kind.ts'
import { half } from '../../../src/domain/leave/leave-request.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Context } from '../../http/handlers.ts'
import { type Ask, openCase, reviseCase, withdrawCase } from '../approvals/public.ts'

const stored = z.object({
  kind: leaveKind,
  from_day: z.string(),
  from_half: half,
  until_day: z.string(),
  until_half: half,
  reason: z.string(),
  evidence: z.nullable(z.string()),
  half_days: z.number(),
  revision: z.number(),
  end_day: z.nullable(z.string()),
  end_half: z.nullable(half),
  end_reason: z.nullable(z.string()),
  end_revision: z.number(),
  asked_by: z.number(),
  name: z.string(),
  account_id: z.nullable(z.number()),
})

type Asked = 'leave' | 'leaveEnd'

async function askOf(sql: Sql, kind: Asked, id: number): Promise<Ask> {
  const [row] = await sql.query(
    `select r.*, w.name, w.account_id from leave_request r join worker w on w.id = r.worker_id where r.id = $1`,
    [id],
  )
  const leave = z.parse(stored, row)
  const ends = kind === 'leaveEnd'
  const reason = ends ? leave.end_reason : leave.reason
  return {
    kind,
    subjectId: id,
    subjectVersion: ends ? leave.end_revision : leave.revision,
    // Whose leave it is does not approve it, whoever typed it in.
    applicantId: leave.account_id ?? leave.asked_by,
    title: leave.name,
    body: reason ?? '',
    lines: [
      { label: 'who', value: leave.name },
      { label: 'type', value: leave.kind, as: 'word' },
      {
        label: 'period',
        value: `${leave.from_day} ${leave.from_half} – ${leave.until_day} ${leave.until_half}`,
      },
      { label: 'count', value: String(leave.half_days / 2), as: 'number' },
      ...(ends && leave.end_day
        ? [{ label: 'after' as const, value: `${leave.end_day} ${leave.end_half ?? ''}` }]
        : []),
    ],
    pictures: !ends && leave.evidence ? [leave.evidence] : [],
  }
}

export async function askFor(
  { sql }: Pick<Context, 'sql'>,
  bus: Bus,
  { kind, id, tenantId, again }: { kind: Asked; id: number; tenantId: number; again: boolean },
): Promise<void> {
  const ask = await askOf(sql, kind, id)
  await (again ? reviseCase : openCase)({ sql, bus, tenantId }, ask)
}

export async function stopAsking(
  { sql }: Pick<Context, 'sql'>,
  bus: Bus,
  { kind, id, tenantId }: { kind: Asked; id: number; tenantId: number },
): Promise<void> {
  await withdrawCase({ sql, bus, tenantId }, { kind, subjectId: id })
}
