// Devices that upload by themselves: a token for their secret, good for an hour, for videos of body-worn recorders and for
// captures of faces.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { createSecretCheck, secretShown } from '../../device-secret.ts'
import { Refused } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets.ts'
import { endOldSecret } from '../devices/public.ts'
import { beginAttempt } from '../session/public.ts'
import type { Sender } from './uploads.ts'

const PURPOSE = 'recorder uploads'
const TOKEN_MS = HOUR_MS

export interface Recorders {
  /** Refuses a wrong secret like an unknown device. */
  letIn(imei: string, secret: string, address: string): Promise<{ token: string; expiresAt: number }>
  /** Refuses a token that is over, changed, or of a device that has another secret or owner by now. */
  senderOf(token: string, address: string): Promise<Sender>
}

/** A device that may upload, as it is now. */
const recorders = () =>
  tables
    .selectFrom('device as d')
    .innerJoin('tenant as t', 't.id', 'd.tenant_id')
    .select(['d.id', 'd.tenant_id', 'd.imei', 'd.name', 'd.wearer_name', 'd.department_id', 'd.secret_hash'])
    .select(['d.next_secret_hash', 'd.old_secret_until'])
    .where('d.removed_at', 'is', null)
    .where('d.lifecycle', '<>', 'recycled')
    .where('t.status', '=', 'enabled')
    .where('t.removed_at', 'is', null)

const secretsOf = (row: {
  secret_hash: string | null
  next_secret_hash: string | null
  old_secret_until: number | null
}) => ({
  secretHash: row.secret_hash,
  nextSecretHash: row.next_secret_hash,
  oldSecretUntil: row.old_secret_until,
})

export function createRecorders(data: Data, secrets: Secrets, now: () => number): Recorders {
  const key = secrets.keyFor(PURPOSE)
  const fits = createSecretCheck()
  // With the hash of the secret in it: a new secret voids the tokens of the one before.
  const seal = (id: number, expiresAt: number, device: { tenant_id: number; secret_hash: string | null }) =>
    createHmac('sha256', key).update(`${id}.${expiresAt}.${device.tenant_id}.${device.secret_hash}`).digest()
  return {
    letIn: async (imei, secret, address) => {
      const attempt = await beginAttempt(data, `recorder ${imei}`, address)
      const read = () => data.scoped(WHOLE, sql => firstOf(sql, recorders().where('d.imei', '=', imei)))
      let device = await read()
      const shown = device && (await secretShown(fits, secretsOf(device), secret, now()))
      const next = device?.next_secret_hash
      if (device && shown === 'next' && next != null) {
        const { id } = device
        await data.scoped(WHOLE, sql => endOldSecret(sql, id, next))
        device = await read()
      }
      if (!device || !shown) throw new Refused('session.badCredentials')
      await attempt.succeeded()
      const expiresAt = now() + TOKEN_MS
      return {
        token: `${device.id}.${expiresAt}.${seal(device.id, expiresAt, device).toString('base64url')}`,
        expiresAt,
      }
    },
    senderOf: async (token, address) => {
      const [, id = '', until = '', given = ''] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
      const [deviceId, expiresAt] = [Number(id), Number(until)]
      const device =
        expiresAt > now()
          ? await data.scoped(WHOLE, sql => firstOf(sql, recorders().where('d.id', '=', deviceId)))
          : undefined
      const sealed = Buffer.from(given, 'base64url')
      if (!device?.secret_hash || !timingSafeEqual(sealed, seal(deviceId, expiresAt, device)))
        throw new Refused('session.ended')
      return {
        scope: { tenant: device.tenant_id },
        tenantId: device.tenant_id,
        userId: null,
        deviceId,
        name: device.wearer_name ?? device.name,
        departmentId: device.department_id,
        audit: { userId: null, userName: device.imei, address },
      }
    },
  }
}
