// Plans of the demo: of each place as a whole; two floors of the site and the campus, with stations, zones and who is there.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { uploadKey } from '../modules/files/open-upload.ts'
import { createWalker } from '../simulator/indoor-walk.ts'
import type { DemoDevice } from './fleet.ts'
import { buildingSiteSvg, campusSvg, drawn, estateSvg, floorSvg } from './floor-plans.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

const FLOOR = { width: 60, height: 40 }
const SITE = { width: 320, height: 220 }
const ESTATE = { width: 360, height: 320 }
/** Site plans are drawn with so many pixels a metre. */
const SITE_PIXELS = 4
/** Devices on each floor. */
const ON_FLOOR = [14, 12] as const
/** So long a trail stands there from the beginning. */
const TRAIL_MS = 20 * MINUTE_MS
const STEP_MS = 5_000

interface Building {
  project: string
  customer: string
  building: string | null
  floors: readonly { title: string; floor: string; tint: string }[]
  site: { title: string; svg: () => string; size: typeof FLOOR; rotation: number }
  server?: string
  zones: readonly (readonly { name: string; kind: string; at: readonly [number, number, number, number] }[])[]
}

// Left, lower, right, upper in metres.
const buildings: Record<Place['key'], Building> = {
  community: {
    project: '翠园小区',
    customer: '绿源物业服务有限公司',
    building: null,
    floors: [],
    site: { title: '翠园小区总平面图', svg: estateSvg, size: ESTATE, rotation: 0 },
    zones: [],
  },
  site: {
    project: '滨江中心二期',
    customer: '滨江置业有限公司',
    building: '塔楼A',
    floors: [
      { title: '塔楼A 3层平面图', floor: '3层', tint: '#eef3f9' },
      { title: '塔楼A 4层平面图', floor: '4层', tint: '#f3f1ea' },
    ],
    site: { title: '滨江中心二期总平面图', svg: buildingSiteSvg, size: SITE, rotation: 12 },
    server: '塔楼A定位服务器',
    zones: [
      [
        { name: '钢筋作业区', kind: 'work', at: [1, 27, 20, 39] },
        { name: '临边洞口', kind: 'danger', at: [40.5, 27, 49.5, 39] },
        { name: '配电间', kind: 'restricted', at: [50.5, 1, 59, 13] },
        { name: '集合点', kind: 'assembly', at: [1, 15, 9, 25] },
      ],
      [
        { name: '木工作业区', kind: 'work', at: [1, 1, 30, 13] },
        { name: '吊装口', kind: 'danger', at: [20.5, 27, 29.5, 39] },
      ],
    ],
  },
  campus: {
    project: '校园安全',
    customer: '教育局',
    building: '实验楼',
    floors: [
      { title: '实验楼 1层平面图', floor: '1层', tint: '#eef6ee' },
      { title: '实验楼 2层平面图', floor: '2层', tint: '#f1eef8' },
    ],
    site: { title: '校园总平面图', svg: campusSvg, size: SITE, rotation: 0 },
    server: '实验楼定位服务器',
    zones: [
      [
        { name: '化学品库', kind: 'restricted', at: [50.5, 27, 59, 39] },
        { name: '物理实验室', kind: 'work', at: [1, 27, 20, 39] },
        { name: '疏散集合点', kind: 'assembly', at: [1, 15, 9, 25] },
      ],
      [{ name: '高压实验室', kind: 'danger', at: [40.5, 1, 49.5, 13] }],
    ],
  },
}

interface Given {
  filesDir: string
  who: { tenantId: number; userId: number; userName: string }
  now: number
}

/** Writes what a place has of plans, and who is inside. */
export async function seedIndoor(
  sql: Sql,
  place: Place,
  fleet: readonly DemoDevice[],
  { filesDir, who, now }: Given,
): Promise<void> {
  const house = buildings[place.key]
  const keep = (name: string, svg: string, size: typeof FLOOR) =>
    keepPlan(sql, filesDir, who, now, name, svg, size)
  const { tenantId } = who
  const common = {
    tenant_id: tenantId,
    version: 1,
    created_at: now - 60 * DAY_MS,
    updated_at: now - 9 * DAY_MS,
  }
  const shared = {
    ...common,
    project: house.project,
    customer: house.customer,
    address: place.tenant.address,
  }
  const floors: number[] = []
  for (const { title, floor, tint } of house.floors)
    floors.push(
      ...(await insertDrawings(sql, {
        ...shared,
        title,
        building: house.building,
        unit: null,
        floor,
        picture_type: 'plan',
        picture: await keep(`${title}.webp`, floorSvg(tint), { width: 1200, height: 800 }),
        real_width: FLOOR.width,
        real_height: FLOOR.height,
        scale: 200,
        positioning: true,
        longitude: null,
        latitude: null,
        rotation: null,
      })),
    )
  const { size } = house.site
  await insertDrawings(sql, {
    ...shared,
    title: house.site.title,
    building: null,
    unit: null,
    floor: null,
    picture_type: 'site',
    picture: await keep(`${house.site.title}.webp`, house.site.svg(), {
      width: size.width * SITE_PIXELS,
      height: size.height * SITE_PIXELS,
    }),
    real_width: size.width,
    real_height: size.height,
    scale: 1000,
    positioning: false,
    longitude: place.middle.longitude,
    latitude: place.middle.latitude,
    rotation: house.site.rotation,
  })
  if (house.server === undefined) return
  const speaker = fleet.find(
    ({ kind, state }) => (kind === 'uwbStation' || kind === 'gateway') && state === 'online',
  )
  const [serverId] = await insertRows(
    sql,
    'uwb_server',
    [
      {
        ...common,
        name: house.server,
        address: `${house.building}弱电间`,
        device_id: speaker?.id ?? null,
        description: null,
      },
    ],
    'id',
  )
  const people = fleet.filter(
    ({ kind, state, wearerName }) =>
      wearerName !== null && ['helmet', 'wristband', 'watch'].includes(kind) && state !== 'notActivated',
  )
  let taken = 0
  for (const [index, drawingId] of floors.entries()) {
    await seedStations(sql, {
      common,
      drawingId,
      serverId: serverId ?? null,
      floor: house.floors[index]?.floor ?? '',
    })
    const zones = (house.zones[index] ?? []).map(({ name, kind, at: [left, lower, right, upper] }) => ({
      ...common,
      name,
      kind,
      drawing_id: drawingId,
      corners: [
        [left, lower],
        [right, lower],
        [right, upper],
        [left, upper],
      ],
    }))
    await insertRows(sql, 'indoor_zone', zones)
    const count = ON_FLOOR[index] ?? 10
    await seedTags(sql, people.slice(taken, taken + count), drawingId, now)
    taken += count
  }
}

/** The column of the name follows the title: it is not written. */
const insertDrawings = async (sql: Sql, row: Record<string, unknown>): Promise<number[]> => {
  const names = Object.keys(row)
  const rows = await sql.query<{ id: number }>(
    `insert into drawing (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return rows.map(({ id }) => id)
}

async function keepPlan(
  sql: Sql,
  filesDir: string,
  who: Given['who'],
  now: number,
  name: string,
  svg: string,
  size: { width: number; height: number },
): Promise<string> {
  const bytes = await drawn(svg)
  const key = createHash('sha256').update(`demo plan ${who.tenantId} ${name}`).digest('base64url')
  const path = join(filesDir, uploadKey(key))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode: 0o600 })
  await sql.query(
    `insert into stored_file (tenant_id, created_at, updated_at, kind, name, content_type, bytes, width, height, key, user_id, user_name)
     values ($1, $2, $2, 'plan', $3, 'image/webp', $4, $5, $6, $7, $8, $9)`,
    [
      who.tenantId,
      now - 60 * DAY_MS,
      name,
      bytes.length,
      size.width,
      size.height,
      key,
      who.userId,
      who.userName,
    ],
  )
  return `/files/${key}`
}

/** Eight stations along the corridors; one of them is switched off, one not taken into use yet. */
async function seedStations(
  sql: Sql,
  {
    common,
    drawingId,
    serverId,
    floor,
  }: { common: object; drawingId: number; serverId: number | null; floor: string },
): Promise<void> {
  const columns = [6, 22, 38, 54]
  await insertRows(
    sql,
    'base_station',
    [8, 32].flatMap((y, row) =>
      columns.map((x, column) => {
        const number = row * columns.length + column + 1
        return {
          ...common,
          name: `${floor}-B${String(number).padStart(2, '0')}`,
          number: `A${drawingId}-${number}`,
          drawing_id: drawingId,
          server_id: serverId,
          indoor_location: row === 0 ? '南侧走廊' : '北侧走廊',
          x,
          y,
          z: 2.8,
          status: number === 8 ? 'disabled' : number === 7 ? 'default' : 'normal',
          range: 18,
        }
      }),
    ),
  )
}

/** Where they are, and whence they came in the last minutes. Who is offline was last seen when it went. */
async function seedTags(
  sql: Sql,
  people: readonly DemoDevice[],
  drawingId: number,
  now: number,
): Promise<void> {
  for (const person of people) {
    const walker = createWalker(FLOOR, chanceOf(person.id * 31 + 7).next)
    const end = Math.min(now, person.lastMessageAt ?? now)
    const trail: { at: number; x: number; y: number }[] = []
    for (let at = end - TRAIL_MS; at <= end; at += STEP_MS) {
      const place = walker.walk(STEP_MS / 1000)
      if (place) trail.push({ at, ...place })
    }
    const last = trail.at(-1)
    if (!last) continue
    await insertRows(
      sql,
      'indoor_position',
      trail.map(({ at, x, y }) => ({
        tenant_id: person.tenantId,
        device_id: person.id,
        at,
        drawing_id: drawingId,
        x,
        y,
        z: 1.2,
      })),
    )
    await sql.change(
      `update device_state set drawing_id = $2, indoor_x = $3, indoor_y = $4, indoor_z = 1.2, indoor_at = $5 where device_id = $1`,
      [person.id, drawingId, last.x, last.y, end],
    )
  }
}
