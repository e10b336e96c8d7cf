// How production batches are stored: their steps, serials from the counter of a prefix, release into devices.
import { type BatchState, productionBatch } from '../../../src/domain/device/production.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { holdRows } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Row, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const countOf = (quality?: string) =>
  `(select count(*) from production_record x where x.batch_id = t.id and x.removed_at is null${
    quality === undefined ? '' : ` and x.quality = '${quality}'`
  })`

export function batchStore(bus: Bus): Store {
  return {
    entity: productionBatch,
    table: {
      name: 'production_batch',
      columns: {
        tenantName: TENANT_NAME,
        made: countOf(),
        passed: countOf('passed'),
        failed: countOf('failed'),
      },
      unique: { production_batch_number: 'number' },
      usedBy: [{ table: 'production_record', column: 'batch_id' }],
      beforeSave: checkBatch,
      commands: {
        start: step('producing'),
        check: step('checking'),
        close: step('closed'),
        release: commanding => release(commanding, bus),
        allotSerials,
      },
    },
  }
}

async function checkBatch({ input, before }: Saving): Promise<undefined> {
  if (!before) return
  const { state, made } = before
  if (state === 'released' || state === 'closed') throw new Refused('state.transition')
  if (typeof input.planned === 'number' && typeof made === 'number' && input.planned < made)
    throw new Refused('field.tooSmall', { field: 'planned', params: { min: made } })
}

/** A batch that is under way will make devices of this product and category: both stay until then. */
export async function refuseUnderWay(
  sql: Sql,
  column: 'product_id' | 'category_id',
  id: number,
): Promise<void> {
  const open = await sql.first<{ n: number }>(
    `select count(*) as n from production_batch where ${column} = $1 and state not in ('released', 'closed')
       and removed_at is null`,
    [id],
  )
  if (open && open.n > 0) throw new Refused('row.inUse', { params: { count: open.n } })
}

const step =
  (to: BatchState) =>
  async ({ context: { sql }, row }: Commanding): Promise<void> => {
    await setState(sql, row.id, to)
  }

async function setState(sql: Sql, id: number, to: BatchState): Promise<void> {
  const now = Date.now()
  await sql.change(
    `update production_batch set state = $2, updated_at = $3, version = version + 1,
       released_at = case when $2 = 'released' then $3 else released_at end where id = $1`,
    [id, to, now],
  )
}

/** Digits of the running number; longer ones simply grow. */
const DIGITS = 6

/** Makes so many records with serials that nobody else gets, whoever asks at the same time. */
async function allotSerials({ context: { sql }, row, tenantId, input }: Commanding): Promise<void> {
  const wanted = Number(input.count)
  const left = await leftOf(sql, row)
  if (left <= 0) throw new Refused('batch.full')
  if (wanted > left) throw new Refused('field.tooBig', { field: 'input.count', params: { max: left } })
  const product = await sql.first<{ name: string; model: string | null }>(
    'select name, model from product where id = $1',
    [row.productId],
  )
  // Serials that were typed in by hand are stepped over.
  for (let missing = wanted; missing > 0; ) {
    const first = await reserve(sql, tenantId, String(row.serialPrefix), missing)
    missing -= await sql.change(
      `insert into production_record (tenant_id, created_at, updated_at, batch_id, product_name, model, colour, serial,
         manufacturer, produced_at)
       select $1, $2, $2, $3, $4, $5, $6, $7 || case when n < 10 ^ ${DIGITS} then lpad(n::text, ${DIGITS}, '0') else n::text end, $8, $2
       from generate_series($9::bigint, $10::bigint) n on conflict do nothing`,
      [
        tenantId,
        Date.now(),
        row.id,
        product?.name ?? String(row.productName ?? ''),
        product?.model ?? null,
        row.colour ?? null,
        row.serialPrefix,
        row.manufacturer,
        first,
        first + missing - 1,
      ],
    )
  }
}

/** How many records the plan still has room for; the command has locked the batch. */
async function leftOf(sql: Sql, row: Row): Promise<number> {
  const made = await sql.first<{ n: number }>(
    'select count(*) as n from production_record where batch_id = $1 and removed_at is null',
    [row.id],
  )
  return Number(row.planned) - (made?.n ?? 0)
}

async function reserve(sql: Sql, tenantId: number, prefix: string, count: number): Promise<number> {
  const row = await sql.first<{ next: number }>(
    `insert into serial_counter as c (tenant_id, prefix, next) values ($1, $2, 1 + $3::bigint)
     on conflict (tenant_id, prefix) do update set next = c.next + $3::bigint returning next`,
    [tenantId, prefix, count],
  )
  if (!row) throw new Error('No serials were reserved')
  return row.next - count
}

/** Passed records with an IMEI become devices that wait for stock-in. */
async function release({ context: { sql }, row, tenantId }: Commanding, bus: Bus): Promise<void> {
  const records = await sql.query<{ quality: string }>(
    `select quality from production_record where batch_id = $1 and removed_at is null order by id for update`,
    [row.id],
  )
  if (records.length === 0 || records.some(({ quality }) => quality === 'pending'))
    throw new Refused('batch.unjudged')
  const taken = await sql.first<{ serial: string }>(
    `select r.serial from production_record r join device d on d.imei = r.imei and d.removed_at is null
     where r.batch_id = $1 and r.removed_at is null and r.quality = 'passed' and r.device_id is null
       and d.tenant_id = $2 order by r.id limit 1`,
    [row.id, tenantId],
  )
  if (taken) throw new Refused('batch.imeiTaken', { params: { name: taken.serial } })
  const category = await sql.first<{ kind: string }>(
    'select kind from device_category where id = $1 and removed_at is null for key share',
    [row.categoryId],
  )
  if (!category) throw new Refused('field.reference', { field: 'categoryId' })
  if (!(await holdRows(sql, 'product', [row.productId], tenantId)))
    throw new Refused('field.reference', { field: 'productId' })
  const ids = await makeDevices(sql, row, tenantId, category.kind)
  await setState(sql, row.id, 'released')
  if (ids.length > 0) sql.afterCommit(() => bus.emit('device.changed', { ids, tenantId, change: 'created' }))
}

async function makeDevices(sql: Sql, row: Row, tenantId: number, kind: string): Promise<number[]> {
  const made = await sql.query<{ id: number }>(
    `with made as (
       insert into device (tenant_id, created_at, updated_at, imei, kind, name, number, model, style, category_id, product_id,
         iccid, supplier, lifecycle, in_stock)
       select $1, $2, $2, r.imei, $3, left(r.product_name || ' ' || r.serial, 60), left(r.serial, 40), r.model, r.colour, $4, $5,
         nullif(r.iccid, ''), r.manufacturer, 'pendingStockIn', false
       from production_record r where r.batch_id = $6 and r.removed_at is null and r.quality = 'passed'
         and r.device_id is null and r.imei <> '' order by r.id
       on conflict do nothing returning id, imei),
     linked as (
       update production_record r set device_id = made.id, updated_at = $2, version = version + 1
       from made where r.batch_id = $6 and r.removed_at is null and r.imei = made.imei returning made.id)
     select id from made order by id`,
    [tenantId, Date.now(), kind, row.categoryId, row.productId, row.id],
  )
  const ids = made.map(({ id }) => id)
  await sql.change(
    'insert into device_state (device_id, tenant_id) select id, $2::bigint from unnest($1::bigint[]) id',
    [ids, tenantId],
  )
  // The refusal is the same for an IMEI of another tenant: it must not say whose it is.
  const left = await sql.first<{ serial: string }>(
    `select serial from production_record where batch_id = $1 and removed_at is null and quality = 'passed'
       and device_id is null and imei <> '' order by id limit 1`,
    [row.id],
  )
  if (left) throw new Refused('batch.imeiTaken', { params: { name: left.serial } })
  return ids
}
