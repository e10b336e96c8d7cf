// Makes a tablet into a door unit: a code that somebody with the right makes, used up once for a new secret.

import { createHmac, randomInt } from 'node:crypto'
import { enrolDoor, makeDoorCode } from '../../../src/contract/endpoints/intercom.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { WHOLE } from '../../db/scoped.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import { deviceByImei, giveSecret } from '../devices/public.ts'
import { beginAttempt } from '../session/public.ts'

const LIFE_MS = 10 * MINUTE_MS
const DIGITS = 8
/** What failures are counted under; with its blank no user name can be the same. */
const THROTTLED_AS = 'door code'
const PURPOSE = 'door codes'
const BROKER_URL = '/mqtt'
const TRIES_TO_MAKE = 5

interface Door {
  id: number
  tenantId: number
  imei: string
  name: string
  community: string | null
  building: string | null
  unit: string | null
  roomNo: string | null
  madeBy: number
  madeByName: string | null
}

export function mountEnrolment(
  handlers: Handlers,
  { config, data, bus }: Pick<Kernel, 'data' | 'bus'> & { config: { secrets: Secrets } },
  devices: Store,
): void {
  const key = config.secrets.keyFor(PURPOSE)
  // Eight digits are guessed from a plain hash at once: a stolen database alone must not do.
  const hashOf = (code: string) => createHmac('sha256', key).update(code).digest()

  handlers.handle(makeDoorCode, async ({ imei }, context) => {
    const { sql, person } = context
    const { id, tenantId } = await deviceByImei(devices, imei, context)
    const door = await sql.first<{ kind: string }>('select kind from device where id = $1', [id])
    if (door?.kind !== 'doorUnit') throw new Refused('door.notDoorUnit')
    const now = Date.now()
    const expiresAt = now + LIFE_MS
    // A newer code replaces the older ones of its door.
    await sql.change('delete from door_code where device_id = $1 or expires_at < $2', [id, now])
    for (let tries = 0; tries < TRIES_TO_MAKE; tries++) {
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
      const made = await sql.change(
        `insert into door_code (code_hash, tenant_id, device_id, account_id, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [hashOf(code), tenantId, id, person.accountId, now, expiresAt],
      )
      if (made === 0) continue
      sql.audit({
        ...by(context, tenantId),
        action: 'door.code',
        entity: 'device',
        rowId: id,
        detail: null,
      })
      return { code, expiresAt }
    }
    throw new Refused('failed')
  })

  handlers.handleOpen(enrolDoor, async ({ code }, { address }) => {
    const attempt = await beginAttempt(data, THROTTLED_AS, address)
    const door = await data.scoped(WHOLE, async sql => {
      const now = Date.now()
      const found = await sql.first<Door>(
        `update door_code k set used_at = $2 from device d join tenant t on t.id = d.tenant_id
         where k.code_hash = $1 and k.used_at is null and k.expires_at > $2 and d.id = k.device_id
           and d.removed_at is null and d.kind = 'doorUnit' and d.lifecycle <> 'recycled' and t.status = 'enabled'
           and t.removed_at is null
         returning d.id, d.tenant_id as "tenantId", d.imei, d.name, d.community, d.building, d.unit,
           d.room_no as "roomNo", k.account_id as "madeBy",
           (select a.username from account a where a.id = k.account_id) as "madeByName"`,
        [hashOf(code), now],
      )
      if (!found) return undefined
      const { id, tenantId } = found
      const { secret } = await giveSecret(sql, id, { overlapMs: 0, now })
      sql.audit({
        tenantId,
        userId: found.madeBy,
        userName: found.madeByName ?? '',
        address,
        action: 'door.enrol',
        entity: 'device',
        rowId: id,
        detail: null,
      })
      // Whoever speaks with the old secret is cut off.
      sql.afterCommit(() => bus.emit('device.changed', { ids: [id], tenantId, change: 'secret' }))
      return { ...found, secret }
    })
    if (!door) throw new Refused('door.codeInvalid')
    await attempt.succeeded()
    const { imei, name, secret, tenantId, community, building, unit, roomNo } = door
    return { imei, name, secret, tenantId, url: BROKER_URL, community, building, unit, roomNo }
  })
}
