// Where people live in the demo: the community's buildings as its devices name them, a smaller one beside it, who owns and rents
// there, who runs both, and the tenant's own site.

import { usualPatterns } from '../../src/domain/community/patterns.ts'
import { generateRooms, type NamingRules } from '../../src/domain/community/room-generator.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { tieAll } from '../modules/community/public.ts'
import type { Staffed } from './accounts.ts'
import type { DemoDevice } from './fleet.ts'
import { human } from './people.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'
import { writtenDay } from './written-day.ts'

interface Estate {
  name: string
  address: string
  region: string
  area: number
  department: string
  rules: NamingRules
  buildings: number
  units: number
  floors: number
  perFloor: number
}

const estates: readonly Estate[] = [
  {
    ...{ name: '翠园小区', address: '浙江省杭州市西湖区翠园路88号', region: '330106', area: 86_400 },
    ...{ department: '物业服务中心', rules: usualPatterns, buildings: 8, units: 3, floors: 18, perFloor: 4 },
  },
  {
    ...{ name: '桂花里', address: '浙江省杭州市西湖区桂花路12号', region: '330106', area: 9_200 },
    department: '客服部',
    rules: { ...usualPatterns, buildingPattern: '{number}幢', roomPattern: '{floor:2}{room:2}' },
    ...{ buildings: 2, units: 2, floors: 6, perFloor: 2 },
  },
]

/** Of 100 rooms: how many have an owner there, and in how many of those a tenant lives. */
const OWNED = 0.86
const LET = 0.26
const FIRST_PHONE = 700_000

export async function seedCommunities(
  sql: Sql,
  place: Place,
  fleet: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  if (place.key !== 'community') return
  const { tenantId: tenant_id } = staffed
  const born = now - 900 * DAY_MS
  const base = { tenant_id, version: 1, created_at: born, updated_at: born }
  const communities: number[] = []
  for (const estate of estates) communities.push(await seedEstate(sql, estate, { base, fleet, staffed, now }))
  await seedCompanies(sql, base, communities, staffed)
  await insertRows(sql, 'website', [
    {
      ...base,
      site_name: '翠园智慧社区',
      welcome: '邻里守望，平安到家',
      links: [{ name: '杭州市政务服务', address: 'https://www.hangzhou.gov.cn/' }],
      mall_address: 'https://mall.example.com/cuiyuan',
      published: {
        ...{
          siteName: '翠园智慧社区',
          logo: null,
          accentWhite: null,
          accentBlue: null,
          welcome: '邻里守望，平安到家',
        },
        links: [{ name: '杭州市政务服务', address: 'https://www.hangzhou.gov.cn/' }],
        mallAddress: 'https://mall.example.com/cuiyuan',
      },
      published_at: born,
      published_by: staffed.people[0]?.name ?? '',
    },
  ])
  await tieAll(sql, tenant_id)
}

type Base = Record<'tenant_id' | 'version' | 'created_at' | 'updated_at', number>
interface Ground {
  base: Base
  fleet: readonly DemoDevice[]
  staffed: Staffed
  now: number
}

async function seedEstate(sql: Sql, estate: Estate, { base, fleet, staffed, now }: Ground): Promise<number> {
  const [community_id = 0] = await insertRows(
    sql,
    'community',
    [
      {
        ...base,
        ...{ name: estate.name, address: estate.address, region_code: estate.region, area_m2: estate.area },
        building_pattern: estate.rules.buildingPattern,
        unit_pattern: estate.rules.unitPattern,
        room_pattern: estate.rules.roomPattern,
        ...{ electricity_rate: 5380, water_rate: 29_000 },
        department_id: staffed.departments.get(estate.department) ?? null,
      },
    ],
    'id',
  )
  const rooms = generateRooms(
    {
      ...{ firstBuilding: 1, lastBuilding: estate.buildings, units: estate.units, fromFloor: 1 },
      ...{ toFloor: estate.floors, perFloor: estate.perFloor, kind: 'home' },
    },
    estate.rules,
  )
  const houses = [...new Map(rooms.map(room => [room.building, room])).values()]
  const houseIds = await insertRows(
    sql,
    'building',
    houses.map(house => ({
      ...{ ...base, community_id, name: house.building, floors: estate.floors, sort: house.buildingNumber },
    })),
    'id',
  )
  const idOfHouse = new Map(houses.map((house, at) => [house.building, houseIds[at] ?? 0]))
  const stairs = [...new Map(rooms.map(room => [`${room.building} ${room.unit}`, room])).values()]
  const stairIds = await insertRows(
    sql,
    'unit',
    stairs.map(stair => ({
      ...{ ...base, community_id, building_id: idOfHouse.get(stair.building), name: stair.unit },
      sort: stair.unitNumber,
      device_id: doorAt(fleet, estate, stair)?.id ?? null,
    })),
    'id',
  )
  const idOfStair = new Map(stairs.map((stair, at) => [`${stair.building} ${stair.unit}`, stairIds[at] ?? 0]))
  const sizes = [68.4, 88.9, 98.6, 121.5]
  const roomIds = await insertRows(
    sql,
    'room',
    rooms.map(room => ({
      ...{ ...base, community_id, building_id: idOfHouse.get(room.building) },
      unit_id: idOfStair.get(`${room.building} ${room.unit}`),
      ...{ floor_no: room.floorNo, kind: 'home', room_no: room.roomNo },
      area_hundredths: Math.round((sizes[(Number(room.roomNo.slice(-2)) - 1) % sizes.length] ?? 88.9) * 100),
    })),
    'id',
  )
  await insertRows(
    sql,
    'room_door',
    rooms.flatMap((room, at) => {
      const door = doorAt(fleet, estate, room)
      return door ? [{ ...base, room_id: roomIds[at], device_id: door.id, call_number: room.roomNo }] : []
    }),
  )
  await seedResidents(sql, base, roomIds, now)
  return community_id
}

/** The door unit at the entrance of a staircase, the first where there are several. */
const doorAt = (
  fleet: readonly DemoDevice[],
  estate: Estate,
  { building, unit }: { building: string; unit: string },
) =>
  estate.name !== '翠园小区'
    ? undefined
    : fleet.find(each => each.kind === 'doorUnit' && each.building === building && each.unit === unit)

async function seedResidents(sql: Sql, base: Base, rooms: readonly number[], now: number): Promise<void> {
  const chance = chanceOf(base.tenant_id * 4099 + rooms.length)
  const living = rooms.flatMap((room_id, at) => {
    if (!chance.happens(OWNED)) return []
    const owner = { room_id, role: 'owner', since: chance.whole(200, 2400), order: at * 2, lease: 0 }
    if (!chance.happens(LET)) return [owner]
    return [owner, { ...owner, role: 'tenant', since: chance.whole(3, 300), order: at * 2 + 1, lease: 365 }]
  })
  const ids = await insertRows(
    sql,
    'resident',
    living.map(({ order }) => ({ ...base, ...human(chance, FIRST_PHONE + order) })),
    'id',
  )
  await insertRows(
    sql,
    'occupancy',
    living.map(({ room_id, role, since, lease }, at) => ({
      ...{ ...base, room_id, resident_id: ids[at], role, state: 'active' },
      from_day: writtenDay(now - since * DAY_MS),
      until_day: lease === 0 ? null : writtenDay(now + (lease - since) * DAY_MS),
    })),
  )
}

async function seedCompanies(
  sql: Sql,
  base: Base,
  communities: readonly number[],
  { people }: Staffed,
): Promise<void> {
  const [own = 0, former = 0] = await insertRows(
    sql,
    'property_company',
    [
      {
        ...base,
        name: '绿源物业服务有限公司',
        credit_code: '91330106MA2GXXQ47R',
        contact_name: '周建国',
        phone: '13800000002',
      },
      {
        ...base,
        name: '安居物业管理有限公司',
        credit_code: '91330106MA27Y5HK3L',
        contact_name: '钱丽华',
        phone: '13800000412',
      },
    ],
    'id',
  )
  const [first, second] = communities
  await insertRows(sql, 'company_community', [
    { ...base, company_id: former, community_id: first, from_day: '2019-06-01', until_day: '2023-05-31' },
    { ...base, company_id: own, community_id: first, from_day: '2023-06-01', until_day: null },
    { ...base, company_id: own, community_id: second, from_day: '2024-01-01', until_day: null },
  ])
  const duties = ['manager', 'reception', 'security', 'repairs', 'cleaning', 'fees'] as const
  await insertRows(
    sql,
    'property_staff',
    people.slice(0, 12).map(({ id, name }, at) => ({
      ...{ ...base, company_id: own, name, duty: duties[at % duties.length], account_id: id },
      phone: `1390000${String(2100 + at)}`,
      community_ids: at % 3 === 0 ? communities : communities.slice(0, 1),
    })),
  )
}
