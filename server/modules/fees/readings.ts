// How readings are stored: never changed. A wrong one is followed by the right one, which the next bill sets right.
import * as z from 'zod/mini'
import { meterReading } from '../../../src/domain/fees/meter.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseUnseen } from '../community/public.ts'
import { adjustBills } from './adjustments.ts'
import { around, lockMeter } from './meter-row.ts'
import { COMMUNITY_DEPARTMENT, inUnits, ROOM_NAME } from './places.ts'
import { refuseReading, type Source, thousandthsIn } from './store-reading.ts'

const BEFORE = `left join lateral (
  select x.thousandths from meter_reading x where x.meter_id = t.meter_id and x.removed_at is null
    and x.corrected_at is null and x.read_on < t.read_on order by x.read_on desc limit 1) p on true`

export const readingStore: Store = {
  entity: meterReading,
  table: {
    name: 'meter_reading',
    joins: `join meter m on m.id = t.meter_id join room r on r.id = m.room_id join unit u on u.id = r.unit_id
      join building b on b.id = r.building_id join community c on c.id = r.community_id ${BEFORE}`,
    department: COMMUNITY_DEPARTMENT,
    columns: {
      reading: inUnits('t.thousandths'),
      serial: 'm.serial',
      kind: 'm.kind',
      roomId: 'm.room_id',
      roomName: ROOM_NAME,
      communityId: 'r.community_id',
      before: inUnits('coalesce(p.thousandths, m.start_thousandths)'),
      consumed: inUnits(`(t.thousandths - coalesce(p.thousandths, m.start_thousandths)
        + case when t.rollover then 1000 * 10 ^ m.digits else 0 end) * m.multiplier`),
      state: `case when t.corrected_at is not null then 'corrected' when t.billed then 'billed' else 'open' end`,
    },
    apart: ['reading', 'photos'],
    unique: { meter_reading_day: 'readOn' },
    beforeSave: readingColumns,
    beforeRemove: async ({ context: { sql }, row }) => {
      const { meterId } = z.parse(ofMeter, row)
      await refuseWhileIssued(sql, (await lockMeter(sql, meterId)).communityId)
      const open = await sql.first(
        'select id from meter_reading where id = $1 and not billed and corrected_at is null',
        [row.id],
      )
      if (!open) throw new Refused('state.transition')
    },
    beforeRestore: async () => {
      // Others have been stored since: it is typed again, and judged again.
      throw new Refused('state.transition')
    },
    commands: { correct },
  },
}

const ofMeter = z.object({ meterId: z.int() })

const given = z.object({
  meterId: z.int(),
  readOn: z.string(),
  reading: z.number(),
  rollover: z.optional(z.boolean()),
  photos: z.optional(z.array(z.string())),
})

async function readingColumns({ context, input, before }: Saving): Promise<Record<string, unknown>> {
  if (before) throw new Refused('state.transition')
  const { meterId, readOn, reading, rollover = false, photos = [] } = z.parse(given, input)
  const { sql, person, tokenHash } = context
  const meter = await lockMeter(sql, meterId)
  await refuseUnseen({ context, input: { communityId: meter.communityId } }, 'communityId', 'meterId')
  const thousandths = thousandthsIn(reading, 'reading')
  refuseReading(meter, { day: readOn, thousandths, rollover }, await around(sql, meter, readOn))
  // An import saves for a person who has no request open.
  const source: Source = photos.length > 0 ? 'photo' : tokenHash === '' ? 'import' : 'hand'
  return {
    ...{ thousandths, source, photos: JSON.stringify(photos), rollover },
    user_id: person.accountId,
    user_name: person.name,
  }
}

const corrected = z.object({
  reading: z.number(),
  rollover: z.optional(z.boolean()),
  reason: z.string(),
})

async function correct({ context, row, input }: Commanding): Promise<void> {
  const { sql, person } = context
  const { reading, rollover = false, reason } = z.parse(corrected, input)
  const { meterId } = z.parse(ofMeter, row)
  const meter = await lockMeter(sql, meterId)
  await refuseWhileIssued(sql, meter.communityId)
  const thousandths = thousandthsIn(reading, 'reading')
  const readOn = z.parse(z.string(), row.readOn)
  const known = await around(sql, meter, readOn)
  if (known.own?.id !== row.id) throw new Refused('state.transition')
  if (known.own.thousandths === thousandths && known.own.rollover === rollover)
    throw new Refused('field.duplicate', { field: 'reading' })
  // Billed or not, it may be set right: it only has to fit between its neighbours.
  refuseReading(meter, { day: readOn, thousandths, rollover }, { ...known, taken: false, billedUntil: null })
  const now = Date.now()
  await sql.change(
    'update meter_reading set corrected_at = $2, updated_at = $2, version = version + 1 where id = $1',
    [row.id, now],
  )
  const made = await sql.first(
    `insert into meter_reading (tenant_id, created_at, updated_at, meter_id, read_on, thousandths, rollover, source, photos,
       note, user_id, user_name, corrects_id, reason, billed)
     select tenant_id, $2, $2, meter_id, read_on, $3, $4, 'hand', '[]', note, $5, $6, id, $7, billed
     from meter_reading where id = $1 returning id`,
    [row.id, now, thousandths, rollover, person.accountId, person.name, reason],
  )
  if (meter.removedOn === readOn)
    await sql.change('update meter set final_thousandths = $2 where id = $1', [meter.id, thousandths])
  if (meter.billedUntil === readOn)
    await sql.change('update meter set billed_thousandths = $2 where id = $1', [meter.id, thousandths])
  const { id } = z.parse(z.object({ id: z.int() }), made)
  await adjustBills(context, meter, { day: readOn, readingId: id, reason })
}

/** While bills are made, what they are made of stays as it was looked at. */
export async function refuseWhileIssued(
  sql: Commanding['context']['sql'],
  communityId: number,
): Promise<void> {
  const running = await sql.first(
    `select id from fee_run where community_id = $1 and state = 'issuing' and removed_at is null for share`,
    [communityId],
  )
  if (running) throw new Refused('fee.otherIssuing')
}
