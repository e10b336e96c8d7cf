// Stores a reading: judged by what stands before and after it, while its meter is held.
import { type Reading, type ReadingProblem, readingProblem } from '../../../src/domain/fees/segments.ts'
import { thousandthsOf, unitsOf } from '../../../src/domain/fees/units.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { type Around, around, type MeterRow } from './meter-row.ts'

export type Source = 'hand' | 'import' | 'photo' | 'device' | 'final'

export interface NewReading {
  readOn: string
  thousandths: number
  rollover: boolean
  photos?: readonly string[] | undefined
  note?: string | null | undefined
  source: Source
}

export function thousandthsIn(units: number, field: string): number {
  const thousandths = thousandthsOf(units)
  if (thousandths === undefined) throw new Refused('field.units', { field })
  return thousandths
}

const OF_THE_DAY: readonly ReadingProblem[] = [
  'reading.beforeInstalled',
  'reading.afterRemoved',
  'reading.future',
  'reading.sameDay',
  'reading.billed',
]

interface Fields {
  day: string
  value: string
}

/** Refuses a reading that cannot follow, with what it cannot follow. */
export function refuseReading(
  meter: MeterRow,
  reading: Reading,
  known: Around,
  fields: Fields = { day: 'readOn', value: 'reading' },
): void {
  const problem = readingProblem(reading, known)
  if (!problem) return
  const on: Partial<Record<ReadingProblem, string | null>> = {
    'reading.beforeInstalled': meter.installedOn,
    'reading.afterRemoved': meter.removedOn,
    'reading.billed': meter.billedUntil,
    'reading.fall': known.before.day,
    'reading.aboveNext': known.after?.day ?? null,
  }
  const day = on[problem]
  throw new Refused(problem, {
    field: OF_THE_DAY.includes(problem) ? fields.day : fields.value,
    params: { before: unitsOf(known.before.thousandths), digits: meter.digits, ...(day && { on: day }) },
  })
}

/** The same for a meter that is held already. */
export async function storeReading(
  { sql, person }: Pick<Context, 'sql' | 'person'>,
  meter: MeterRow,
  reading: NewReading,
  fields?: Fields,
): Promise<void> {
  const { readOn, thousandths, rollover } = reading
  refuseReading(meter, { day: readOn, thousandths, rollover }, await around(sql, meter, readOn), fields)
  const now = Date.now()
  await sql.change(
    `insert into meter_reading (tenant_id, created_at, updated_at, meter_id, read_on, thousandths, rollover, source, photos,
       note, user_id, user_name) values ($1, $2, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11)`,
    [
      ...[meter.tenantId, now, meter.id, readOn, thousandths, rollover, reading.source],
      ...[JSON.stringify(reading.photos ?? []), reading.note ?? null, person.accountId, person.name],
    ],
  )
}
