// How devices of a demo place were handed out from its store, and once taken back.
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Ground, Stocked } from './life-ground.ts'
import { insertRows } from './rows.ts'

/** One that is done and one that was taken back. */
export async function seedAllocations(ground: Ground, stock: readonly Stocked[]): Promise<void> {
  const { sql, staffed, now } = ground
  const [department] = staffed.departments.values()
  const assigned = stock.filter(({ lifecycle }) => lifecycle === 'assigned')
  const back = stock.filter(({ lifecycle }) => lifecycle === 'inStock').slice(0, 6)
  const gone = stock.filter(({ lifecycle }) => lifecycle === 'recycled')
  const runs = [
    { devices: [...assigned, ...gone], at: now - 4 * DAY_MS, undone: false, note: '二期加装' },
    { devices: back, at: now - 2 * DAY_MS, undone: true, note: null },
  ]
  for (const { devices, at, undone, note } of runs) {
    const who = ground.person()
    const failed = devices.filter(({ lifecycle }) => lifecycle === 'recycled').length
    const [id] = await insertRows(
      sql,
      'allocation',
      [
        {
          tenant_id: staffed.tenantId,
          version: 1,
          created_at: at,
          updated_at: at + MINUTE_MS,
          state: undone ? 'undone' : 'done',
          target_tenant_id: staffed.tenantId,
          target_department_id: department ?? null,
          note,
          total: devices.length,
          done: undone ? 0 : devices.length - failed,
          failed,
          user_id: who.id,
          user_name: who.name,
          finished_at: at + MINUTE_MS,
          undone_at: undone ? at + 20 * MINUTE_MS : null,
          undone_by: undone ? who.name : null,
        },
      ],
      'id',
    )
    if (id === undefined) throw new Error('The allocation was not made')
    await insertItems(ground, id, devices, at, undone)
  }
}

async function insertItems(
  { sql, staffed }: Ground,
  allocation_id: number,
  devices: readonly Stocked[],
  at: number,
  undone: boolean,
): Promise<void> {
  const before = {
    tenantId: staffed.tenantId,
    lifecycle: 'inStock',
    departmentId: null,
    stockedInAt: at - 2 * DAY_MS,
  }
  for (const { id, imei, name, lifecycle } of devices) {
    const failed = lifecycle === 'recycled'
    const step = await sql.first<{ id: number }>(
      'select max(id) as id from device_step where device_id = $1',
      [id],
    )
    await sql.change(
      `insert into allocation_item (allocation_id, device_id, tenant_id, imei, device_name, state, reason, at, before, step_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        allocation_id,
        id,
        staffed.tenantId,
        imei,
        name,
        failed ? 'failed' : undone ? 'undone' : 'done',
        failed ? 'state.transition' : null,
        at,
        failed ? null : JSON.stringify(before),
        failed ? null : step?.id,
      ],
    )
  }
}
