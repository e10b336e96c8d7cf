// How production records are stored: their batch, and what quality inspection says of them.
import { productionRecord } from '../../../src/domain/device/production.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

export const recordStore: Store = {
  entity: productionRecord,
  table: {
    name: 'production_record',
    columns: {
      tenantName: TENANT_NAME,
      batchNumber: '(select x.number from production_batch x where x.id = t.batch_id)',
    },
    unique: { production_record_serial: 'serial', production_record_imei: 'imei' },
    beforeSave: checkRecord,
    beforeRemove: async ({ row }) => {
      // A record that has become a device says where that device comes from, and cannot be removed.
      if (row.deviceId !== null) throw new Refused('row.inUse', { params: { count: 1 } })
    },
    commands: {
      pass: judge('passed'),
      fail: judge('failed'),
    },
  },
}

async function checkRecord({ context: { sql }, input, before }: Saving): Promise<undefined> {
  if (before && before.deviceId !== null && changes(input, before, 'imei'))
    throw new Refused('state.transition', { field: 'imei' })
  const batchId = input.batchId === undefined ? before?.batchId : input.batchId
  const moved = changes(input, before, 'batchId')
  if (before && moved && typeof before.batchId === 'number') await openBatch(sql, before.batchId)
  if (typeof batchId !== 'number' || (before && !moved)) return
  const batch = await openBatch(sql, batchId)
  if (batch.made >= batch.planned) throw new Refused('batch.full', { field: 'batchId' })
}

const changes = (
  input: Record<string, unknown>,
  before: Record<string, unknown> | undefined,
  field: string,
) => input[field] !== undefined && (input[field] || null) !== (before?.[field] || null)

/** A batch that still takes records, locked so that two do not share its last place. */
async function openBatch(sql: Sql, id: number): Promise<{ planned: number; made: number }> {
  const batch = await sql.first<{ state: string; planned: number }>(
    'select state, planned from production_batch where id = $1 and removed_at is null for update',
    [id],
  )
  if (!batch) throw new Refused('field.reference', { field: 'batchId' })
  if (batch.state === 'released' || batch.state === 'closed')
    throw new Refused('state.transition', { field: 'batchId' })
  const made = await sql.first<{ n: number }>(
    'select count(*) as n from production_record where batch_id = $1 and removed_at is null',
    [id],
  )
  return { planned: batch.planned, made: made?.n ?? 0 }
}

function judge(quality: 'passed' | 'failed') {
  return async ({ context: { sql, person }, row, input }: Commanding): Promise<void> => {
    if (typeof row.batchId === 'number') {
      const batch = await sql.first<{ state: string }>('select state from production_batch where id = $1', [
        row.batchId,
      ])
      if (batch?.state === 'released' || batch?.state === 'closed') throw new Refused('state.transition')
    }
    await sql.change(
      `update production_record set quality = $2, quality_note = $3, inspector = $4, updated_at = $5, version = version + 1
       where id = $1`,
      [row.id, quality, typeof input.note === 'string' ? input.note : null, person.name, Date.now()],
    )
  }
}
