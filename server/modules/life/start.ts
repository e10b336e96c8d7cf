// Where the life of a device begins when it is added by a form or an import.
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import {
  type DeviceLifecycle,
  type LifecycleStep,
  stepsToBound,
} from '../../../src/domain/device/lifecycle.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import type { Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { recordStep, type Stepping } from './steps.ts'

/** How every new device is written; `continueLife` takes it further. */
export const LIFE_AT_BIRTH = { lifecycle: 'pendingStockIn', in_stock: false, stocked_in_at: null }

const given = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/**
 * After a device was written: a new one waits for stock-in, or lies in stock where the form says so; one that says to
 * whom or where it is bound (`boundTo`), and a new one with a wearer, is bound at once, with every step in between
 * written down. A changed device that names somebody else is unbound first.
 */
export async function continueLife(
  { input, before, tenantId, context, id }: Saving & { id: number },
  bus: Bus,
): Promise<void> {
  const { sql, person, address } = context
  const named = given(input.boundTo)
  const mayBind = holds(person.permissions, 'device.bind')
  const boundTo = named ?? (before || !mayBind ? undefined : given(input.wearerName))
  const steps: readonly LifecycleStep[] =
    boundTo === undefined && input.startIn === 'inStock' && !before ? ['stockIn'] : []
  if (boundTo === undefined && steps.length === 0) return
  if (boundTo !== undefined && !mayBind) throw new Refused('forbidden', { field: 'boundTo' })
  const device = await sql.first<{ kind: DeviceKind; lifecycle: DeviceLifecycle; boundTo: string | null }>(
    'select kind, lifecycle, bound_to as "boundTo" from device where id = $1 for update',
    [id],
  )
  if (!device) throw new Refused('row.unknown')
  if (boundTo !== undefined && device.boundTo === boundTo) return
  const way = boundTo === undefined ? steps : stepsToBound(device.lifecycle)
  if (!way) throw new Refused('state.transition', { field: 'boundTo' })
  const by = { userId: person.accountId, userName: person.name, address, at: Date.now() }
  let at: Stepping = { id, tenantId, kind: device.kind, lifecycle: device.lifecycle }
  for (const step of way) {
    const { lifecycle } = await recordStep(sql, bus, at, step, {
      ...by,
      ...(step === 'bind' && boundTo !== undefined ? { boundTo } : {}),
    })
    at = { ...at, lifecycle }
  }
  const wearer = given(input.wearerName)
  if (wearer !== undefined && wearer !== boundTo)
    await sql.change('update device set wearer_name = $2 where id = $1', [id, wearer])
}
