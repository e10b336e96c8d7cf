// How meters are stored, read, replaced and taken out.
import * as z from 'zod/mini'
import { meter } from '../../../src/domain/fees/meter.ts'
import { meterKind } from '../../../src/domain/fees/month-bill.ts'
import { fitsRegister } from '../../../src/domain/fees/segments.ts'
import { thousandthsOf } from '../../../src/domain/fees/units.ts'
import { dayIn } from '../../../src/domain/site/calendar-day.ts'
import type { Sql } from '../../db/scoped.ts'
import { named } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Commanding, Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { refuseUnseen } from '../community/public.ts'
import { around, lockMeter, type MeterRow } from './meter-row.ts'
import { COMMUNITY_DEPARTMENT, inUnits, ROOM_JOINS, ROOM_NAME, WALK } from './places.ts'
import { storeReading, thousandthsIn } from './store-reading.ts'

const TODAY = '(now() at time zone (select z.zone from tenant z where z.id = t.tenant_id))::date'

/** The last two readings: what the meter shows, and what lies between. */
const LAST = `left join lateral (
  select x.read_on, x.thousandths, x.rollover from meter_reading x
  where x.meter_id = t.id and x.removed_at is null and x.corrected_at is null order by x.read_on desc limit 1) l on true
  left join lateral (
  select x.thousandths from meter_reading x where x.meter_id = t.id and x.removed_at is null and x.corrected_at is null
    and x.read_on < l.read_on order by x.read_on desc limit 1) p on true`

const CONSUMED = `(l.thousandths - coalesce(p.thousandths, t.start_thousandths)
  + case when l.rollover then 1000 * 10 ^ t.digits else 0 end) * t.multiplier`

export const meterStore: Store = {
  entity: meter,
  table: {
    name: 'meter',
    joins: `${ROOM_JOINS} ${LAST}`,
    department: COMMUNITY_DEPARTMENT,
    columns: {
      communityId: 'r.community_id',
      communityName: 'c.name',
      roomName: ROOM_NAME,
      place: WALK,
      startReading: inUnits('t.start_thousandths'),
      finalReading: inUnits('t.final_thousandths'),
      state: `case when t.removed_on is not null then 'removed'
        when l.read_on >= date_trunc('month', ${TODAY}) then 'read' else 'due' end`,
      lastOn: 'l.read_on',
      lastReading: inUnits('coalesce(l.thousandths, t.start_thousandths)'),
      lastConsumed: inUnits(CONSUMED),
    },
    apart: ['startReading'],
    unique: { meter_serial: 'serial', meter_device: 'deviceId' },
    usedBy: [{ table: 'meter_reading', column: 'meter_id' }],
    beforeSave: meterColumns,
    commands: {
      takeReading: async commanding => {
        const { readOn, reading, rollover = false, photos, note } = z.parse(taken, commanding.input)
        const held = await lockMeter(commanding.context.sql, commanding.row.id)
        await storeReading(commanding.context, held, {
          ...{ readOn, rollover, photos, note },
          thousandths: thousandthsIn(reading, 'reading'),
          source: photos && photos.length > 0 ? 'photo' : 'hand',
        })
      },
      takeFromDevice,
      replace: async commanding => {
        const { context, row, input } = commanding
        const held = await endMeter(commanding)
        await installNext(context.sql, held, z.parse(next, input))
        context.sql.audit({
          ...{ tenantId: held.tenantId, userId: context.person.accountId, userName: context.person.username },
          ...{
            address: context.address,
            action: 'meter.replaced',
            entity: 'meter',
            rowId: row.id,
            detail: {},
          },
        })
      },
      takeOut: async commanding => {
        await endMeter(commanding)
      },
    },
  },
}

const taken = z.object({
  readOn: z.string(),
  reading: z.number(),
  rollover: z.optional(z.boolean()),
  photos: z.optional(z.array(z.string())),
  note: z.optional(z.string()),
})

const saved = z.object({
  kind: meterKind,
  digits: z.int(),
  startReading: z.number(),
  deviceId: z.optional(z.nullable(z.int())),
  installedOn: z.string(),
})

/** What a meter began with is part of its bills. */
const BEGUN_WITH = [
  'roomId',
  'kind',
  'serial',
  'digits',
  'multiplier',
  'startReading',
  'installedOn',
] as const

const DEVICE_KINDS = {
  electricity: ['electricityMeter', 'breaker', 'airSwitch', 'dtu'],
  water: ['waterPressure'],
} as const

async function meterColumns({ context, input, before }: Saving): Promise<Record<string, unknown>> {
  const { sql } = context
  await refuseUnseenRoom(context, input)
  const { kind, digits, startReading, deviceId, installedOn } = z.parse(saved, { ...before, ...input })
  if (before) {
    const held = await lockMeter(sql, before.id)
    const changed = BEGUN_WITH.find(field => input[field] !== undefined && input[field] !== before[field])
    if (changed && (held.removedOn !== null || (await wasRead(sql, before.id))))
      throw new Refused('meter.used', { field: changed })
  }
  const start = thousandthsIn(startReading, 'startReading')
  if (!fitsRegister({ digits }, start))
    throw new Refused('reading.digits', { field: 'startReading', params: { digits } })
  if (installedOn > dayIn('Pacific/Kiritimati', Date.now()))
    throw new Refused('field.dayAhead', { field: 'installedOn' })
  if (typeof deviceId === 'number') {
    const device = await sql.first(
      'select id from device where id = $1 and removed_at is null and kind = any($2::text[])',
      [deviceId, DEVICE_KINDS[kind]],
    )
    if (!device) throw new Refused('meter.deviceKind', { field: 'deviceId' })
  }
  return { start_thousandths: start }
}

/** A room of a community beyond the person's sight is as unknown as one that is none. */
async function refuseUnseenRoom(context: Saving['context'], { roomId }: Saving['input']): Promise<void> {
  if (roomId === undefined) return
  const row = await context.sql.first('select community_id as "communityId" from room where id = $1', [
    roomId,
  ])
  const input = z.parse(z.object({ communityId: z.int() }), row)
  await refuseUnseen({ context, input }, 'communityId', 'roomId')
}

async function wasRead(sql: Sql, id: number): Promise<boolean> {
  const row = await sql.first(
    'select id from meter_reading where meter_id = $1 and removed_at is null limit 1',
    [id],
  )
  return row !== undefined
}

const sent = z.object({ value: z.number(), at: z.int() })

async function takeFromDevice({ context, row }: Commanding): Promise<void> {
  const held = await lockMeter(context.sql, row.id)
  const latest = await context.sql.first(
    'select value, at from latest_reading where device_id = $1 and kind = $2',
    [held.deviceId, held.kind === 'electricity' ? 'energy' : 'waterVolume'],
  )
  if (!latest) throw new Refused('meter.noReading')
  const { value, at } = z.parse(sent, latest)
  await storeReading(context, held, {
    ...{ readOn: dayIn(held.zone, at), rollover: false, source: 'device' },
    thousandths: thousandthsOf(Number(value.toFixed(3))) ?? 0,
  })
}

const ended = z.object({ on: z.string(), finalReading: z.number(), rollover: z.optional(z.boolean()) })

/** Reads a meter for the last time. A reading of that day that says the same is that reading. */
async function endMeter({ context, row, input }: Commanding): Promise<MeterRow> {
  const { sql } = context
  const { on, finalReading, rollover = false } = z.parse(ended, input)
  const held = await lockMeter(sql, row.id)
  const thousandths = thousandthsIn(finalReading, 'finalReading')
  const known = await around(sql, held, on)
  if (known.after) throw new Refused('reading.aboveNext', { field: 'on', params: { on: known.after.day } })
  if (known.own?.thousandths !== thousandths)
    await storeReading(
      context,
      held,
      { readOn: on, thousandths, rollover, source: 'final' },
      { day: 'on', value: 'finalReading' },
    )
  await sql.change(
    `update meter set removed_on = $2, final_thousandths = $3, device_id = null, updated_at = $4, version = version + 1
     where id = $1`,
    [held.id, on, thousandths, Date.now()],
  )
  return held
}

const next = z.object({
  on: z.string(),
  serial: z.string(),
  digits: z.int(),
  multiplier: z.int(),
  startReading: z.number(),
})

async function installNext(sql: Sql, old: MeterRow, asked: z.output<typeof next>): Promise<void> {
  const { on, serial, digits, multiplier } = asked
  const start = thousandthsIn(asked.startReading, 'startReading')
  if (!fitsRegister({ digits }, start))
    throw new Refused('reading.digits', { field: 'startReading', params: { digits } })
  await named(meterStore, () =>
    sql.change(
      `insert into meter (tenant_id, created_at, updated_at, room_id, kind, serial, digits, multiplier, start_thousandths,
         installed_on) values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [old.tenantId, Date.now(), old.roomId, old.kind, serial, digits, multiplier, start, on],
    ),
  )
}
