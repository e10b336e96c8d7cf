// Claim codes: short, of one device, for one use and some hours. Whoever has one fetches the device's secret by HTTPS.
import { createHmac, randomInt } from 'node:crypto'
import { claimDevice, makeClaimCodes } from '../../../src/contract/endpoints/device.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/durations.ts'
import type { EdgeConfig } from '../../broker/settings.ts'
import { WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import type { Secrets } from '../../secrets.ts'
import { chosenDevices, giveSecret } from '../devices/public.ts'
import { beginAttempt } from '../session/public.ts'

/** Nothing that is read for something else: some 49 bits in ten of them. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 10
const PURPOSE = 'claim codes'
/** What failures are counted under; with its blank no user name can be the same. */
const THROTTLED_AS = 'claim code'
/** What the device has works on until it has the new one. */
const OVERLAP_MS = DAY_MS

const newCode = () => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
const written = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
const bare = (code: string) => code.replace('-', '').toUpperCase()

/** Uses the code up, where it is good for a device that may connect. */
const claimed = (hash: Buffer, imei: string, now: number) =>
  tables
    .updateTable('claim_code as k')
    .from(['device as d', 'tenant as t'])
    .set({ used_at: now })
    .where('k.code_hash', '=', hash)
    .where('k.used_at', 'is', null)
    .where('k.expires_at', '>', now)
    .whereRef('d.id', '=', 'k.device_id')
    .whereRef('d.tenant_id', '=', 'k.tenant_id')
    .whereRef('t.id', '=', 'd.tenant_id')
    .where('d.imei', '=', imei)
    .where('d.removed_at', 'is', null)
    .where('d.lifecycle', '<>', 'recycled')
    .where('t.status', '=', 'enabled')
    .where('t.removed_at', 'is', null)
    .returning(['d.id', 'd.tenant_id as tenantId', 'k.account_id as madeBy'])
    .returning(inner =>
      inner
        .selectFrom('account as a')
        .select('a.username')
        .whereRef('a.id', '=', 'k.account_id')
        .as('madeByName'),
    )

export function mountClaims(
  handlers: Handlers,
  {
    config,
    data,
    bus,
  }: Pick<Kernel, 'data' | 'bus'> & {
    config: { secrets: Secrets; mqttPort: number } & Pick<EdgeConfig, 'mqttTls'>
  },
  devices: Store,
): void {
  const key = config.secrets.keyFor(PURPOSE)
  // With the device in it: a code says nothing of any other. A stolen database alone opens none.
  const hashOf = (imei: string, code: string) =>
    createHmac('sha256', key)
      .update(`${imei} ${bare(code)}`)
      .digest()

  handlers.handle(makeClaimCodes, async ({ ids, hours }, context) => {
    const { sql, person } = context
    const now = Date.now()
    const expiresAt = now + hours * HOUR_MS
    const list = []
    for (const { id, tenantId, shown } of await chosenDevices(devices, ids, context)) {
      const code = newCode()
      await sql.change('delete from claim_code where device_id = $1', [id])
      await sql.change(
        `insert into claim_code (code_hash, tenant_id, device_id, account_id, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [hashOf(shown.imei, code), tenantId, id, person.accountId, now, expiresAt],
      )
      sql.audit({
        ...by(context, tenantId),
        action: 'device.claimCode',
        entity: 'device',
        rowId: id,
        detail: { expiresAt },
      })
      list.push({ ...shown, code: written(code), expiresAt })
    }
    return { list }
  })

  handlers.handleOpen(claimDevice, async ({ imei, code }, { address }) => {
    const attempt = await beginAttempt(data, THROTTLED_AS, address)
    const secret = await data.scoped(WHOLE, async sql => {
      const now = Date.now()
      const found = await firstOf(sql, claimed(hashOf(imei, code), imei, now))
      if (!found) return undefined
      const { id, tenantId, madeBy, madeByName } = found
      const given = await giveSecret(sql, id, { overlapMs: OVERLAP_MS, now })
      sql.audit({
        ...{ tenantId, userId: madeBy, userName: madeByName ?? '', address },
        action: 'device.claimed',
        entity: 'device',
        rowId: id,
        detail: null,
      })
      sql.afterCommit(() => bus.emit('device.changed', { ids: [id], tenantId, change: given.change }))
      return given.secret
    })
    if (secret === undefined) throw new Refused('device.codeInvalid')
    await attempt.succeeded()
    return { imei, secret, mqttPort: config.mqttPort, mqttTlsPort: config.mqttTls?.port ?? null }
  })
}
