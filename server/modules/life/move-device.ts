// A device changes hands between tenants: the old one keeps its history, the new one sees nothing of it.
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import { wantLists } from '../intercom/public.ts'
import { bindSimCard, unbindSimCard } from '../sim-cards/public.ts'
import { endOpenCommands } from './steps.ts'

/** What the old tenant had written on the device, kept in the allocation so that undoing brings it back. */
export interface Belongings {
  tenantId: number
  columns: Record<string, unknown>
  settings: {
    desired: unknown
    reported: unknown
    desiredAt: number | null
    reportedAt: number | null
  } | null
  /** The card that was bound to it; it stays with its tenant. */
  iccid: string | null
  /** Rights to the door, when it is one. */
  doorRights: number[]
  /** Devices that hung on it, when it is a gateway. */
  children: { id: number; channel: number | null }[]
  /** Fences that it was bound to; absent in what was kept before there were any. */
  fences?: number[]
}

interface Moving {
  id: number
  tenantId: number
  kind: DeviceKind
  by: { userName: string | null; at: number }
}

/** What people of one tenant wrote about the device: names, places, notes of theirs. */
const PRIVATE_COLUMNS = [
  'name',
  'number',
  'style',
  'category_id',
  'product_id',
  'group_id',
  'department_id',
  'wearer_name',
  'responsible_name',
  'responsible_phone',
  'install_location',
  'community',
  'building',
  'unit',
  'room_no',
  'latitude',
  'longitude',
  'indoor_image',
  'gateway_id',
  'channel',
  'activated_at',
] as const

/**
 * Gives a device to another tenant, in the caller's transaction. Alarms, tracks, readings and online times stay with
 * the old one, behind the wall; names, places, limits, open commands, door rights and the SIM card end here. `given` are
 * belongings that the tenant had left with it earlier. The caller holds the locks of `device_state` and `device`, takes
 * the step of its life and tells `device.changed`.
 */
export async function moveDevice(
  sql: Sql,
  bus: Bus,
  { id, tenantId: from, kind, by }: Moving,
  to: number,
  given?: Belongings,
): Promise<Belongings> {
  await refuseBusyDoor(sql, id)
  const left = await gather(sql, id, from)
  await endOpenCommands(sql, bus, { id, tenantId: from })
  await unbindSimCard(sql, { tenantId: from, deviceId: id, userName: by.userName, at: by.at })
  await letGo(sql, id, from, by.at)
  const columns = given
    ? await stillThere(sql, to, given.columns, kind)
    : await freshColumns(sql, id, to, kind)
  const names = Object.keys(columns)
  await sql.change(
    `update device set tenant_id = $2, version = version + 1, updated_at = $3,
       ${names.map((name, index) => `${name} = $${index + 4}`).join(', ')} where id = $1`,
    [id, to, by.at, ...Object.values(columns)],
  )
  await resetState(sql, id, to, from, by.at)
  if (given) await bringBack(sql, id, to, given, by.userName)
  await moveDoorList(sql, bus, id, to)
  return left
}

/** A call or a card that is being written at the door ends before the door goes. */
async function refuseBusyDoor(sql: Sql, id: number): Promise<void> {
  if (await sql.first(`select id from call where device_id = $1 and state in ('ringing', 'answered')`, [id]))
    throw new Refused('call.busy')
  if (await sql.first(`select id from door_card where device_id = $1 and state = 'writing'`, [id]))
    throw new Refused('door.writing')
}

async function gather(sql: Sql, id: number, tenantId: number): Promise<Belongings> {
  const columns = await sql.first<Record<string, unknown>>(
    `select ${PRIVATE_COLUMNS.join(', ')} from device where id = $1`,
    [id],
  )
  const settings = await sql.first<NonNullable<Belongings['settings']>>(
    `select desired, reported, desired_at as "desiredAt", reported_at as "reportedAt" from device_settings
     where device_id = $1`,
    [id],
  )
  const card = await sql.first<{ iccid: string }>(
    'select iccid from sim_binding where device_id = $1 and unbound_at is null and removed_at is null',
    [id],
  )
  const rights = await sql.query<{ id: number }>(
    'select id from door_right where device_id = $1 and removed_at is null',
    [id],
  )
  const children = await sql.query<{ id: number; channel: number | null }>(
    'select id, channel from device where gateway_id = $1 and tenant_id = $2',
    [id, tenantId],
  )
  const fences = await sql.query<{ id: number }>(
    'select fence_id as id from fence_device where device_id = $1 and tenant_id = $2',
    [id, tenantId],
  )
  return {
    tenantId,
    columns: { ...columns },
    settings: settings ?? null,
    iccid: card?.iccid ?? null,
    doorRights: rights.map(row => row.id),
    children,
    fences: fences.map(row => row.id),
  }
}

/** What must not go along: limits, conditions that alarms were raised for, windows that silence it, rights, codes. */
async function letGo(sql: Sql, id: number, from: number, at: number): Promise<void> {
  for (const table of [
    'device_settings',
    'device_condition',
    'latest_reading',
    'door_code',
    'claim_code',
    'fence_device',
  ])
    await sql.change(`delete from ${table} where device_id = $1`, [id])
  await sql.change(
    `update door_right set removed_at = $2, updated_at = $2, version = version + 1
     where device_id = $1 and removed_at is null`,
    [id, at],
  )
  await sql.change(
    `update alarm_test set ends_at = $2, updated_at = $2, version = version + 1
     where device_id = $1 and ends_at > $2 and removed_at is null`,
    [id, at],
  )
  await sql.change(
    `update uwb_server set device_id = null, version = version + 1, updated_at = $3
     where device_id = $1 and tenant_id = $2`,
    [id, from, at],
  )
  await sql.change(
    `update device set gateway_id = null, channel = null, version = version + 1, updated_at = $3
     where gateway_id = $1 and tenant_id = $2`,
    [id, from, at],
  )
}

/** The new tenant gets a device without a past: named after its make, in their own category of its kind. */
async function freshColumns(
  sql: Sql,
  id: number,
  to: number,
  kind: DeviceKind,
): Promise<Record<string, unknown>> {
  const facts = await sql.first<{ imei: string; make: string; category: string; product: string | null }>(
    `select d.imei, coalesce(nullif(d.model, ''), c.name) as make, c.name as category, p.name as product
     from device d join device_category c on c.id = d.category_id left join product p on p.id = d.product_id
     where d.id = $1`,
    [id],
  )
  if (!facts) throw new Refused('row.unknown')
  const product = await sql.first<{ id: number }>(
    `select id from product where tenant_id = $1 and name = $2 and removed_at is null order by id limit 1
     for key share`,
    [to, facts.product],
  )
  return {
    ...Object.fromEntries(PRIVATE_COLUMNS.map(name => [name, null])),
    name: `${facts.make} ${facts.imei.slice(-6)}`.slice(0, 60),
    category_id: await categoryFor(sql, to, kind, facts.category),
    product_id: product?.id ?? null,
  }
}

/** The tenant's category of this kind, best the one of the same name; made when there is none. */
async function categoryFor(sql: Sql, tenantId: number, kind: DeviceKind, name: string): Promise<number> {
  const known = await sql.first<{ id: number }>(
    `select id from device_category where tenant_id = $1 and kind = $2 and removed_at is null
     order by (lower(name) = lower($3)) desc, sort, id limit 1 for key share`,
    [tenantId, kind, name],
  )
  if (known) return known.id
  const made = await sql.first<{ id: number }>(
    `insert into device_category (tenant_id, created_at, updated_at, name, kind)
     values ($1, $2, $2, case when exists (select from device_category x where x.tenant_id = $1
       and lower(x.name) = lower($3::text) and x.removed_at is null) then $3::text || ' ' || $4 else $3::text end, $4)
     returning id`,
    [tenantId, Date.now(), name, kind],
  )
  if (!made) throw new Error('The category was not stored')
  return made.id
}

/** Back with its old tenant: as it was, but for what that tenant has removed since. */
async function stillThere(
  sql: Sql,
  tenantId: number,
  columns: Record<string, unknown>,
  kind: DeviceKind,
): Promise<Record<string, unknown>> {
  const known = Object.fromEntries(
    PRIVATE_COLUMNS.filter(name => name in columns).map(name => [name, columns[name]]),
  )
  for (const [column, table] of [
    ['product_id', 'product'],
    ['group_id', 'device_group'],
    ['department_id', 'department'],
    ['gateway_id', 'device'],
    ['category_id', 'device_category'],
  ] as const) {
    const there = await sql.first(
      `select id from ${table} where id = $1 and tenant_id = $2 and removed_at is null for key share`,
      [known[column] ?? null, tenantId],
    )
    if (!there) known[column] = null
  }
  if (known.category_id === null) known.category_id = await categoryFor(sql, tenantId, kind, kind)
  if (known.gateway_id === null) known.channel = null
  return known
}

/** Resets its live state; in the history of the old tenant it goes offline. */
async function resetState(sql: Sql, id: number, to: number, from: number, at: number): Promise<void> {
  await sql.change(
    `insert into online_change (tenant_id, device_id, at, online)
     select $2, device_id, $3, false from device_state where device_id = $1 and state in ('online', 'abnormal')
     on conflict do nothing`,
    [id, from, at],
  )
  await sql.change('delete from device_state where device_id = $1', [id])
  await sql.change('insert into device_state (device_id, tenant_id) values ($1, $2)', [id, to])
  await sql.change('update device_sequence set tenant_id = $2 where device_id = $1', [id, to])
}

async function bringBack(
  sql: Sql,
  id: number,
  to: number,
  { settings, doorRights, children, iccid, fences = [] }: Belongings,
  userName: string | null,
): Promise<void> {
  if (settings)
    await sql.change(
      `insert into device_settings (device_id, tenant_id, desired, reported, desired_at, reported_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        id,
        to,
        JSON.stringify(settings.desired ?? {}),
        settings.reported === null ? null : JSON.stringify(settings.reported),
        settings.desiredAt,
        settings.reportedAt,
      ],
    )
  await holdHolders(sql, doorRights, to)
  await sql.change(
    `update door_right r set removed_at = null, updated_at = $2, version = version + 1
     where id = any($1::bigint[]) and tenant_id = $3 and not removed_along
       and not exists (select from door_right o where o.id <> r.id and o.device_id = r.device_id
         and o.removed_at is null and (o.card_id = r.card_id or o.account_id = r.account_id))
       and not exists (select from door_card c where c.id = r.card_id and c.removed_at is not null)
       and not exists (select from account a where a.id = r.account_id and a.removed_at is not null)`,
    [doorRights, Date.now(), to],
  )
  // Only the binding comes back; on which side of the fence it is, its next position tells.
  await sql.change(
    `insert into fence_device (fence_id, device_id, tenant_id, at)
     select f.id, $1, $2, $4 from fence f where f.id = any($3::bigint[]) and f.tenant_id = $2 and f.removed_at is null
     for key share
     on conflict do nothing`,
    [id, to, fences, Date.now()],
  )
  for (const child of children)
    await sql.change(
      `update device set gateway_id = $2, channel = $3, version = version + 1, updated_at = $5
       where id = $1 and tenant_id = $4 and gateway_id is null and removed_at is null`,
      [child.id, id, child.channel, to, Date.now()],
    )
  if (iccid) await rebind(sql, id, to, iccid, userName)
}

/** Locks the holders of the rights: who removes a card or a person meanwhile waits, and then removes these rights too. */
async function holdHolders(sql: Sql, rights: readonly number[], tenantId: number): Promise<void> {
  for (const [table, column] of [
    ['door_card', 'card_id'],
    ['account', 'account_id'],
  ] as const)
    await sql.query(
      `select h.id from ${table} h where h.tenant_id = $2 and h.id in
         (select r.${column} from door_right r where r.id = any($1::bigint[])) order by h.id for key share of h`,
      [rights, tenantId],
    )
}

/** Its card again, unless that serves another device by now. */
async function rebind(sql: Sql, id: number, tenantId: number, iccid: string, userName: string | null) {
  const device = await sql.first<{ imei: string }>('select imei from device where id = $1', [id])
  if (!device) return
  await sql
    .attempt(() => bindSimCard(sql, { tenantId, iccid, imei: device.imei, userName }))
    .catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
    })
}

/** A door unit forgets the cards of those who had it. */
async function moveDoorList(sql: Sql, bus: Bus, id: number, to: number): Promise<void> {
  const known = await sql.change('update door_list set tenant_id = $2 where device_id = $1', [id, to])
  if (known > 0) await wantLists(sql, bus, to, [id])
}
