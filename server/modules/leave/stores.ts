// How leave is stored: what a tenant wants of each kind, and who asks for which half days.
import * as z from 'zod/mini'
import {
  countsOn,
  endProblem,
  halvesIn,
  type LeaveEnd,
  type LeaveSpan,
  leaveProblem,
} from '../../../src/domain/leave/leave-days.ts'
import { leaveType } from '../../../src/domain/leave/leave-kind.ts'
import { leaveRequest } from '../../../src/domain/leave/leave-request.ts'
import { holds } from '../../../src/domain/permission.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { workerOfAccount } from '../people/public.ts'
import { askFor, stopAsking } from './ask.ts'
import { dayIn, type WorkDays, worksOn } from './calendar.ts'
import type { LeavePorts } from './ports.ts'
import { holdHalves, rulesOf, takenHalves, usedHalves } from './rules.ts'
import { dropHalves } from './settle.ts'

const ofWorker = (column: string) => `(select w.${column} from worker w where w.id = t.worker_id)`

export function leaveStores(ports: LeavePorts): Store[] {
  return [
    {
      entity: leaveType,
      table: { name: 'leave_type', columns: { tenantName: TENANT_NAME } },
    },
    {
      entity: leaveRequest,
      table: {
        name: 'leave_request',
        account: ofWorker('account_id'),
        // Who works in no department asks as the person of their login.
        department: `coalesce(${ofWorker('department_id')},
          (select a.department_id from worker w join account a on a.id = w.account_id where w.id = t.worker_id))`,
        columns: {
          tenantName: TENANT_NAME,
          workerName: ofWorker('name'),
          workerAccountId: ofWorker('account_id'),
          departmentId: ofWorker('department_id'),
          departmentName: `(select d.name from worker w join department d on d.id = w.department_id where w.id = t.worker_id)`,
        },
        visible: ({ person }, bind) =>
          seesOthers(person)
            ? undefined
            : `exists (select from worker w where w.id = t.worker_id and w.account_id = ${bind(person.accountId)})`,
        beforeSave: saving => checkRequest(saving, ports.workDays),
        afterSave: saving => ask(saving, ports),
        commands: {
          withdraw: async commanding => {
            await put(commanding, { state: 'withdrawn' })
            await dropHalves(commanding.context.sql, commanding.row.id)
            await stopAsking(commanding.context, ports.bus, { kind: 'leave', ...ofRow(commanding) })
          },
          cancel: commanding => askEnd(commanding, undefined, ports),
          comeBack: commanding => {
            const { endDay, endHalf } = z.parse(comeBackInput, commanding.input)
            return askEnd(commanding, { lastDay: endDay, lastHalf: endHalf }, ports)
          },
          stay: async commanding => {
            await put(commanding, { ending: null, end_day: null, end_half: null, end_reason: null })
            await stopAsking(commanding.context, ports.bus, { kind: 'leaveEnd', ...ofRow(commanding) })
          },
        },
        afterChange: async ({ context, id, tenantId }) => {
          const { sql } = context
          const row = await firstOf(
            sql,
            tables.selectFrom('leave_request').select('version').where('id', '=', id),
          )
          if (row)
            sql.afterCommit(() =>
              ports.bus.emit('rows.changed', {
                tenantId,
                departmentId: 'any',
                entity: 'leaveRequest',
                rows: [{ id, version: row.version }],
              }),
            )
        },
      },
    },
  ]
}

const ofRow = ({ row, tenantId }: Commanding) => ({ id: row.id, tenantId })

const comeBackInput = leaveRequest.commands.comeBack.input
const endInput = z.object({ reason: z.string() })

export const seesOthers = (person: Context['person']): boolean => holds(person.permissions, 'leave.others')

const shape = leaveRequest.schema.shape
const asked = z.object({
  workerId: z.optional(shape.workerId),
  kind: shape.kind,
  fromDay: shape.fromDay,
  fromHalf: shape.fromHalf,
  untilDay: shape.untilDay,
  untilHalf: shape.untilHalf,
  reason: shape.reason,
  evidence: z.optional(z.nullable(z.string())),
})

/** A request as it would be after saving, of which a form sends only what it shows. */
const wanted = ({ before, input }: Saving) => {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return z.parse(asked, { ...before, ...given })
}

async function checkRequest(saving: Saving, workDays: WorkDays): Promise<Record<string, unknown>> {
  const { context, before, tenantId } = saving
  const { sql, person } = context
  if (before && before.state !== 'pending' && before.state !== 'returned')
    throw new Refused('state.transition')
  const { workerId: named, ...request } = wanted(saving)
  if (before && before.workerId !== named) throw new Refused('field.reference', { field: 'workerId' })
  const workerId = named ?? (await workerOfAccount(sql, person.accountId))?.id
  if (workerId === undefined) throw new Refused('leave.notAWorker', { field: 'workerId' })
  // Of two requests of one person the second sees what the first has taken.
  const [worker] = await sql.query(
    'select account_id, joined_on, left_on from worker where id = $1 and tenant_id = $2 and removed_at is null for no key update',
    [workerId, tenantId],
  )
  const known = workerFacts.safeParse(worker)
  if (!known.success || (!seesOthers(person) && known.data.account_id !== person.accountId))
    throw new Refused('field.reference', { field: 'workerId' })
  const rules = await rulesOf(sql, tenantId, request.kind)
  const period = { from: request.fromDay, until: request.untilDay }
  const ofPerson = { workerId, except: before?.id }
  const works = await worksOn(sql, { tenantId, workerId, ...period }, workDays)
  const problem = leaveProblem(request, rules, {
    today: dayIn(person.tenantZone, Date.now()),
    worksOn: day => works.has(day),
    taken: await takenHalves(sql, { ...ofPerson, ...period }),
    usedHalves: await usedHalves(sql, { ...ofPerson, kind: request.kind }),
    hasEvidence: !!request.evidence,
    joinedOn: known.data.joined_on,
    leftOn: known.data.left_on,
  })
  if (problem)
    throw new Refused(problem.id, { field: problem.field, ...(problem.params && { params: problem.params }) })
  const counted = halvesIn(request).filter(each => countsOn(each, rules, day => works.has(day)))
  return {
    worker_id: workerId,
    state: 'pending',
    half_days: counted.length,
    decision: null,
    decided_by: null,
    decided_at: null,
    ...(before ? {} : { asked_by: person.accountId }),
  }
}

const workerFacts = z.object({
  account_id: z.nullable(z.number()),
  joined_on: z.nullable(z.string()),
  left_on: z.nullable(z.string()),
})

/** Holds the half days and puts the request before whoever approves it. */
async function ask(saving: Saving & { id: number }, { workDays, bus }: LeavePorts): Promise<void> {
  const { context, id, tenantId, before } = saving
  const { sql } = context
  const request = wanted(saving)
  const { kind, fromDay, untilDay } = request
  const rules = await rulesOf(sql, tenantId, kind)
  const row = await firstOf(sql, tables.selectFrom('leave_request').select('worker_id').where('id', '=', id))
  if (!row) throw new Refused('row.unknown')
  const { worker_id: workerId } = row
  const works = await worksOn(sql, { tenantId, workerId, from: fromDay, until: untilDay }, workDays)
  await holdHalves(
    sql,
    { id, tenantId, workerId, kind },
    halvesIn(request).map(each => ({ ...each, counts: countsOn(each, rules, day => works.has(day)) })),
  )
  if (before) await sql.query('update leave_request set revision = revision + 1 where id = $1', [id])
  await askFor(context, bus, { kind: 'leave', id, tenantId, again: before !== undefined })
}

async function put({ context, row }: Commanding, columns: Record<string, unknown>): Promise<void> {
  const names = Object.keys(columns)
  await context.sql.change(
    `update leave_request set updated_at = $2, version = version + 1, ${names.map((name, at) => `${name} = $${at + 3}`).join(', ')}
     where id = $1`,
    [row.id, Date.now(), ...Object.values(columns)],
  )
}

const spanOf = (row: Commanding['row']): LeaveSpan => z.parse(asked, row)

async function askEnd(commanding: Commanding, end: LeaveEnd, { bus }: LeavePorts): Promise<void> {
  const problem = endProblem(spanOf(commanding.row), end)
  if (problem) throw new Refused(problem, { field: 'endDay' })
  const { reason } = z.parse(endInput, commanding.input)
  await put(commanding, {
    ending: end ? 'return' : 'cancel',
    end_day: end?.lastDay ?? null,
    end_half: end?.lastHalf ?? null,
    end_reason: reason,
  })
  const { context, row } = commanding
  await context.sql.query('update leave_request set end_revision = end_revision + 1 where id = $1', [row.id])
  await askFor(context, bus, { kind: 'leaveEnd', ...ofRow(commanding), again: true })
}
