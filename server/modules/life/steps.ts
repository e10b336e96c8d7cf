// The one place where a device moves through its life: every step is checked, written down and made known.
import { type DeviceKind, deviceKind } from '../../../src/domain/device/device.ts'
import {
  type DeviceLifecycle,
  deviceLifecycle,
  type HandStep,
  type LifecycleStep,
  lifecycleAfter,
} from '../../../src/domain/device/lifecycle.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { unbindSimCard } from '../sim-cards/public.ts'

/** A device whose row the caller has locked. */
export interface Stepping {
  id: number
  tenantId: number
  kind: DeviceKind
  lifecycle: DeviceLifecycle
}

export interface StepBy {
  userId: number | null
  userName: string | null
  at: number
  note?: string | null
  /** For `bind`: the person or the place that it is bound to. */
  boundTo?: string
}

/** Kinds that people wear: binding one names its wearer. */
const worn: readonly DeviceKind[] = ['helmet', 'wristband', 'watch', 'ankleBracelet', 'locator']

/**
 * Takes one step in the caller's transaction, or refuses with 'state.transition'. Answers the step's id and where the
 * device is now. The audit entry and `device.changed` are the caller's: the entity engine writes them for its commands,
 * `recordStep` for everybody else.
 */
export async function stepDevice(
  sql: Sql,
  bus: Bus,
  device: Stepping,
  step: LifecycleStep,
  by: StepBy,
): Promise<{ stepId: number; lifecycle: DeviceLifecycle }> {
  const to = lifecycleAfter(device.lifecycle, step)
  if (to === undefined) throw new Refused('state.transition')
  await sql.change(
    `update device set lifecycle = $2, in_stock = $3, version = version + 1, updated_at = $4,
       stocked_in_at = case when $5 then null when $3 then $4 else stocked_in_at end,
       bound_to = case when $2 = 'bound' then $6 end, bound_at = case when $2 = 'bound' then $4 end,
       wearer_name = case when not $7 then wearer_name when $2 = 'bound' then $6
         when $2 in ('unbound', 'recycled') then null else wearer_name end
     where id = $1`,
    [
      device.id,
      to,
      to === 'inStock',
      by.at,
      to === 'pendingStockIn',
      by.boundTo ?? null,
      worn.includes(device.kind),
    ],
  )
  const row = await sql.first<{ id: number }>(
    `insert into device_step (tenant_id, device_id, step, "from", "to", user_id, user_name, note, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [device.tenantId, device.id, step, device.lifecycle, to, by.userId, by.userName, noteOf(by), by.at],
  )
  if (!row) throw new Error('The step was not stored')
  if (to === 'recycled') await endOfLife(sql, bus, device, by)
  return { stepId: row.id, lifecycle: to }
}

const noteOf = ({ note, boundTo }: StepBy): string | null =>
  [boundTo, note].filter(Boolean).join(' · ') || null

/** A recycled device gets no more commands and gives its SIM card back; the broker closes its connection by itself. */
async function endOfLife(sql: Sql, bus: Bus, device: Stepping, by: StepBy): Promise<void> {
  await endOpenCommands(sql, bus, device)
  const { id: deviceId, tenantId } = device
  await unbindSimCard(sql, { tenantId, deviceId, userName: by.userName, at: by.at })
}

/** Commands that are still open fail: who they were given for does not have the device any more. */
export async function endOpenCommands(
  sql: Sql,
  bus: Bus,
  { id, tenantId }: Pick<Stepping, 'id' | 'tenantId'>,
): Promise<void> {
  const ended = await sql.query<{ id: number }>(
    `update device_command set state = 'failed', reason = 'cancelled', finished_at = $2, updated_at = $2, version = version + 1
     where device_id = $1 and state in ('waiting', 'sent', 'delivered') returning id`,
    [id, Date.now()],
  )
  if (ended.length > 0)
    sql.afterCommit(() => bus.emit('command.changed', { ids: ended.map(row => row.id), tenantId }))
}

/** A step that no command of the engine takes: with its audit entry and its event. */
export async function recordStep(
  sql: Sql,
  bus: Bus,
  device: Stepping,
  step: LifecycleStep,
  by: StepBy & { address: string | null },
): Promise<{ stepId: number; lifecycle: DeviceLifecycle }> {
  const { id, tenantId, lifecycle: from } = device
  const taken = await stepDevice(sql, bus, device, step, by)
  sql.audit({
    tenantId,
    userId: by.userId,
    userName: by.userName,
    address: by.address,
    action: `device.${step}`,
    entity: 'device',
    rowId: id,
    detail: { from, to: taken.lifecycle, ...(by.note ? { note: by.note } : {}) },
  })
  sql.afterCommit(() => bus.emit('device.changed', { ids: [id], tenantId, change: 'changed' }))
  return taken
}

/** The commands of the device entity that are steps of its life. */
export function lifeCommands(bus: Bus): Record<HandStep, (commanding: Commanding) => Promise<void>> {
  const command =
    (step: HandStep) =>
    async ({ context, row, tenantId, input, at }: Commanding) => {
      const { sql, person } = context
      await stepDevice(
        sql,
        bus,
        {
          id: row.id,
          tenantId,
          kind: deviceKind.parse(row.kind),
          lifecycle: deviceLifecycle.parse(row.lifecycle),
        },
        step,
        {
          userId: person.accountId,
          userName: person.name,
          at,
          note: typeof input.note === 'string' ? input.note : null,
          ...(typeof input.boundTo === 'string' ? { boundTo: input.boundTo.trim() } : {}),
        },
      )
    }
  return {
    stockIn: command('stockIn'),
    undoStockIn: command('undoStockIn'),
    stockOut: command('stockOut'),
    takeBack: command('takeBack'),
    bind: command('bind'),
    unbind: command('unbind'),
    restock: command('restock'),
    recycle: command('recycle'),
  }
}
