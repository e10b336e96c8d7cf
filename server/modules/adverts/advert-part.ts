// What door units say about adverts: 5094 which list and files they hold, 5095 what they have shown. And what they are told.
import * as z from 'zod/mini'
import {
  type Manifest,
  type ManifestItem,
  type ManifestVideo,
  MOST_ADVERTS_OF_A_DOOR,
} from '../../../src/domain/advert/manifest.ts'
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { DoorArrival } from '../ingest/public.ts'
import type { DoorPart, DoorTools } from '../intercom/public.ts'
import { takePlays } from './plays.ts'
import { departmentTree, followCampaigns, IN_TREE, isFor } from './targets.ts'

/** A door that heard its list and does not hold it yet hears it again after so long. */
const AGAIN_MS = MINUTE_MS
/** Campaigns end with a day. */
const FOLLOW_MS = 10 * MINUTE_MS
/** Around an emergency doors show nothing but themselves for so long. */
const EMERGENCY_MS = 10 * MINUTE_MS
const EMERGENCIES: ReadonlySet<AlarmType> = new Set(['sos', 'smoke', 'fireButton', 'harmfulGas'])

export function createAdvertPart({ data, bus, log, now, outlet, listens }: DoorTools): DoorPart {
  const busy = new Map<string, Promise<void>>()
  let [sweptAt, followedAt] = [now(), now()]

  const sendNow = async (imei: string) => {
    if (!listens(imei)) return
    const list = await data.scoped(WHOLE, sql => readManifest(sql, imei))
    if (list) await outlet().toDevice(imei, { code: '5088', ...list })
  }
  // One at a time, so that a newer list is never overtaken.
  const send = (imei: string) => {
    const next = (busy.get(imei) ?? Promise.resolve())
      .then(() => sendNow(imei))
      .catch(error => log.warn({ err: error, imei }, 'The adverts of a door could not be sent'))
      .finally(() => {
        if (busy.get(imei) === next) busy.delete(imei)
      })
    busy.set(imei, next)
    return next
  }
  const sendAll = async (tenantId?: number) => {
    const rows = await data.scoped(WHOLE, sql =>
      rowsOf(
        sql,
        tables
          .selectFrom('advert_manifest as m')
          .innerJoin('device as d', 'd.id', 'm.device_id')
          .select('d.imei')
          .where('d.removed_at', 'is', null)
          .whereRef('m.held', '<', 'm.wanted')
          .$if(tenantId !== undefined, query => query.where('m.tenant_id', '=', tenantId ?? 0)),
      ),
    )
    await Promise.all(rows.filter(({ imei }) => listens(imei)).map(({ imei }) => send(imei)))
  }
  const followAll = async (only?: number) => {
    const tenants = await data.scoped(WHOLE, sql =>
      rowsOf(
        sql,
        tables
          .selectFrom('advert_campaign')
          .select('tenant_id as id')
          .distinct()
          .where('removed_at', 'is', null)
          .$if(only !== undefined, query => query.where('tenant_id', '=', only ?? 0)),
      ),
    )
    for (const { id } of tenants) await data.scoped(WHOLE, sql => followCampaigns(sql, bus, id, now()))
  }
  const warn = (error: unknown) => log.warn({ err: error }, 'Adverts of doors could not be tended')
  const following = new Map<number, 'now' | 'again'>()
  /** Once for all that happens to the tenant meanwhile: an import changes many rows, one after the other. */
  const followSoon = (tenantId: number) => {
    if (following.has(tenantId)) return void following.set(tenantId, 'again')
    following.set(tenantId, 'now')
    followAll(tenantId)
      .catch(warn)
      .finally(() => {
        const again = following.get(tenantId) === 'again'
        following.delete(tenantId)
        if (again) followSoon(tenantId)
      })
  }
  const clearDoors = async (tenantId: number, departmentId: number | null) => {
    const doors = await data.scoped(WHOLE, sql =>
      rowsOf(
        sql,
        tables
          .selectFrom('advert_manifest as m')
          .innerJoin('device as d', 'd.id', 'm.device_id')
          .select('d.imei')
          .where('m.tenant_id', '=', tenantId)
          .where('m.says', '<>', '')
          .$if(departmentId !== null, query => query.where('d.department_id', '=', departmentId)),
      ),
    )
    const until = now() + EMERGENCY_MS
    await Promise.all(
      doors
        .filter(({ imei }) => listens(imei))
        .map(({ imei }) => outlet().toDevice(imei, { code: '5097', until })),
    )
  }
  const stops = [
    bus.on('adverts.wanted', ({ tenantId }) => void sendAll(tenantId).catch(warn)),
    bus.on('device.changed', ({ tenantId, change }) => {
      if (change === 'created' || change === 'changed' || change === 'removed') followSoon(tenantId)
    }),
    bus.on('doorPlaces.changed', ({ tenantId }) => followSoon(tenantId)),
    bus.on('alarm.raised', ({ alarms }) => {
      for (const { type, tenantId, departmentId } of alarms)
        if (EMERGENCIES.has(type)) clearDoors(tenantId, departmentId).catch(warn)
    }),
  ]

  return {
    messages: {
      '5094': confirmAdverts,
      '5095': async (sql, { device, message, at }) => {
        const { stored, refused } = await takePlays(sql, device, message.plays, at)
        sql.afterCommit(() => {
          outlet()
            .toDevice(device.imei, { code: '5089', stored, refused: refused.map(({ playId }) => playId) })
            .catch(warn)
        })
        const [first] = refused
        return first && `adverts.play.${first.why}`
      },
    },
    arrived: imei => void send(imei),
    sweep: async () => {
      if (now() - followedAt >= FOLLOW_MS) {
        followedAt = now()
        await followAll()
      }
      if (now() - sweptAt < AGAIN_MS) return
      sweptAt = now()
      await sendAll()
    },
    stop: () => {
      for (const stop of stops) stop()
      following.clear()
    },
  }
}

/** The list that a door does not hold yet. */
async function readManifest(sql: Sql, imei: string): Promise<Manifest | undefined> {
  // The number first: what changes in between is in this list and comes once more under the next number.
  const door = await firstOf(
    sql,
    tables
      .selectFrom('advert_manifest as m')
      .innerJoin('device as d', 'd.id', 'm.device_id')
      .innerJoin('tenant as t', 't.id', 'm.tenant_id')
      .select(['m.device_id as id', 'm.wanted', 't.zone'])
      .where('d.imei', '=', imei)
      .where('d.removed_at', 'is', null)
      .whereRef('m.held', '<', 'm.wanted'),
  )
  if (!door) return undefined
  const rows = await sql.query(ITEMS, [door.id])
  const given = z.parse(z.array(itemRow), rows)
  const videos = new Map<number, ManifestVideo>()
  const items: ManifestItem[] = []
  for (const { sha256, key, posterKey, contentType, bytes, ms, ...item } of given) {
    if (!videos.has(item.advertId) && videos.size >= MOST_ADVERTS_OF_A_DOOR) continue
    videos.set(item.advertId, {
      advertId: item.advertId,
      sha256,
      url: `/files/${key}`,
      ...(posterKey !== null && { poster: `/files/${posterKey}` }),
      contentType,
      bytes,
      ms,
    })
    items.push(item)
  }
  return { version: door.wanted, zone: door.zone, videos: [...videos.values()], items }
}

const itemRow = z.object({
  campaignId: z.number(),
  advertId: z.number(),
  fromOn: z.string(),
  untilOn: z.string(),
  weekdays: z.array(z.number()),
  fromMinute: z.number(),
  untilMinute: z.number(),
  weight: z.number(),
  sha256: z.string(),
  key: z.string(),
  posterKey: z.nullable(z.string()),
  contentType: z.string(),
  bytes: z.number(),
  ms: z.number(),
})

const ITEMS = `with ${departmentTree('c.tenant_id = (select tenant_id from device where id = $1)')}
  select c.id as "campaignId", c.advertisement_id as "advertId", c.from_on::text as "fromOn", c.until_on::text as "untilOn",
    to_json(c.weekdays) as weekdays, c.from_minute as "fromMinute", c.until_minute as "untilMinute", c.weight,
    v.sha256, f.key, p.key as "posterKey", f.content_type as "contentType", f.bytes, v.ms
  from advert_campaign c
  join device d on d.id = $1 and d.tenant_id = c.tenant_id
  join advertisement a on a.id = c.advertisement_id and a.removed_at is null and a.withdrawn_at is null
    and a.state in ('passed', 'delivered')
  join advert_video v on v.file_id = a.file_id
  join stored_file f on f.id = a.file_id and f.removed_at is null
  left join stored_file p on p.id = a.poster_id and p.removed_at is null
  where c.removed_at is null and c.stopped_at is null
    and c.until_on >= (now() at time zone (select z.zone from tenant z where z.id = c.tenant_id))::date
    and ${isFor('c', 'd', IN_TREE)}
  order by c.id`

/** Delivered is what the door itself says it has stored, by the hash of its bytes. */
async function confirmAdverts(
  sql: Sql,
  { device: { id, tenantId }, message: { version, stored, failed }, at }: DoorArrival<'5094'>,
): Promise<string | undefined> {
  const list = await firstOf(
    sql,
    tables.selectFrom('advert_manifest').select(['wanted']).where('device_id', '=', id).forUpdate(),
  )
  if (!list) return version === 0 ? undefined : 'adverts.version'
  if (version > list.wanted) return 'adverts.version'
  await sql.change('update advert_manifest set held = $2, reported_at = $3 where device_id = $1', [
    id,
    version,
    at,
  ])
  await sql.change(
    `update advert_delivery set state = 'delivered', reason = null, reported_at = $3, updated_at = $3, version = version + 1
     where device_id = $1 and removed_at is null and state in ('notSent', 'failed') and sha256 = any($2::text[])`,
    [id, stored, at],
  )
  await sql.change(
    `update advert_delivery x set state = 'failed', reason = f.reason, reported_at = $4, updated_at = $4, version = x.version + 1
     from unnest($2::text[], $3::text[]) as f (sha256, reason)
     where x.device_id = $1 and x.removed_at is null and x.state in ('notSent', 'delivered') and x.sha256 = f.sha256`,
    [id, failed.map(each => each.sha256), failed.map(each => each.reason), at],
  )
  // A whole list without it is in force: it is gone from the door.
  if (version === list.wanted)
    await sql.change(
      `update advert_delivery set removed_at = $2, updated_at = $2, version = version + 1
       where device_id = $1 and removed_at is null and state = 'leaving'`,
      [id, at],
    )
  await sql.change(
    `update advertisement a set state = 'delivered', updated_at = $3, version = a.version + 1
     where a.tenant_id = $2 and a.state = 'passed' and a.removed_at is null and exists
       (select from advert_delivery x join advert_video v on v.file_id = a.file_id
        where x.advertisement_id = a.id and x.device_id = $1 and x.removed_at is null and x.state = 'delivered'
          and x.sha256 = v.sha256)`,
    [id, tenantId, at],
  )
  return undefined
}
