// How cameras are stored: the password sealed, the sender's token as a hash.
import { camera } from '../../../src/domain/camera/camera.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import { TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets.ts'
import { CAMERA_PASSWORDS, sealPassword } from './passwords.ts'

const isRtsp = (address: string) => address.startsWith('rtsp://') && URL.canParse(address)

/** A camera is played by an address, a gateway's stream has a name, and who sends by itself has neither. */
function checkAddresses(row: Record<string, unknown>): void {
  for (const field of ['mainAddress', 'subAddress']) {
    const address = String(row[field] ?? '')
    const fits =
      row.source === 'whip'
        ? address === ''
        : address === ''
          ? field === 'subAddress'
          : isRtsp(address) === (row.source === 'rtsp')
    if (!fits) throw new Refused('field.cameraAddress', { field })
  }
}

export function cameraStore({ bus, secrets }: { bus: Bus; secrets: Secrets }): Store {
  const key = secrets.keyFor(CAMERA_PASSWORDS)
  return {
    entity: camera,
    table: {
      name: 'camera',
      columns: {
        tenantName: TENANT_NAME,
        imei: '(select d.imei from device d where d.id = t.device_id)',
        hasPassword: 't.password_sealed is not null',
        hasToken: 't.token_hash is not null',
      },
      apart: ['password'],
      unique: { camera_name: 'name' },
      beforeSave: async ({ input, before, tenantId }) => {
        checkAddresses({ ...before, ...input })
        const { password } = input
        if (typeof password !== 'string') return undefined
        return { password_sealed: password === '' ? null : sealPassword(key, password, tenantId) }
      },
      afterChange: async ({ context, id }) => {
        context.sql.afterCommit(() => bus.emit('camera.changed', { id }))
      },
    },
  }
}
