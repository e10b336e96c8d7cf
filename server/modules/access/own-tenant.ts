// The own tenant: everybody in it may know it, its administrator sets its time zone.
import { ownTenant, setTenantZone } from '../../../src/contract/endpoints/tenant.ts'
import { scenario } from '../../../src/domain/access/session-words.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import { by } from '../../entity/rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

interface Row {
  id: number
  name: string
  scenario: string
  phone: string | null
  address: string | null
  userCount: number
  deviceCount: number
  zone: string
  messagesPerMinute: number | null
  messagesToday: number
  slowedToday: number
  refusedToday: number
}

export function mountOwnTenant(handlers: Handlers): void {
  handlers.handle(ownTenant, async (_request, { sql, person }) => {
    const row = await sql.first<Row>(
      `select t.id, t.name, t.scenario, t.phone, t.address, t.zone, t.messages_per_minute as "messagesPerMinute",
         coalesce(b.stored, 0) as "messagesToday", coalesce(b.slowed, 0) as "slowedToday",
         coalesce(b.refused, 0) as "refusedToday",
         (select count(*) from account x where x.tenant_id = t.id and x.removed_at is null) as "userCount",
         (select count(*) from device x where x.tenant_id = t.id and x.removed_at is null) as "deviceCount"
       from tenant t
       left join tenant_traffic b on b.tenant_id = t.id and b.day = (now() at time zone t.zone)::date
       where t.id = $1`,
      [person.tenantId],
    )
    if (!row) throw new Refused('row.unknown')
    return { ...row, scenario: scenario.options.find(known => known === row.scenario) ?? 'community' }
  })
  handlers.handle(setTenantZone, async ({ zone }, context) => {
    const { sql, person } = context
    if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
    const row = await sql.first<{ zone: string }>('select zone from tenant where id = $1 for update', [
      person.tenantId,
    ])
    if (!row) throw new Refused('row.unknown')
    const before = row.zone
    if (before === zone) return { before }
    await sql.change('update tenant set zone = $2, version = version + 1, updated_at = $3 where id = $1', [
      person.tenantId,
      zone,
      Date.now(),
    ])
    sql.audit({
      ...by(context, person.tenantId),
      action: 'tenant.zone',
      entity: 'tenant',
      rowId: person.tenantId,
      detail: { before, after: zone },
    })
    return { before }
  })
}
