// New secrets for devices, one or many: made, shown once, kept as hashes.
import {
  newDeviceSecrets as manyEndpoint,
  newDeviceSecret as oneEndpoint,
} from '../../../src/contract/endpoints/device.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Bus } from '../../bus.ts'
import { readRows } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { deviceByImei } from './device-endpoints.ts'
import { giveSecret } from './rotation.ts'

export function mountDeviceSecret(handlers: Handlers, devices: Store, bus: Bus): void {
  const give = async (
    { id, tenantId }: { id: number; tenantId: number },
    overlapHours: number,
    context: Context,
  ): Promise<string> => {
    const { secret, change } = await giveSecret(context.sql, id, {
      overlapMs: overlapHours * HOUR_MS,
      now: Date.now(),
    })
    context.sql.audit({
      ...by(context, tenantId),
      action: 'device.secret',
      entity: 'device',
      rowId: id,
      detail: change === 'changed' ? { overlapHours } : null,
    })
    context.sql.afterCommit(() => bus.emit('device.changed', { ids: [id], tenantId, change }))
    return secret
  }
  handlers.handle(oneEndpoint, async ({ imei, overlapHours = 0 }, context) => ({
    secret: await give(await deviceByImei(devices, imei, context), overlapHours, context),
  }))
  handlers.handle(manyEndpoint, async ({ ids, overlapHours = 0 }, context) => {
    const list = []
    for (const device of await chosenDevices(devices, ids, context))
      list.push({ ...device.shown, secret: await give(device, overlapHours, context) })
    return { list }
  })
}

/** Devices of a request, as far as the person may see them: what is gone is left out, and none at all is refused. */
export async function chosenDevices(devices: Store, ids: readonly number[], context: Context) {
  const found = await readRows(devices, ids, context, { lock: true })
  if (found.size === 0) throw new Refused('row.unknown')
  return [...found].map(([id, { row, tenantId }]) => ({
    id,
    tenantId,
    shown: { id, imei: String(row.imei), name: String(row.name) },
  }))
}
