// How SIM cards, their bindings, orders to carriers and packages are stored.
import {
  SILENT_DAYS,
  simBinding,
  simCard,
  simMayBeOrdered,
  simOrder,
  simState,
} from '../../../src/domain/billing/sim-card.ts'
import { simPackage } from '../../../src/domain/billing/sim-package.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import { type Bind, type Changing, type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Person } from '../../person.ts'
import { carry, judgeBinding, normalIccid, taken, unbindSimCard } from './bind.ts'
import { placeSimOrder } from './sim-orders.ts'

export function simCardStores(bus: Bus): Store[] {
  return [simCardStore(bus), bindingStore, simOrderStore, packageStore]
}

/** People who are limited to departments see what is in those departments' devices, and what `otherwise` allows. */
const inTheirDevices =
  (otherwise: (person: Person, bind: Bind) => string, department = 'd.department_id') =>
  ({ person }: { person: Person }, bind: Bind): string | undefined =>
    person.departments === null
      ? undefined
      : `(${otherwise(person, bind)} or ${department} = any(${bind([...person.departments])}::bigint[]))`

const SILENT = `(t.device_id is not null and t.state in ('liveActive', 'testActive')
  and coalesce(t.last_used_at, 0) < (extract(epoch from now()) * 1000)::bigint - ${SILENT_DAYS * DAY_MS}::bigint)`

function simCardStore(bus: Bus): Store {
  return {
    entity: simCard,
    table: {
      name: 'sim_card',
      joins: `left join device d on d.id = t.device_id left join device_state s on s.device_id = t.device_id
        left join sim_package p on p.id = t.package_id`,
      columns: {
        tenantName: TENANT_NAME,
        imei: 'd.imei',
        deviceName: 'd.name',
        deviceState: 's.state',
        deviceHeardAt: 's.last_message_at',
        toldIccid: 'upper(d.told_iccid)',
        packageName: 'p.name',
        nextPackageName: `(select x.package_name from card_package x where x.card_id = t.id and x.type = 'data'
          and x.revoked_at is null and x.starts_at > (extract(epoch from now()) * 1000)::bigint order by x.starts_at limit 1)`,
        silent: SILENT,
        bound: '(t.device_id is not null)',
      },
      // And cards that are in no device, so that they can be bound.
      visible: inTheirDevices(() => 't.device_id is null'),
      unique: { sim_card_iccid: 'iccid', sim_card_device: 'iccid' },
      beforeSave: saveSimCard,
      beforeRemove: refuseBoundSimCard,
      afterChange: async ({ context, tenantId, verb }) => {
        // Wakes the worker, which asks the carrier for the state of the new card.
        if (verb === 'create') context.sql.afterCommit(() => bus.emit('sim.ordered', { tenantId }))
      },
      commands: {
        suspend: order(bus, 'suspend'),
        resume: order(bus, 'resume'),
        refresh: async ({ context, row, tenantId }) => {
          await context.sql.change('update sim_card set asked_at = null where id = $1', [row.id])
          context.sql.afterCommit(() => bus.emit('sim.ordered', { tenantId }))
        },
      },
    },
  }
}

// The ICCID is what the carrier knows the card by: once it has been asked about, the number cannot change.
async function saveSimCard({ input, before }: Saving): Promise<Record<string, unknown> | undefined> {
  if (typeof input.iccid !== 'string') return undefined
  const iccid = normalIccid(input.iccid)
  if (before && before.iccid !== iccid && before.state !== 'activatable')
    throw new Refused('state.transition', { field: 'iccid' })
  return { iccid }
}

async function refuseBoundSimCard({ row }: Changing): Promise<void> {
  if (row.orderState === 'waiting') throw new Refused('sim.ordered')
  if (row.deviceId !== null) throw new Refused('row.inUse', { params: { names: String(row.deviceName) } })
}

const order =
  (bus: Bus, kind: 'suspend' | 'resume') =>
  async ({ context, row, tenantId }: Commanding): Promise<void> => {
    const { sql, person } = context
    const intent = kind === 'suspend' ? 'suspended' : 'active'
    const set = (orderState: 'none' | 'waiting') =>
      sql.change(
        `update sim_card set intent = $2, order_state = $3, order_reason = null, ordered_at = $4, updated_at = $4,
           version = version + 1 where id = $1`,
        [row.id, intent, orderState, Date.now()],
      )
    if (!simMayBeOrdered(simState.parse(row.state), kind)) {
      // What the carrier refused is called off: the card is as it was all along.
      await set('none')
      return
    }
    await set('waiting')
    await placeSimOrder(sql, bus, {
      tenantId,
      kind,
      cardId: row.id,
      subject: String(row.iccid),
      userId: person.accountId,
      userName: person.name,
    })
  }

async function refuseBeyond({ sql, person }: Saving['context'], imei: string): Promise<void> {
  if (person.departments === null) return
  const device = await sql.first(
    'select id from device where imei = $1 and department_id = any($2::bigint[]) and removed_at is null',
    [imei, [...person.departments]],
  )
  if (!device) throw new Refused('field.reference', { field: 'imei' })
}

const bindingStore: Store = {
  entity: simBinding,
  table: {
    name: 'sim_binding',
    // Left joins: the history stays when a device goes to another tenant, and counting rows can skip both tables.
    joins: 'left join device d on d.id = t.device_id left join sim_card c on c.id = t.card_id',
    columns: {
      tenantName: TENANT_NAME,
      deviceName: 'coalesce(d.name, t.imei)',
      accessNumber: 'c.access_number',
      toldIccid: `case when t.unbound_at is null and upper(d.told_iccid) <> t.iccid then upper(d.told_iccid) end`,
      state: `case when t.unbound_at is null then 'bound' else 'unbound' end`,
    },
    visible: inTheirDevices(() => 'false'),
    // No field names a binding: the same card may have been in many devices, and an import makes new ones only.
    // A binding is made and ended, never rewritten: it is history.
    beforeSave: async ({ context, input, before, tenantId }) => {
      if (before) throw new Refused('state.transition')
      await refuseBeyond(context, String(input.imei))
      const pair = await judgeBinding(context.sql, {
        tenantId,
        iccid: String(input.iccid),
        imei: String(input.imei),
      })
      if (pair.bindingId !== null) throw taken('iccid', pair.deviceName)
      return {
        iccid: pair.iccid,
        card_id: pair.cardId,
        device_id: pair.deviceId,
        bound_by: context.person.name,
        bound_at: Date.now(),
      }
    },
    afterSave: async ({ context, id }) => {
      const row = await context.sql.first<{ cardId: number; deviceId: number; iccid: string }>(
        'select card_id as "cardId", device_id as "deviceId", iccid from sim_binding where id = $1',
        [id],
      )
      if (row) await carry(context.sql, row)
    },
    commands: {
      unbind: async ({ context, row, tenantId }) => {
        await unbindSimCard(context.sql, {
          tenantId,
          cardId: Number(row.cardId),
          userName: context.person.name,
        })
      },
    },
  },
}

const simOrderStore: Store = {
  entity: simOrder,
  table: {
    name: 'sim_order',
    columns: { tenantName: TENANT_NAME },
    visible: inTheirDevices(
      (person, bind) => `t.user_id = ${bind(person.accountId)}`,
      '(select d.department_id from sim_card c join device d on d.id = c.device_id where c.id = t.card_id)',
    ),
  },
}

const setStatus =
  (status: 'enabled' | 'disabled') =>
  async ({ context, row }: Commanding): Promise<void> => {
    await context.sql.change(
      'update sim_package set status = $2, updated_at = $3, version = version + 1 where id = $1',
      [row.id, status, Date.now()],
    )
  }

const packageStore: Store = {
  entity: simPackage,
  table: {
    name: 'sim_package',
    tenant: null,
    // Tenants see what is for sale.
    visible: ({ person }) => (person.platform ? undefined : `t.status = 'enabled'`),
    columns: {
      sold: `(select count(*) from bill x where x.package_id = t.id and x.state = 'paid')`,
    },
    unique: { sim_package_name: 'name' },
    usedBy: [{ table: 'sim_card', column: 'package_id' }],
    beforeRemove: async ({ context, row }) => {
      const held = await context.sql.first<{ n: number }>(
        `select (select count(*) from card_package where package_id = $1 and ends_at > $2 and revoked_at is null)
           + (select count(*) from bill where package_id = $1 and state in ('unpaid', 'paying', 'failed')) as n`,
        [row.id, Date.now()],
      )
      if (held && held.n > 0) throw new Refused('row.inUse', { params: { count: held.n } })
    },
    commands: { enable: setStatus('enabled'), disable: setStatus('disabled') },
  },
}
