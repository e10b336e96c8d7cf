// Allocations: started by a call, worked off by the allocator, taken back by a command.
import type * as z from 'zod/mini'
import { allocate, allocationItems } from '../../../src/contract/endpoints/life.ts'
import { allocation, type allocationItem } from '../../../src/domain/device/allocation.ts'
import { deviceLifecycle } from '../../../src/domain/device/lifecycle.ts'
import { readRow, readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isThere } from './allocation-item.ts'
import { allocationJob } from './allocator.ts'

const DEPARTMENT_NAME = '(select x.name from department x where x.id = t.target_department_id)'
const TARGET_TENANT_NAME = '(select x.name from tenant x where x.id = t.target_tenant_id)'

export function allocationStore(jobs: Jobs): Store {
  return {
    entity: allocation,
    table: {
      name: 'allocation',
      // People of a department see what went to theirs.
      department: 't.target_department_id',
      columns: {
        tenantName: TENANT_NAME,
        target: `coalesce(${DEPARTMENT_NAME}, ${TARGET_TENANT_NAME})`,
        targetTenantName: TARGET_TENANT_NAME,
        targetDepartmentName: DEPARTMENT_NAME,
      },
      commands: {
        undo: async ({ context: { sql, person }, row, tenantId }: Commanding) => {
          if (row.targetTenantId !== tenantId && !person.platform) throw new Refused('forbidden')
          // Devices that could not be taken back the last time are tried again.
          await sql.change(
            `update allocation_item set state = 'done', reason = null where allocation_id = $1 and state = 'kept'`,
            [row.id],
          )
          await sql.change(
            `update allocation set state = 'undoing', undone_by = $2, undone_at = null, updated_at = $3, version = version + 1
             where id = $1`,
            [row.id, person.name, Date.now()],
          )
          await jobs.send(sql, allocationJob, { allocationId: row.id }, { tenantId })
        },
      },
    },
  }
}

export function mountAllocation(handlers: Handlers, jobs: Jobs, devices: Store): void {
  const store = allocationStore(jobs)
  handlers.handle(allocate, async (request, context) => ({
    allocationId: await startAllocation(jobs, devices, request, context),
  }))
  handlers.handle(allocationItems, async ({ id }, context) => {
    await readRow(store, id, context)
    return context.sql.query<z.output<typeof allocationItem>>(
      `select device_id as "deviceId", imei, device_name as "deviceName", state, reason, at
       from allocation_item where allocation_id = $1 order by device_id`,
      [id],
    )
  })
}

interface Target {
  tenantId: number
  departmentId: number | null
}

async function startAllocation(
  jobs: Jobs,
  devices: Store,
  request: z.output<typeof allocate.request>,
  context: Context,
): Promise<number> {
  const { sql, person } = context
  const target = await targetOf(request, context)
  const found = await readRows(devices, request.deviceIds, context)
  const rows = request.deviceIds.map(id => {
    const known = found.get(id)
    if (!known) throw new Refused('row.unknown', { field: 'deviceIds' })
    return known
  })
  const there = rows.filter(({ row, tenantId }) =>
    isThere(
      {
        tenantId,
        departmentId: typeof row.departmentId === 'number' ? row.departmentId : null,
        lifecycle: deviceLifecycle.parse(row.lifecycle),
      },
      { targetTenantId: target.tenantId, targetDepartmentId: target.departmentId },
    ),
  )
  if (there.length === rows.length) throw new Refused('allocation.sameTarget', { field: 'deviceIds' })
  // An allocation within one tenant is a row of that tenant; one between tenants is a row of the platform.
  const within = rows.every(({ tenantId }) => tenantId === target.tenantId)
  const tenantId = within ? target.tenantId : person.tenantId
  const now = Date.now()
  const made = await sql.first<{ id: number }>(
    `insert into allocation (tenant_id, created_at, updated_at, target_tenant_id, target_department_id, note, total, user_id, user_name)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      tenantId,
      now,
      target.tenantId,
      target.departmentId,
      request.note?.trim() || null,
      rows.length,
      person.accountId,
      person.name,
    ],
  )
  if (!made) throw new Error('The allocation was not stored')
  await sql.change(
    `insert into allocation_item (allocation_id, tenant_id, device_id, imei, device_name)
     select $1, $2, * from unnest($3::bigint[], $4::text[], $5::text[])`,
    [
      made.id,
      tenantId,
      rows.map(({ row }) => row.id),
      rows.map(({ row }) => String(row.imei)),
      rows.map(({ row }) => String(row.name)),
    ],
  )
  sql.audit({
    ...by(context, tenantId),
    action: 'allocation.create',
    entity: 'allocation',
    rowId: made.id,
    detail: { devices: rows.length, tenantId: target.tenantId, departmentId: target.departmentId },
  })
  await jobs.send(sql, allocationJob, { allocationId: made.id }, { tenantId })
  return made.id
}

/** Where to: a department of what the person sees, or, for the platform, any tenant. */
async function targetOf(
  { targetTenantId, targetDepartmentId }: z.output<typeof allocate.request>,
  { sql, person }: Context,
): Promise<Target> {
  const [wantedTenant, wantedDepartment] = [targetTenantId ?? null, targetDepartmentId ?? null]
  if (wantedTenant !== null && !person.platform) throw new Refused('forbidden', { field: 'targetTenantId' })
  if (wantedTenant === null && wantedDepartment === null)
    throw new Refused('field.mustChooseOne', { field: 'targetDepartmentId' })
  if (wantedTenant !== null) {
    const tenant = await sql.first(
      // Held until the allocation is there: who removes it then sees that it is waited for.
      `select id from tenant where id = $1 and removed_at is null and status = 'enabled' for key share`,
      [wantedTenant],
    )
    if (!tenant) throw new Refused('field.reference', { field: 'targetTenantId' })
  }
  if (wantedDepartment === null) return { tenantId: wantedTenant ?? person.tenantId, departmentId: null }
  const department = await sql.first<{ tenantId: number }>(
    `select tenant_id as "tenantId" from department where id = $1 and removed_at is null
       and ($2::bigint is null or tenant_id = $2) and ($3::bigint[] is null or id = any($3))
       and ($4::bigint is null or tenant_id = $4) for key share`,
    [
      wantedDepartment,
      wantedTenant,
      person.departments === null ? null : [...person.departments],
      person.platform ? null : person.tenantId,
    ],
  )
  if (!department) throw new Refused('field.reference', { field: 'targetDepartmentId' })
  return { tenantId: department.tenantId, departmentId: wantedDepartment }
}
