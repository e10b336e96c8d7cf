// A new secret for a device: made, shown once, kept as a hash.
import { newDeviceSecret as endpoint } from '../../../src/contract/endpoints/device.ts'
import type { Bus } from '../../bus.ts'
import { hashDeviceSecret, newDeviceSecret, orderKeyOf } from '../../device-secret.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { deviceByImei } from './device-endpoints.ts'

export function mountDeviceSecret(handlers: Handlers, devices: Store, bus: Bus): void {
  handlers.handle(endpoint, async ({ imei }, context) => {
    const { id, tenantId } = await deviceByImei(devices, imei, context)
    const secret = newDeviceSecret()
    await context.sql.change('update device set secret_hash = $2, order_key = $3 where id = $1', [
      id,
      await hashDeviceSecret(secret),
      orderKeyOf(secret),
    ])
    context.sql.audit({
      ...by(context, tenantId),
      action: 'device.secret',
      entity: 'device',
      rowId: id,
      detail: null,
    })
    context.sql.afterCommit(() => bus.emit('device.changed', { ids: [id], tenantId, change: 'secret' }))
    return { secret }
  })
}
