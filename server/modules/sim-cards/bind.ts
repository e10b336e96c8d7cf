// Which SIM card is in which device. Every way one comes into a device or out of it goes through here.
import type { SimState } from '../../../src/domain/billing/sim-card.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

export interface Binding {
  tenantId: number
  iccid: string
  imei: string
  /** Who does it, as history shows it. */
  userName: string | null
  /** Epoch milliseconds; now unless said otherwise. */
  at?: number
  /** The very same pair bound already: answered as it is (default), or refused by name. */
  again?: 'accept' | 'refuse'
}

interface Card {
  id: number
  iccid: string
  state: SimState
  bindingId: number | null
  deviceId: number | null
  deviceName: string | null
}

interface Device {
  id: number
  imei: string
  name: string
  /** ICCID of the card that is in the device. */
  iccid: string | null
}

/** ICCIDs are kept in capitals: their letters are hexadecimal digits. */
export const normalIccid = (iccid: string): string => iccid.trim().toUpperCase()

/**
 * Binds a card to a device of the same tenant; answers the id of the binding. Refuses with `field.reference` (`iccid`,
 * `imei`) what the tenant does not have, with `sim.alreadyBound` and the name what is taken, and with
 * `state.transition` a card that the carrier has taken apart.
 */
export async function bindSimCard(sql: Sql, binding: Binding): Promise<number> {
  const { tenantId, userName, at = Date.now(), again = 'accept' } = binding
  const pair = await judgeBinding(sql, binding)
  if (pair.bindingId !== null && again === 'accept') return pair.bindingId
  if (pair.bindingId !== null) throw taken('iccid', pair.deviceName)
  const row = await sql.first<{ id: number }>(
    `insert into sim_binding (tenant_id, created_at, updated_at, card_id, device_id, iccid, imei, bound_by, bound_at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $2) returning id`,
    [tenantId, at, pair.cardId, pair.deviceId, pair.iccid, pair.imei, userName],
  )
  if (!row) throw new Error('The binding was not stored')
  await carry(sql, pair)
  return row.id
}

export interface Pair {
  cardId: number
  iccid: string
  deviceId: number
  imei: string
  deviceName: string
  /** The open binding, if this card is in this device already. */
  bindingId: number | null
}

/** Locks card and device and refuses what cannot be bound; see `bindCard`. */
export async function judgeBinding(
  sql: Sql,
  { tenantId, iccid, imei }: Pick<Binding, 'tenantId' | 'iccid' | 'imei'>,
): Promise<Pair> {
  const card = await lockSimCard(sql, tenantId, normalIccid(iccid))
  if (!card) throw new Refused('field.reference', { field: 'iccid' })
  const device = await lockDevice(sql, tenantId, imei)
  if (!device) throw new Refused('field.reference', { field: 'imei' })
  const pair = {
    cardId: card.id,
    iccid: card.iccid,
    deviceId: device.id,
    imei: device.imei,
    deviceName: device.name,
  }
  if (card.deviceId === device.id) return { ...pair, bindingId: card.bindingId }
  if (card.deviceId !== null) throw taken('iccid', card.deviceName)
  if (device.iccid !== null) throw taken('imei', device.iccid)
  if (card.state === 'disassembled') throw new Refused('state.transition', { field: 'iccid' })
  return { ...pair, bindingId: null }
}

/** The refusal of what is bound already. `name`: the device or card that it is bound to. */
export const taken = (field: 'iccid' | 'imei', name: string | null): Refused =>
  new Refused('sim.alreadyBound', { field, ...(name !== null && { params: { name } }) })

/** Writes into card and device what a new binding says. */
export async function carry(
  sql: Sql,
  { cardId, deviceId, iccid }: Pick<Pair, 'cardId' | 'deviceId' | 'iccid'>,
): Promise<void> {
  await sql.change(
    'update sim_card set device_id = $2, updated_at = $3, version = version + 1, asked_at = null where id = $1',
    [cardId, deviceId, Date.now()],
  )
  // A form of the device that was opened before sends the old number back: its version refuses that.
  await sql.change(
    `update device set iccid = $2, version = version + 1, updated_at = $3
     where id = $1 and iccid is distinct from $2`,
    [deviceId, iccid, Date.now()],
  )
}

/**
 * Takes whatever card is in a device out of it, or a card out of whatever device it is in. Answers whether there was
 * one. Recycling, removal and the way to another tenant call this first.
 */
export async function unbindSimCard(
  sql: Sql,
  what: { tenantId: number; userName: string | null; at?: number } & (
    | { deviceId: number; cardId?: never }
    | { cardId: number; deviceId?: never }
  ),
): Promise<boolean> {
  const { tenantId, userName, at = Date.now() } = what
  const ended = await sql.query<{ cardId: number; deviceId: number; iccid: string }>(
    `update sim_binding set unbound_at = $3, unbound_by = $4, updated_at = $3, version = version + 1
     where tenant_id = $1 and (card_id = $2 or device_id = $5) and unbound_at is null and removed_at is null
     returning card_id as "cardId", device_id as "deviceId", iccid`,
    [tenantId, what.cardId ?? null, at, userName, what.deviceId ?? null],
  )
  for (const { cardId, deviceId, iccid } of ended) {
    await sql.change(
      'update sim_card set device_id = null, updated_at = $2, version = version + 1 where id = $1',
      [cardId, at],
    )
    await sql.change(
      `update device set iccid = '', version = version + 1, updated_at = $3 where id = $1 and upper(iccid) = $2`,
      [deviceId, iccid, at],
    )
  }
  return ended.length > 0
}

/**
 * After the form or an import has said which ICCID a device has: a card of the tenant with that number is bound to
 * it, the one before taken out. A number that is no card here is a note on the device and binds nothing; one that is
 * in another device is refused by name.
 */
export async function followIccid(
  sql: Sql,
  device: {
    tenantId: number
    deviceId: number
    imei: string
    iccid: string | null | undefined
    userName: string | null
  },
): Promise<void> {
  const { tenantId, deviceId, imei, userName } = device
  const wanted = normalIccid(device.iccid ?? '')
  const present = await sql.first<{ iccid: string }>(
    'select iccid from sim_card where device_id = $1 and removed_at is null',
    [deviceId],
  )
  if ((present?.iccid ?? '') === wanted) return
  if (present) await unbindSimCard(sql, { tenantId, deviceId, userName })
  if (wanted === '') return
  const known = await sql.first(
    'select id from sim_card where iccid = $1 and tenant_id = $2 and removed_at is null',
    [wanted, tenantId],
  )
  if (known) await bindSimCard(sql, { tenantId, iccid: wanted, imei, userName })
}

/** After a device was saved: its card follows, where the form or the import says another ICCID than before. */
export async function followForm({
  input,
  before,
  tenantId,
  context,
  id,
}: Saving & { id: number }): Promise<void> {
  if (typeof input.iccid !== 'string' || input.iccid === (before?.iccid ?? '')) return
  await followIccid(context.sql, {
    tenantId,
    deviceId: id,
    imei: String(input.imei ?? before?.imei),
    iccid: input.iccid,
    userName: context.person.name,
  })
}

// The row is locked first and its binding read after that: whoever waited here sees what the other has done.
async function lockSimCard(sql: Sql, tenantId: number, iccid: string): Promise<Card | undefined> {
  const held = await sql.first<{ id: number }>(
    'select id from sim_card where iccid = $1 and tenant_id = $2 and removed_at is null for update',
    [iccid, tenantId],
  )
  if (!held) return undefined
  return sql.first<Card>(
    `select c.id, c.iccid, c.state, b.id as "bindingId", b.device_id as "deviceId", d.name as "deviceName"
     from sim_card c left join sim_binding b on b.card_id = c.id and b.unbound_at is null and b.removed_at is null
     left join device d on d.id = b.device_id where c.id = $1`,
    [held.id],
  )
}

async function lockDevice(sql: Sql, tenantId: number, imei: string): Promise<Device | undefined> {
  const held = await sql.first<{ id: number }>(
    `select id from device where imei = $1 and tenant_id = $2 and removed_at is null and lifecycle <> 'recycled' for update`,
    [imei, tenantId],
  )
  if (!held) return undefined
  return sql.first<Device>(
    `select d.id, d.imei, d.name, b.iccid
     from device d left join sim_binding b on b.device_id = d.id and b.unbound_at is null and b.removed_at is null
     where d.id = $1`,
    [held.id],
  )
}
