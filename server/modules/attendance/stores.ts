// How attendance is stored: punches as they are told, days as they were judged, corrections that are asked for.
import * as z from 'zod/mini'
import { attendanceDay } from '../../../src/domain/attendance/attendance-day.ts'
import { punch } from '../../../src/domain/attendance/punch.ts'
import { standingOf } from '../../../src/domain/attendance/punch-standing.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Store } from '../../entity/statement.ts'
import { type Bind, type Saving, TENANT_NAME } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { workerOfAccount } from '../people/public.ts'
import { correctionStore } from './correction-store.ts'
import { markPunches } from './due.ts'
import { attendanceRound, tellPunches } from './round.ts'
import { ruleStores } from './rule-store.ts'

/** Whoever may not see the records of others sees their own. */
const ownUnlessReader = ({ person }: Pick<Context, 'person'>, bind: Bind): string | undefined =>
  holds(person.permissions, 'attendance.read')
    ? undefined
    : `t.worker_id in (select w.id from worker w where w.account_id = ${bind(person.accountId)})`

const accountOfWorker = '(select w.account_id from worker w where w.id = t.worker_id)'
const departmentOfWorker = '(select w.department_id from worker w where w.id = t.worker_id)'

export function attendanceStores({ jobs, bus }: Pick<Kernel, 'jobs' | 'bus'>): Store[] {
  const wake = (sql: Context['sql']) => sql.afterCommit(() => jobs.nudge(attendanceRound))
  return [
    ...ruleStores(wake),
    {
      entity: punch,
      table: {
        name: 'punch',
        columns: {
          tenantName: TENANT_NAME,
          departmentId: departmentOfWorker,
          accountId: accountOfWorker,
        },
        account: accountOfWorker,
        unique: { punch_once: 'claimedAt' },
        visible: ownUnlessReader,
        beforeSave: punchOf,
        afterSave: async ({ context: { sql }, id, tenantId }) => {
          const { workerId, at } = stored.parse(
            await sql.first('select worker_id as "workerId", at from punch where id = $1', [id]),
          )
          await markPunches(sql, [{ workerId, at }])
          wake(sql)
          sql.afterCommit(() => tellPunches(bus, [{ tenantId, workerId }]))
        },
      },
    },
    {
      entity: attendanceDay,
      table: {
        name: 'attendance_day',
        joins: 'join worker w on w.id = t.worker_id',
        account: 'w.account_id',
        columns: {
          tenantName: TENANT_NAME,
          workerName: 'w.name',
          trade: 'w.trade',
          departmentId: 'w.department_id',
          ruleName: `(select r.name from attendance_rule r join attendance_rule_version v on v.rule_id = r.id
            where v.id = t.rule_version_id)`,
        },
      },
    },
    correctionStore({ bus, visible: ownUnlessReader, departmentOfWorker, accountOfWorker }),
  ]
}

const stored = z.object({ workerId: z.int(), at: z.int() })
const claim = z.object({ claimedAt: z.number(), offsetMs: z.optional(z.nullable(z.number())) })

async function punchOf({ context, input, before }: Saving): Promise<Record<string, unknown>> {
  if (before) throw new Refused('forbidden')
  const { sql, person } = context
  const worker = await workerOfAccount(sql, person.accountId)
  if (!worker) throw new Refused('attendance.noWorker')
  const { claimedAt, offsetMs = null } = claim.parse(input)
  const standing = standingOf({ claimedAt, offsetMs }, Date.now())
  if (!standing) throw new Refused('attendance.future', { field: 'claimedAt' })
  return { worker_id: worker.id, source: 'phone', ...standing }
}
