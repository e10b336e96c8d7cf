// What devices tell of their SIM cards against what is bound to them, and the way from one to the other.
import { followDevices, MOST_DIFFERENCES, simDifferences } from '../../../src/contract/endpoints/sim.ts'
import type { CommandResult } from '../../../src/contract/entity-endpoints.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { bindSimCard, unbindSimCard } from './bind.ts'

export interface Difference {
  deviceId: number
  tenantId: number
  imei: string
  deviceName: string
  told: string
  toldAt: number | null
  bound: string | null
  kind: 'free' | 'taken' | 'unknown'
  takenBy: string | null
}

const FOUND = `from device d
  left join sim_binding b on b.device_id = d.id and b.unbound_at is null and b.removed_at is null
  left join sim_card c on c.iccid = upper(d.told_iccid) and c.tenant_id = d.tenant_id and c.removed_at is null
    and c.state <> 'disassembled'
  where d.told_iccid <> '' and d.removed_at is null and d.lifecycle <> 'recycled'
    and upper(d.told_iccid) is distinct from b.iccid
    and ($1::text = '*' or d.tenant_id::text = $1) and ($2::bigint[] is null or d.department_id = any($2))
    and ($3::bigint[] is null or d.id = any($3))`

const parametersOf = ({ scope, person }: Context, deviceIds: readonly number[] | null) => [
  String(scope.tenant),
  person.departments === null ? null : [...person.departments],
  deviceIds,
]

function find(context: Context, deviceIds: readonly number[] | null): Promise<Difference[]> {
  return context.sql.query<Difference>(
    `select d.id as "deviceId", d.tenant_id as "tenantId", d.imei, d.name as "deviceName", upper(d.told_iccid) as told,
       d.told_iccid_at as "toldAt", b.iccid as bound,
       case when c.id is null then 'unknown' when c.device_id is null then 'free' else 'taken' end as kind,
       (select x.name from device x where x.id = c.device_id) as "takenBy"
     ${FOUND} order by (c.id is null), d.told_iccid_at desc nulls last, d.id limit ${MOST_DIFFERENCES}`,
    parametersOf(context, deviceIds),
  )
}

export function mountSimCards(handlers: Handlers): void {
  handlers.handle(simDifferences, async (_, context) => {
    const list = await find(context, null)
    const counted = await context.sql.first<{ n: number }>(
      `select count(*) as n ${FOUND}`,
      parametersOf(context, null),
    )
    return {
      total: counted?.n ?? list.length,
      list: list.map(({ tenantId: _tenant, ...difference }) => difference),
    }
  })
  handlers.handle(followDevices, async ({ deviceIds }, context) => {
    const found = new Map((await find(context, deviceIds)).map(each => [each.deviceId, each]))
    const results: CommandResult['results'] = []
    for (const id of deviceIds) {
      try {
        const difference = found.get(id)
        // The same answer for a foreign device, one that reported no card, and one without a difference.
        if (!difference) throw new Refused('row.unknown')
        await context.sql.attempt(() => follow(context, difference))
        results.push({ id, ok: true })
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        results.push({
          id,
          ok: false,
          error: { id: error.id, ...(error.params && { params: error.params }) },
        })
      }
    }
    return { results }
  })
}

async function follow({ sql, person, address }: Context, difference: Difference): Promise<void> {
  const { tenantId, deviceId, imei, told, bound, kind } = difference
  if (kind === 'unknown') throw new Refused('sim.noCard')
  const userName = person.name
  const card = await sql.first<{ id: number }>(
    'select id from sim_card where iccid = $1 and tenant_id = $2 and removed_at is null for update',
    [told, tenantId],
  )
  if (!card) throw new Refused('sim.noCard')
  await unbindSimCard(sql, { tenantId, cardId: card.id, userName })
  await unbindSimCard(sql, { tenantId, deviceId, userName })
  const bindingId = await bindSimCard(sql, { tenantId, iccid: told, imei, userName })
  sql.audit({
    tenantId,
    userId: person.accountId,
    userName: person.username,
    address,
    action: 'simBinding.follow',
    entity: 'simBinding',
    rowId: bindingId,
    detail: { imei, before: bound, after: told },
  })
}
