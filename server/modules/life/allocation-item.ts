// One device of an allocation: handed out, or taken back, in the caller's transaction and under its locks.
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import type { DeviceLifecycle, LifecycleStep } from '../../../src/domain/device/lifecycle.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { holdRows } from '../../entity/rules.ts'
import { Refused } from '../../http/refusal.ts'
import { type Belongings, moveDevice } from './move-device.ts'
import { recordStep, type Stepping } from './steps.ts'

export interface AllocationRow {
  id: number
  tenantId: number
  targetTenantId: number
  targetDepartmentId: number | null
  targetDepartmentName: string | null
  note: string | null
  userId: number
  userName: string
  undoneBy: string | null
}

export interface AllocatedDevice {
  id: number
  tenantId: number
  kind: DeviceKind
  lifecycle: DeviceLifecycle
  departmentId: number | null
  stockedInAt: number | null
}

/** How a device was before it was handed out. */
export interface Before {
  tenantId: number
  lifecycle: DeviceLifecycle
  departmentId: number | null
  stockedInAt: number | null
  /** Only where it went to another tenant. */
  belongings?: Belongings
}

type To = Pick<AllocationRow, 'targetTenantId' | 'targetDepartmentId'>

/** True for a device that is where the allocation would bring it. */
export const isThere = (
  device: Pick<AllocatedDevice, 'tenantId' | 'departmentId' | 'lifecycle'>,
  { targetTenantId, targetDepartmentId }: To,
): boolean =>
  device.tenantId === targetTenantId &&
  (targetDepartmentId === null ||
    (device.departmentId === targetDepartmentId && device.lifecycle === 'assigned'))

/** Locks the devices in the order in which messages lock them too: first the live states, then the devices. */
export async function lockDevices(sql: Sql, ids: readonly number[]): Promise<Map<number, AllocatedDevice>> {
  await sql.query(
    'select device_id from device_state where device_id = any($1::bigint[]) order by device_id for update',
    [ids],
  )
  const rows = await sql.query<AllocatedDevice>(
    `select id, tenant_id as "tenantId", kind, lifecycle, department_id as "departmentId", stocked_in_at as "stockedInAt"
     from device where id = any($1::bigint[]) and removed_at is null order by id for update`,
    [ids],
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Hands a device out; answers what undoing needs. */
export async function handOut(
  sql: Sql,
  bus: Bus,
  allocation: AllocationRow,
  device: AllocatedDevice | undefined,
): Promise<{ before: Before; stepId: number }> {
  const { targetTenantId: to, targetDepartmentId, targetDepartmentName, note } = allocation
  // An allocation within a tenant does not see a device that has gone to another tenant meanwhile.
  const leftMeanwhile = allocation.tenantId === to && device?.tenantId !== to
  if (!device || leftMeanwhile) throw new Refused('row.unknown')
  if (isThere(device, allocation)) throw new Refused('allocation.sameTarget')
  const before: Before = {
    tenantId: device.tenantId,
    lifecycle: device.lifecycle,
    departmentId: device.departmentId,
    stockedInAt: device.stockedInAt,
  }
  const by = {
    userId: allocation.userId,
    userName: allocation.userName,
    address: null,
    at: Date.now(),
    note: [targetDepartmentName, note].filter(Boolean).join(' · ') || null,
  }
  const own = device.tenantId === to
  let { stepId } = await recordStep(sql, bus, device, 'allocate', own ? by : { ...by, note })
  if (!own) {
    before.belongings = await moveDevice(sql, bus, { ...device, by }, to)
    // The new tenant's history begins with this step; the step above is written in the old tenant's, which they cannot see.
    const arrived: Stepping = { id: device.id, tenantId: to, kind: device.kind, lifecycle: 'assigned' }
    stepId = (await recordStep(sql, bus, arrived, 'allocate', { ...by, userId: null })).stepId
  }
  await sql.change('update device set department_id = $2 where id = $1', [device.id, targetDepartmentId])
  return { before, stepId }
}

/** Whether the target of an allocation still exists. If so it is locked against removal until the transaction ends. */
export async function holdTarget(
  sql: Sql,
  { targetTenantId, targetDepartmentId }: Pick<AllocationRow, 'targetTenantId' | 'targetDepartmentId'>,
): Promise<boolean> {
  const tenant = await sql.first(
    `select id from tenant where id = $1 and removed_at is null and status = 'enabled' for key share`,
    [targetTenantId],
  )
  if (!tenant) return false
  return targetDepartmentId === null || holdRows(sql, 'department', [targetDepartmentId], targetTenantId)
}

/** What is on its way to a tenant or a department keeps it from being removed. */
export async function refuseAwaited(
  sql: Sql,
  column: 'target_tenant_id' | 'target_department_id',
  id: number,
): Promise<void> {
  const open = await sql.first<{ n: number }>(
    `select count(*) as n from allocation where ${column} = $1 and state in ('running', 'undoing') and removed_at is null`,
    [id],
  )
  if (open && open.n > 0) throw new Refused('row.inUse', { params: { count: open.n } })
}

const wayBack: Partial<Record<DeviceLifecycle, LifecycleStep>> = {
  inStock: 'takeBack',
  unbound: 'handBack',
  assigned: 'allocate',
}

/** Takes a device back, or refuses where its life has gone on since. */
export async function takeBack(
  sql: Sql,
  bus: Bus,
  allocation: AllocationRow,
  device: AllocatedDevice | undefined,
  before: Before,
  stepId: number,
): Promise<void> {
  if (!device || device.tenantId !== allocation.targetTenantId) throw new Refused('row.unknown')
  const last = await sql.first<{ id: number }>('select max(id) as id from device_step where device_id = $1', [
    device.id,
  ])
  if (device.lifecycle === 'bound') throw new Refused('allocation.bound')
  const handedOn = allocation.targetDepartmentId !== device.departmentId
  if (last?.id !== stepId || handedOn) throw new Refused('allocation.movedOn')
  const step = wayBack[before.lifecycle]
  if (!step) throw new Refused('state.transition')
  const by = { userId: null, userName: allocation.undoneBy, address: null, at: Date.now() }
  await recordStep(sql, bus, device, step, by)
  if (before.belongings) {
    await moveDevice(sql, bus, { ...device, by }, before.tenantId, before.belongings)
    await recordStep(sql, bus, { ...device, tenantId: before.tenantId }, step, by)
  }
  await sql.change('update device set department_id = $2, stocked_in_at = $3 where id = $1', [
    device.id,
    await departmentOf(sql, before),
    before.stockedInAt,
  ])
}

async function departmentOf(sql: Sql, { departmentId, tenantId }: Before): Promise<number | null> {
  const row = await sql.first<{ id: number }>(
    'select id from department where id = $1 and tenant_id = $2 and removed_at is null for key share',
    [departmentId, tenantId],
  )
  return row?.id ?? null
}
