// The factory of a demo place: batches in every state, and the records of their devices.
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { equipment } from './equipment.ts'
import { iccidOf, imeiOf } from './identifiers.ts'
import { FIRST_SERIAL, type Ground, prefixOf, type Stocked } from './life-ground.ts'
import { insertRows } from './rows.ts'

/** A batch that became the stock, one in inspection, one in production, one that is only planned. */
export async function seedFactory(ground: Ground, stock: readonly Stocked[]): Promise<void> {
  const { sql, staffed, place, now } = ground
  const inspected = stock.length + 18
  const producing = inspected + 12
  const plans = [
    { state: 'released', planned: stock.length, made: stock.length, released_at: now - 8 * DAY_MS, born: 20 },
    { state: 'checking', planned: 18, made: 18, released_at: null, born: 6 },
    { state: 'producing', planned: 40, made: 12, released_at: null, born: 2 },
    { state: 'planned', planned: 100, made: 0, released_at: null, born: 1 },
  ] as const
  const year = new Date(now).getUTCFullYear()
  const ids = await insertRows(
    sql,
    'production_batch',
    plans.map(({ state, planned, released_at, born }, index) => ({
      tenant_id: staffed.tenantId,
      version: 1,
      created_at: now - born * DAY_MS,
      updated_at: now - born * DAY_MS,
      number: `${place.key.slice(0, 2).toUpperCase()}-${year}-${String(index + 1).padStart(3, '0')}`,
      product_id: ground.productId,
      category_id: ground.categoryId,
      colour: index % 2 === 0 ? '白色' : '黄色',
      manufacturer: '智守物联',
      planned,
      serial_prefix: prefixOf(ground),
      note: null,
      state,
      released_at,
    })),
    'id',
  )
  const [released = 0, checking = 0, open = 0] = ids
  await seedRecords(ground, stock, { released, checking, open, inspected, producing })
  await sql.change(
    `insert into serial_counter (tenant_id, prefix, next) values ($1, $2, $3)
     on conflict (tenant_id, prefix) do update set next = excluded.next`,
    [staffed.tenantId, prefixOf(ground), producing + 1],
  )
}

async function seedRecords(
  ground: Ground,
  stock: readonly Stocked[],
  plan: { released: number; checking: number; open: number; inspected: number; producing: number },
): Promise<void> {
  const { sql, staffed, kind, chance, now } = ground
  const facts = equipment[kind]
  const first = FIRST_SERIAL + staffed.tenantId * 1000
  const record = (index: number, batch_id: number, producedAt: number, more: Record<string, unknown>) => ({
    tenant_id: staffed.tenantId,
    version: 1,
    created_at: producedAt,
    updated_at: producedAt,
    batch_id,
    product_name: facts.product,
    model: facts.model,
    colour: '白色',
    serial: `${prefixOf(ground)}${String(index + 1).padStart(6, '0')}`,
    imei: imeiOf(facts.typeCode, first + index),
    iccid: iccidOf(first + index),
    manufacturer: '智守物联',
    inspector: null,
    sales_mode: chance.pick(['direct', 'agent', 'rental', 'trial']),
    produced_at: producedAt,
    quality: 'pending',
    quality_note: null,
    device_id: null,
    ...more,
  })
  const verdicts = ['外壳划痕', '电池电压偏低', '天线未焊牢'] as const
  const rows = [
    ...stock.map(({ id }, index) =>
      record(index, plan.released, now - 14 * DAY_MS + index * MINUTE_MS, {
        quality: 'passed',
        inspector: ground.person().name,
        device_id: id,
      }),
    ),
    ...Array.from({ length: plan.inspected - stock.length }, (_, at) => {
      const verdict = at < 11 ? 'passed' : at < 14 ? 'failed' : 'pending'
      return record(stock.length + at, plan.checking, now - 4 * DAY_MS + at * MINUTE_MS, {
        quality: verdict,
        quality_note: verdict === 'failed' ? (verdicts[at - 11] ?? null) : null,
        inspector: verdict === 'pending' ? null : ground.person().name,
      })
    }),
    ...Array.from({ length: plan.producing - plan.inspected }, (_, at) =>
      record(plan.inspected + at, plan.open, now - DAY_MS + at * MINUTE_MS, { imei: null, iccid: null }),
    ),
  ]
  await insertRows(sql, 'production_record', rows)
}
