// The transparent channel of a device: what came is stored with the batch, what goes is a command; both are bounded.
import type * as z from 'zod/mini'
import { channelEntries, type channelEntry, sendPayload } from '../../../src/contract/endpoints/channel.ts'
import { KEPT_PAYLOADS, type PayloadForm, payloadBytes } from '../../../src/domain/device/payload.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { queueCommand } from './commands.ts'
import { deviceByImei } from './device-endpoints.ts'

const SHOWN = 50

export interface PayloadRow {
  device: { id: number; tenantId: number }
  at: number
  form: PayloadForm
  data: string
}

/** Stores what devices passed on; of each the newest stay. */
export async function savePayloads(sql: Sql, rows: readonly PayloadRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql.change(
    `insert into device_payload (tenant_id, device_id, at, form, data)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])`,
    [
      rows.map(({ device }) => device.tenantId),
      rows.map(({ device }) => device.id),
      rows.map(({ at }) => at),
      rows.map(({ form }) => form),
      rows.map(({ data }) => data),
    ],
  )
  await sql.change(
    `delete from device_payload p using unnest($1::bigint[]) as d (id)
     where p.device_id = d.id and p.id <= (
       select x.id from device_payload x where x.device_id = d.id order by x.id desc offset $2 limit 1)`,
    [[...new Set(rows.map(({ device }) => device.id))], KEPT_PAYLOADS],
  )
}

export function mountChannel(handlers: Handlers, devices: Store, bus: Bus): void {
  handlers.handle(channelEntries, async ({ imei, before, limit }, context) => {
    const { id } = await deviceByImei(devices, imei, context)
    return context.sql.query<z.output<typeof channelEntry>>(
      `select * from (
         (select 'i' || id as key, 'in' as direction, at, form, data, null as state, null as reason, null as "userName"
          from device_payload where device_id = $1 and at < $2 order by at desc, id desc limit $3)
         union all
         (select 'o' || id, 'out', created_at, input ->> 'form', input ->> 'data', state, reason, user_name
          from device_command where device_id = $1 and kind = 'raw' and created_at < $2
          order by created_at desc, id desc limit $3)) x
       order by at desc, key desc limit $3`,
      [id, before ?? Number.MAX_SAFE_INTEGER, limit ?? SHOWN],
    )
  })

  handlers.handle(sendPayload, async ({ imei, payload }, context) => {
    const { sql, person } = context
    const { id, tenantId } = await deviceByImei(devices, imei, context)
    // Locked, so that one that is recycled meanwhile gets no command that nobody will ever take.
    const row = await sql.first<{ lifecycle: string; transparent: boolean | null; state: string }>(
      `select t.lifecycle, t.transparent, s.state from device t join device_state s on s.device_id = t.id
       where t.id = $1 for no key update of t`,
      [id],
    )
    if (row?.lifecycle === 'recycled') throw new Refused('device.recycled')
    if (!row?.transparent) throw new Refused('command.notUnderstood')
    if (row.state === 'offline' || row.state === 'notActivated') throw new Refused('device.offline')
    const commandId = await queueCommand(sql, bus, {
      tenantId,
      deviceId: id,
      imei,
      kind: 'raw',
      input: { ...payload },
      userId: person.accountId,
      userName: person.name,
    })
    sql.audit({
      ...by(context, tenantId),
      action: 'device.raw',
      entity: 'device',
      rowId: id,
      detail: {
        commandId,
        form: payload.form,
        bytes: payloadBytes(payload),
        data: payload.data.slice(0, 500),
      },
    })
    return { commandId }
  })
}
