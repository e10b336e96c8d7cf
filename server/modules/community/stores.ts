// How communities, buildings and units are stored; rooms and companies stand beside.
import * as z from 'zod/mini'
import { building, unit } from '../../../src/domain/community/building.ts'
import { community } from '../../../src/domain/community/community.ts'
import { room } from '../../../src/domain/community/room.ts'
import type { Bus } from '../../bus.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Saving, type Table, TENANT_NAME } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import { companyStores } from './companies.ts'
import { OCCUPIED } from './room-states.ts'
import { roomStores } from './rooms.ts'
import { departmentOf, refuseNoDoor, refuseUnseen } from './scope.ts'
import { websiteStore } from './website.ts'

export function communityStores(bus: Bus): Store[] {
  // Whoever goes by the doors of a place learns of it once it holds.
  const placing = [unitStore, ...roomStores].map(({ entity, table }) => {
    const afterChange: Table['afterChange'] = async ({ context: { sql }, tenantId, verb }) => {
      // A new room has no door yet: thousands of them may come in one import.
      if (entity.key === room.key && verb === 'create') return
      sql.afterCommit(() => bus.emit('doorPlaces.changed', { tenantId }))
    }
    return { entity, table: { ...table, afterChange } }
  })
  return [communityStore, buildingStore, ...placing, ...companyStores, websiteStore].map(
    ({ entity, table }) => ({
      entity,
      table: { ...table, columns: { ...table.columns, tenantName: TENANT_NAME } },
    }),
  )
}

const roomsOf = (column: string, condition = '') =>
  `(select count(*) from room r where r.${column} = t.id and r.removed_at is null ${condition})`
const occupiedOf = (column: string) => roomsOf(column, `and ${OCCUPIED}`)
const inYuan = (column: string) => `(t.${column} / 10000.0)::float8`

const communityStore: Store = {
  entity: community,
  table: {
    name: 'community',
    columns: {
      area: 't.area_m2',
      electricityRate: inYuan('electricity_rate'),
      waterRate: inYuan('water_rate'),
      buildings: '(select count(*) from building x where x.community_id = t.id and x.removed_at is null)',
      units: '(select count(*) from unit x where x.community_id = t.id and x.removed_at is null)',
      floors:
        'coalesce((select max(x.floors) from building x where x.community_id = t.id and x.removed_at is null), 0)',
      rooms: roomsOf('community_id'),
      occupied: occupiedOf('community_id'),
      companyName: `(select c.name from company_community x join property_company c on c.id = x.company_id
        where x.community_id = t.id and x.removed_at is null and c.removed_at is null and x.from_day <= current_date
          and (x.until_day is null or x.until_day >= current_date) limit 1)`,
    },
    apart: ['area', 'electricityRate', 'waterRate'],
    unique: { community_name: 'name' },
    usedBy: [
      { table: 'building', column: 'community_id' },
      { table: 'company_community', column: 'community_id' },
      { table: 'tariff', column: 'community_id' },
      { table: 'fee_run', column: 'community_id' },
    ],
    beforeSave: communityColumns,
  },
}

const measured = z.object({
  name: z.optional(z.string()),
  area: z.optional(z.nullable(z.number())),
  electricityRate: z.optional(z.nullable(z.number())),
  waterRate: z.optional(z.nullable(z.number())),
  departmentId: z.optional(z.nullable(z.number())),
})

const inHundredthsOfFen = (yuan: number | null) => (yuan === null ? null : Math.round(yuan * 10_000))

async function communityColumns({ input, before, context, tenantId }: Saving) {
  const { name = '', area, electricityRate, waterRate, departmentId } = z.parse(measured, input)
  return {
    ...(area !== undefined && { area_m2: area }),
    ...(electricityRate !== undefined && { electricity_rate: inHundredthsOfFen(electricityRate) }),
    ...(waterRate !== undefined && { water_rate: inHundredthsOfFen(waterRate) }),
    ...(!before && !departmentId && { department_id: await ownDepartment(context, tenantId, name) }),
  }
}

/** Whose people see the community: a department of its own, so that one community's staff need not see the next. */
async function ownDepartment({ sql }: Saving['context'], tenantId: number, name: string): Promise<number> {
  const now = Date.now()
  const made = await firstOf(
    sql,
    tables
      .insertInto('department')
      .values({ tenant_id: tenantId, name, created_at: now, updated_at: now })
      .returning('id'),
  )
  if (!made) throw new Error('No department was made for the community')
  return made.id
}

const buildingStore: Store = {
  entity: building,
  table: {
    name: 'building',
    department: departmentOf('t.community_id'),
    columns: {
      units: '(select count(*) from unit x where x.building_id = t.id and x.removed_at is null)',
      rooms: roomsOf('building_id'),
      occupied: occupiedOf('building_id'),
    },
    unique: { building_name: 'name' },
    keys: ['communityId', 'name'],
    naming: `concat_ws('/', (select x.name from community x where x.id = t.community_id), t.name)`,
    usedBy: [{ table: 'unit', column: 'building_id' }],
    beforeSave: async saving => {
      await refuseUnseen(saving, 'communityId')
      const { before, input } = saving
      if (before && input.communityId !== undefined && input.communityId !== before.communityId)
        throw new Refused('field.reference', { field: 'communityId' })
      return undefined
    },
  },
}

const ofDevice = (column: string) => `(select x.${column} from device x where x.id = t.device_id)`

const unitStore: Store = {
  entity: unit,
  table: {
    name: 'unit',
    department: departmentOf('t.community_id'),
    columns: {
      communityName: '(select x.name from community x where x.id = t.community_id)',
      deviceImei: ofDevice('imei'),
      deviceState: '(select x.state from device_state x where x.device_id = t.device_id)',
      rooms: roomsOf('unit_id'),
      occupied: occupiedOf('unit_id'),
    },
    unique: { unit_name: 'name', unit_device: 'deviceId' },
    keys: ['buildingId', 'name'],
    naming: `(select concat_ws('/', c.name, b.name, t.name) from building b join community c on c.id = b.community_id
      where b.id = t.building_id)`,
    usedBy: [{ table: 'room', column: 'unit_id' }],
    beforeSave: unitColumns,
  },
}

const ofUnit = z.object({ buildingId: z.number(), deviceId: z.optional(z.nullable(z.number())) })

async function unitColumns(saving: Saving): Promise<Record<string, unknown>> {
  const { context, input, before } = saving
  const { buildingId, deviceId } = z.parse(ofUnit, { ...before, ...input })
  if (before && before.buildingId !== buildingId)
    throw new Refused('field.reference', { field: 'buildingId' })
  const { sql } = context
  const parent = await firstOf(
    sql,
    tables
      .selectFrom('building')
      .select('community_id as communityId')
      .where('id', '=', buildingId)
      .where('removed_at', 'is', null)
      .forKeyShare(),
  )
  if (!parent) throw new Refused('field.reference', { field: 'buildingId' })
  await refuseUnseen({ ...saving, input: { communityId: parent.communityId } }, 'communityId', 'buildingId')
  if (deviceId !== undefined && deviceId !== null) await refuseNoDoor(saving, deviceId)
  return { community_id: parent.communityId }
}
