// Works allocations off in the background, a few devices a transaction, so that a restart loses nothing and the fleet
// is never locked for long.
import pg from 'pg'
import * as z from 'zod/mini'
import type { ErrorId } from '../../../src/contract/errors.ts'
import { holds } from '../../../src/domain/permission.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import { again, defineJob } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import type { Sessions } from '../session/public.ts'
import {
  type AllocationRow,
  type Before,
  handOut,
  holdTarget,
  lockDevices,
  takeBack,
} from './allocation-item.ts'

/** Devices of one transaction: few enough to show progress, many enough to be quick. */
const AT_ONCE = 5
const RETRIES = 3
/** An allocation is worked on for so long at a time, so that several make progress side by side. */
const TURN_MS = 2_000

export const allocationJob = defineJob({
  name: 'allocation',
  data: z.object({ allocationId: z.int() }),
  subject: data =>
    `(select concat_ws(' · ', a.total, a.user_name, a.note) from allocation a where a.id = (${data} ->> 'allocationId')::bigint)`,
  timeoutSeconds: 300,
  pollSeconds: 2,
  atOnce: 1,
  tries: 20,
  againSeconds: 2,
})

type Given = Pick<Kernel, 'data' | 'bus' | 'log' | 'jobs'> & { sessions: Sessions }

/** Hands out and takes back from now on; goes on where a former process has stopped. */
export async function workAllocations(parts: Given): Promise<void> {
  const { data, jobs } = parts
  await jobs.work(
    allocationJob,
    async ({ data: { allocationId }, signal }) => {
      const until = Date.now() + TURN_MS
      let failures = 0
      while (!signal.aborted && Date.now() < until) {
        try {
          if (!(await workOnce(parts, allocationId))) return undefined
          failures = 0
        } catch (error) {
          // A deadlock with somebody who changes the same devices: the database aborts one of the two, which starts again.
          if (++failures > RETRIES) throw error
        }
      }
      return again(0)
    },
    { giveUp: (sql, { allocationId }) => giveUp(sql, allocationId) },
  )
  // Allocations that an earlier version of the server stored without a job.
  await data.scoped(WHOLE, async sql => {
    const open = await sql.query<{ id: number; tenantId: number }>(
      `select id, tenant_id as "tenantId" from allocation a where state in ('running', 'undoing') and removed_at is null
         and not exists (select from pgboss.job j where j.name = $1 and j.state <= 'active'
           and (j.data ->> 'allocationId')::bigint = a.id)`,
      [allocationJob.name],
    )
    for (const { id, tenantId } of open)
      await jobs.send(sql, allocationJob, { allocationId: id }, { tenantId })
  })
}

/** What was not done stays undone, and says so. */
async function giveUp(sql: Sql, id: number): Promise<void> {
  const allocation = await sql.first<OpenRow>(
    `${SELECT} where a.id = $1 and a.state in ('running', 'undoing') for update of a`,
    [id],
  )
  if (!allocation) return
  await settle(sql, id, 'waiting', 'failed', 'failed')
  if (allocation.state === 'undoing') await settle(sql, id, 'done', 'kept', 'failed')
  await count(sql, allocation)
}

type OpenRow = AllocationRow & { state: 'running' | 'undoing' }

const SELECT = `select a.id, a.tenant_id as "tenantId", a.state, a.target_tenant_id as "targetTenantId",
  a.target_department_id as "targetDepartmentId",
  (select d.name from department d where d.id = a.target_department_id) as "targetDepartmentName",
  a.note, a.user_id as "userId", a.user_name as "userName", a.undone_by as "undoneBy" from allocation a`

/** One small piece of work; false when there is none. */
async function workOnce({ data, bus, sessions, log }: Given, id: number): Promise<boolean> {
  const next = await data.scoped(WHOLE, sql =>
    sql.first<{ userId: number }>(
      `select user_id as "userId" from allocation where id = $1 and state in ('running', 'undoing') and removed_at is null`,
      [id],
    ),
  )
  if (!next) return false
  // Rights are those of now, not of when the person asked.
  const person = await sessions.personOf(next.userId)
  const mayGoOn = person !== undefined && holds(person.permissions, 'allocation.save')
  return data.scoped(WHOLE, async sql => {
    const allocation = await sql.first<OpenRow>(
      `${SELECT} where a.id = $1 and a.state in ('running', 'undoing') and a.removed_at is null for update of a`,
      [id],
    )
    if (!allocation) return false
    if (allocation.state === 'undoing') await undoSome(sql, { bus, log }, allocation)
    else if (!mayGoOn) await settle(sql, allocation.id, 'waiting', 'failed', 'forbidden')
    else if (await holdTarget(sql, allocation)) await handOutSome(sql, { bus, log }, allocation)
    else await settle(sql, allocation.id, 'waiting', 'failed', 'field.reference')
    await count(sql, allocation)
    const { tenantId, userId } = allocation
    sql.afterCommit(() => bus.emit('allocation.changed', { id, tenantId, userId }))
    return true
  })
}

type Tools = Pick<Given, 'bus' | 'log'>

async function handOutSome(sql: Sql, { bus, log }: Tools, allocation: AllocationRow): Promise<void> {
  const items = await nextItems(sql, allocation.id, 'waiting')
  const devices = await lockDevices(sql, items)
  for (const deviceId of items) {
    const reason = await reasonOf(log, () =>
      sql.attempt(async () => {
        const { before, stepId } = await handOut(sql, bus, allocation, devices.get(deviceId))
        await sql.change(
          `update allocation_item set state = 'done', reason = null, at = $3, before = $4, step_id = $5
           where allocation_id = $1 and device_id = $2`,
          [allocation.id, deviceId, Date.now(), JSON.stringify(before), stepId],
        )
      }),
    )
    if (reason) await note(sql, allocation.id, deviceId, 'failed', reason)
  }
}

async function undoSome(sql: Sql, { bus, log }: Tools, allocation: AllocationRow): Promise<void> {
  // Devices that were not handed out yet stay where they are.
  await settle(sql, allocation.id, 'waiting', 'undone', null)
  const items = await nextItems(sql, allocation.id, 'done')
  const devices = await lockDevices(sql, items)
  for (const deviceId of items) {
    const reason = await reasonOf(log, () =>
      sql.attempt(async () => {
        const item = await sql.first<{ before: Before; stepId: number }>(
          `select before, step_id as "stepId" from allocation_item where allocation_id = $1 and device_id = $2`,
          [allocation.id, deviceId],
        )
        if (!item) throw new Refused('row.unknown')
        await takeBack(sql, bus, allocation, devices.get(deviceId), item.before, item.stepId)
        await note(sql, allocation.id, deviceId, 'undone', null)
      }),
    )
    if (reason) await note(sql, allocation.id, deviceId, 'kept', reason)
  }
}

async function nextItems(sql: Sql, allocationId: number, state: string): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `select device_id as id from allocation_item where allocation_id = $1 and state = $2 order by device_id limit ${AT_ONCE}`,
    [allocationId, state],
  )
  return rows.map(row => row.id)
}

/** Undefined when the work was done; why not otherwise. What could be tried again as it is, is thrown. */
async function reasonOf(log: Tools['log'], work: () => Promise<void>): Promise<ErrorId | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.id
    // Only errors of the data (SQLSTATE 22, 23, 42) are final; lost connections, locks and shutdowns are worth another try.
    if (!(error instanceof pg.DatabaseError) || !/^(22|23|42)/.test(error.code ?? '')) throw error
    log.error({ err: error }, 'A device could not be allocated')
    return 'failed'
  }
}

async function note(
  sql: Sql,
  allocationId: number,
  deviceId: number,
  state: 'failed' | 'undone' | 'kept',
  reason: ErrorId | null,
): Promise<void> {
  await sql.change(
    'update allocation_item set state = $3, reason = $4, at = $5 where allocation_id = $1 and device_id = $2',
    [allocationId, deviceId, state, reason, Date.now()],
  )
}

async function settle(
  sql: Sql,
  allocationId: number,
  from: string,
  to: string,
  reason: ErrorId | null,
): Promise<void> {
  await sql.change(
    'update allocation_item set state = $3, reason = $4, at = $5 where allocation_id = $1 and state = $2',
    [allocationId, from, to, reason, Date.now()],
  )
}

/** Brings the sums up to date, and ends the allocation when nothing is left to do. */
async function count(sql: Sql, { id, state }: OpenRow): Promise<void> {
  const sums = await sql.first<{ waiting: number; done: number; failed: number; kept: number }>(
    `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'done') as done,
       count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'kept') as kept
     from allocation_item where allocation_id = $1`,
    [id],
  )
  const { waiting, done, failed, kept } = sums ?? { waiting: 0, done: 0, failed: 0, kept: 0 }
  const ended = endOf(state, { waiting, done, kept })
  const now = Date.now()
  await sql.change(
    `update allocation set done = $2, failed = $3, state = $4, updated_at = $5, version = version + 1,
       finished_at = case when $6 then $5 else finished_at end, undone_at = case when $7 then $5 else undone_at end
     where id = $1`,
    [
      id,
      done + kept,
      failed,
      ended ?? state,
      now,
      state === 'running' && ended !== undefined,
      state === 'undoing' && ended !== undefined,
    ],
  )
}

function endOf(
  state: OpenRow['state'],
  { waiting, done, kept }: { waiting: number; done: number; kept: number },
): 'done' | 'failed' | 'undone' | undefined {
  if (state === 'running') return waiting > 0 ? undefined : done > 0 ? 'done' : 'failed'
  if (done > 0) return undefined
  return kept > 0 ? 'done' : 'undone'
}
