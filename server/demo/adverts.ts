// Adverts of the demo: clients of the neighbourhood with films that doors really play, campaigns, and weeks of proof of play.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { AdvertState } from '../../src/domain/advert/advertisement.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import { addDays } from '../../src/domain/site/calendar-day.ts'
import type { Sql } from '../db/scoped.ts'
import { measureAdvert } from '../modules/adverts/measure.ts'
import { followCampaigns } from '../modules/adverts/public.ts'
import { uploadKey } from '../modules/files/open-upload.ts'
import type { Uploader } from './files.ts'
import type { DemoDevice } from './fleet.ts'
import { chanceOf } from './random.ts'
import { insertRows, silentBus } from './rows.ts'
import { writtenDay } from './written-day.ts'

const WEEKS = 5
/** Of all three. */
const POSTER = { width: 640, height: 360 }

interface Shown {
  film: 'bakery' | 'gym' | 'fibre'
  name: string
  client: string
  fee: number
  state: AdvertState
  /** Days ago. */
  ago: number
  reason?: string
  campaign?: { name: string; weight: number; from: number; until: number; hours: readonly [number, number] }
  /** Plays a day at a door, about. */
  daily?: number
}

const shown: readonly Shown[] = [
  {
    ...{
      film: 'bakery',
      name: '晨光面包 早餐',
      client: '晨光食品有限公司',
      fee: 360_000,
      state: 'delivered',
      ago: 40,
    },
    campaign: { name: '晨光面包 秋季', weight: 3, from: -38, until: 24, hours: [6, 11] },
    daily: 210,
  },
  {
    ...{
      film: 'gym',
      name: '动力健身 新会员',
      client: '动力健身中心',
      fee: 520_000,
      state: 'delivered',
      ago: 33,
    },
    campaign: { name: '动力健身 开学季', weight: 2, from: -31, until: 12, hours: [8, 22] },
    daily: 160,
  },
  {
    ...{ film: 'fibre', name: '千兆宽带', client: '城域通信', fee: 480_000, state: 'passed', ago: 6 },
    campaign: { name: '千兆宽带 双十一', weight: 1, from: 3, until: 30, hours: [0, 24] },
  },
  { film: 'gym', name: '动力健身 团课', client: '动力健身中心', fee: 180_000, state: 'pending', ago: 1 },
  { film: 'fibre', name: '宽带续约', client: '城域通信', fee: 120_000, state: 'pending', ago: 0.2 },
  {
    ...{
      film: 'bakery',
      name: '面包店招工',
      client: '晨光食品有限公司',
      fee: 60_000,
      state: 'failed',
      ago: 15,
    },
    reason: '画面中电话号码不清楚',
  },
]

interface Given {
  filesDir: string
  who: Uploader
  judge: string
  now: number
}

/** Adverts of one place; nothing where no door could play them. */
export async function seedAdverts(
  sql: Sql,
  fleet: readonly DemoDevice[],
  { filesDir, who, judge, now }: Given,
): Promise<void> {
  const doors = fleet.filter(({ kind, state }) => kind === 'doorUnit' && state !== 'notActivated')
  if (doors.length === 0) return
  const today = writtenDay(now)
  const adverts: { id: number; shown: Shown; ms: number }[] = []
  for (const each of shown) {
    const at = Math.round(now - each.ago * DAY_MS)
    const { fileId, ms } = await keptFilm(sql, filesDir, who, each, at)
    const posterId = await keptPoster(sql, filesDir, who, each, at)
    const judged = each.state !== 'pending'
    const [id = 0] = await insertRows(
      sql,
      'advertisement',
      [
        {
          ...{ tenant_id: who.tenantId, version: judged ? 2 : 1, created_at: at, updated_at: at },
          ...{ name: each.name, client: each.client, fee: each.fee, state: each.state },
          ...{ file_id: fileId, poster_id: posterId },
          ...{ reason: each.reason ?? null, user_id: who.userId, user_name: who.userName },
          judged_by_name: judged ? judge : null,
          judged_at: judged ? at + 3 * HOUR_MS : null,
        },
      ],
      'id',
    )
    adverts.push({ id, shown: each, ms })
    const { campaign } = each
    if (!campaign) continue
    await insertRows(sql, 'advert_campaign', [
      {
        ...{ tenant_id: who.tenantId, version: 1, created_at: at, updated_at: at, name: campaign.name },
        ...{
          advertisement_id: id,
          from_on: addDays(today, campaign.from),
          until_on: addDays(today, campaign.until),
        },
        ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], weight: campaign.weight },
        ...{ from_minute: campaign.hours[0] * 60, until_minute: campaign.hours[1] * 60 },
        ...{ doors_by: 'all', community_ids: [], department_ids: [], device_ids: [] },
      },
    ])
  }
  await followCampaigns(sql, silentBus, who.tenantId, now)
  await reportStored(sql, who.tenantId, now)
  await insertRows(sql, 'advert_figure', figuresOf(adverts, doors, { who, now, today }))
}

/** All doors have confirmed what they hold, but for one whose line was cut in the middle and what is quite new. */
async function reportStored(sql: Sql, tenantId: number, now: number): Promise<void> {
  await sql.change(
    `update advert_delivery x set created_at = $2::bigint - ${45 * DAY_MS}, reported_at = $2::bigint - 7200000 - x.id * 1000,
       state = case when x.device_id = (select max(device_id) from advert_delivery where tenant_id = $1) then 'failed' else 'delivered' end,
       reason = case when x.device_id = (select max(device_id) from advert_delivery where tenant_id = $1) then 'status 503' end
     from advertisement a where a.id = x.advertisement_id and a.state = 'delivered' and x.tenant_id = $1`,
    [tenantId, now],
  )
}

function figuresOf(
  adverts: readonly { id: number; shown: Shown; ms: number }[],
  doors: readonly DemoDevice[],
  { who, now, today }: { who: Uploader; now: number; today: string },
) {
  const chance = chanceOf(who.tenantId * 1873 + 5)
  return adverts.flatMap(({ id, shown: { name, client, daily = 0, campaign }, ms }) =>
    daily === 0 || !campaign
      ? []
      : doors.slice(0, -1).flatMap(door =>
          Array.from({ length: Math.min(WEEKS * 7, -campaign.from) }, (_, back) => {
            const plays = Math.round(daily * (0.7 + chance.next() * 0.5) * (back === 0 ? 0.4 : 1))
            const cut = Math.round(plays * (0.02 + chance.next() * 0.05))
            return {
              ...{
                tenant_id: who.tenantId,
                version: plays,
                created_at: now - back * DAY_MS,
                updated_at: now - back * DAY_MS,
              },
              ...{ day: addDays(today, -back), advertisement_id: id, device_id: door.id },
              ...{
                advertisement_name: name,
                client,
                device_name: door.name,
                department_id: door.departmentId,
              },
              ...{ plays, cut, complete: plays - cut, ms: (plays - cut) * ms + Math.round((cut * ms) / 3) },
            }
          }),
        ),
  )
}

/** Puts a file that stands beside the demo among those that somebody has uploaded. */
function laid(filesDir: string, who: Uploader, file: string, { name, ago }: Shown) {
  const source = join(import.meta.dirname, 'adverts', file)
  const bytes = readFileSync(source)
  const key = createHash('sha256')
    .update(`${who.tenantId} ${name} ${ago} ${extname(file)}`)
    .digest('base64url')
  const path = join(filesDir, uploadKey(key))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode: 0o600 })
  return { source, bytes, key }
}

async function keptPoster(sql: Sql, filesDir: string, who: Uploader, each: Shown, at: number) {
  const { bytes, key } = laid(filesDir, who, `${each.film}.webp`, each)
  const [posterId = 0] = await insertRows(
    sql,
    'stored_file',
    [
      {
        ...{ tenant_id: who.tenantId, version: 1, created_at: at, updated_at: at, kind: 'image' },
        ...{ name: 'poster.webp', content_type: 'image/webp', bytes: bytes.length, key, storage: 'local' },
        ...{ ...POSTER, user_id: who.userId, user_name: who.userName },
      },
    ],
    'id',
  )
  return posterId
}

async function keptFilm(sql: Sql, filesDir: string, who: Uploader, each: Shown, at: number) {
  const { name } = each
  const { source, bytes, key } = laid(filesDir, who, `${each.film}.webm`, each)
  const { sha256, ms, codec, width, height } = await measureAdvert(source)
  const [fileId = 0] = await insertRows(
    sql,
    'stored_file',
    [
      {
        ...{ tenant_id: who.tenantId, version: 1, created_at: at, updated_at: at, kind: 'video' },
        ...{ name: `${name}.webm`, content_type: 'video/webm', bytes: bytes.length, key, storage: 'local' },
        ...{ user_id: who.userId, user_name: who.userName },
      },
    ],
    'id',
  )
  await insertRows(sql, 'advert_video', [
    {
      ...{ file_id: fileId, tenant_id: who.tenantId, created_at: at },
      ...{ sha256, ms, codec, width, height },
    },
  ])
  return { fileId, ms }
}
