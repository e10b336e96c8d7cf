// How advertisements, campaigns and deliveries are stored. Whatever changes what doors play brings their lists up to date at once.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import {
  type AdvertState,
  advertisement,
  advertState,
  isCleared,
} from '../../../src/domain/advert/advertisement.ts'
import { advertCampaign, campaignForm } from '../../../src/domain/advert/campaign.ts'
import { advertDelivery, advertFigure } from '../../../src/domain/advert/delivery.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, type Saving, type Table, TENANT_NAME } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import { uploadedFile } from '../files/public.ts'
import { followCampaigns, isFor } from './targets.ts'

const ofVideo = (column: string) => `(select v.${column} from advert_video v where v.file_id = t.file_id)`
const ofFile = (column: string) => `(select f.${column} from stored_file f where f.id = t.file_id)`
const ofAdvert = (column: string) =>
  `(select a.${column} from advertisement a where a.id = t.advertisement_id)`
const deliveries = (condition: string) =>
  `(select count(*) from advert_delivery x where x.advertisement_id = t.id and x.removed_at is null and ${condition})`
const namesOf = (table: string, column: string) =>
  `(select coalesce(json_agg(x.name order by x.id), '[]') from ${table} x where x.id = any(t.${column}))`

export function advertStores(bus: Bus): Store[] {
  const follow: Pick<Table, 'afterChange'> = {
    afterChange: ({ context, tenantId }) => followCampaigns(context.sql, bus, tenantId),
  }
  const stores: Store[] = [
    {
      entity: advertisement,
      table: {
        name: 'advertisement',
        columns: {
          url: `(select '/files/' || f.key from stored_file f where f.id = t.file_id)`,
          poster: `(select '/files/' || f.key from stored_file f where f.id = t.poster_id)`,
          contentType: ofFile('content_type'),
          bytes: ofFile('bytes'),
          codec: ofVideo('codec'),
          ms: ofVideo('ms'),
          width: ofVideo('width'),
          height: ofVideo('height'),
          sha256: ofVideo('sha256'),
          doors: deliveries(`x.state <> 'leaving'`),
          doorsConfirmed: deliveries(`x.state = 'delivered'`),
          plays:
            '(select coalesce(sum(f.complete), 0)::bigint from advert_figure f where f.advertisement_id = t.id)',
        },
        apart: ['url', 'poster'],
        beforeSave: advertColumns,
        usedBy: [{ table: 'advert_campaign', column: 'advertisement_id' }],
        ...follow,
        commands: {
          approve: commanding => judge(commanding, 'passed', null),
          reject: commanding => judge(commanding, 'failed', z.parse(because, commanding.input).reason),
          withdraw: ({ context, row, at }) => change(context.sql, row.id, { withdrawn_at: at }),
          release: ({ context, row }) => change(context.sql, row.id, { withdrawn_at: null }),
        },
      },
    },
    {
      entity: advertCampaign,
      table: {
        name: 'advert_campaign',
        columns: {
          state: CAMPAIGN_STATE,
          advertState: ofAdvert('state'),
          client: ofAdvert('client'),
          weekdays: 'to_json(t.weekdays)',
          communityIds: 'to_json(t.community_ids)',
          departmentIds: 'to_json(t.department_ids)',
          deviceIds: 'to_json(t.device_ids)',
          communityNames: namesOf('community', 'community_ids'),
          departmentNames: namesOf('department', 'department_ids'),
          deviceNames: namesOf('device', 'device_ids'),
          doors: ofCampaign(`x.state <> 'leaving'`),
          doorsConfirmed: ofCampaign(`x.state = 'delivered'`),
        },
        beforeSave: campaignColumns,
        beforeRestore: ({ context, row }) => refuseUncleared(context.sql, Number(row.advertisementId)),
        ...follow,
        commands: {
          stop: ({ context, row, at }) => stopAt(context.sql, row.id, at),
          resume: ({ context, row }) => stopAt(context.sql, row.id, null),
        },
      },
    },
    {
      entity: advertDelivery,
      table: {
        name: 'advert_delivery',
        joins: 'join device d on d.id = t.device_id',
        department: 'd.department_id',
        columns: {
          advertisementName: ofAdvert('name'),
          client: ofAdvert('client'),
          imei: 'd.imei',
          deviceName: 'd.name',
          departmentId: 'd.department_id',
          departmentName: '(select x.name from department x where x.id = d.department_id)',
          online: `exists (select from device_state s where s.device_id = t.device_id and s.state = 'online')`,
        },
        commands: { resend: commanding => resend(bus, commanding) },
      },
    },
    {
      entity: advertFigure,
      table: {
        name: 'advert_figure',
        columns: {
          // As they were called then.
          advertisementName: 't.advertisement_name',
          deviceName: 't.device_name',
          departmentName: '(select x.name from department x where x.id = t.department_id)',
          seconds: '(t.ms / 1000)::int',
        },
      },
    },
  ]
  return stores.map(({ entity, table }) => ({
    entity,
    table: { ...table, columns: { ...table.columns, tenantName: TENANT_NAME } },
  }))
}

const TODAY = '(now() at time zone (select z.zone from tenant z where z.id = t.tenant_id))::date'
const CAMPAIGN_STATE = `case when t.until_on < ${TODAY} then 'over' when t.stopped_at is not null then 'stopped'
  when t.from_on > ${TODAY} then 'planned' else 'running' end`
const BELOW = `d.department_id in (
  with recursive below as (
    select unnest(t.department_ids) as id
    union select y.id from department y join below b on y.parent_id = b.id and y.removed_at is null)
  select id from below)`
/** Deliveries to the doors that this campaign is for. */
const ofCampaign = (condition: string) =>
  `(case when t.stopped_at is null and t.until_on >= ${TODAY} then
    (select count(*) from advert_delivery x join device d on d.id = x.device_id
     where x.advertisement_id = t.advertisement_id and x.removed_at is null and ${condition}
       and ${isFor('t', 'd', BELOW)})
    else 0 end)`

const because = z.object({ reason: z.string() })
const advertInput = z.object({ url: z.optional(z.string()), poster: z.optional(z.nullable(z.string())) })

async function advertColumns(saving: Saving): Promise<Record<string, unknown>> {
  const { context, input, before, tenantId } = saving
  const { person, sql } = context
  const { url, poster } = z.parse(advertInput, input)
  const columns: Record<string, unknown> = {}
  if (poster !== undefined)
    columns.poster_id = poster
      ? await uploadedFile(sql, { tenantId, address: poster, kind: 'image', field: 'poster' })
      : null
  const another = url !== undefined && url !== before?.url
  if (another) {
    const fileId = await uploadedFile(sql, { tenantId, address: url, kind: 'video', field: 'url' })
    const video = await firstOf(
      sql,
      tables
        .selectFrom('advert_video')
        .select('sha256')
        .where('file_id', '=', fileId)
        .where('tenant_id', '=', tenantId),
    )
    if (!video) throw new Refused('advert.notUploaded', { field: 'url' })
    columns.file_id = fileId
    // Another film than the one that was judged.
    Object.assign(columns, { state: 'pending', reason: null, judged_by_name: null, judged_at: null })
  }
  if (before) return columns
  if (!another) throw new Refused('field.required', { field: 'url' })
  return { ...columns, user_id: person.accountId, user_name: person.name }
}

/** A delivered one that is approved anew stays delivered only where its file did not change: `save` has reset it then. */
async function judge(
  { context, row, at }: Commanding,
  state: AdvertState,
  reason: string | null,
): Promise<void> {
  await change(context.sql, row.id, {
    state,
    reason,
    judged_by_name: context.person.name,
    judged_at: at,
  })
}

interface AdvertColumns {
  state?: AdvertState
  reason?: string | null
  judged_by_name?: string
  judged_at?: number
  withdrawn_at?: number | null
}

async function change(sql: Sql, id: number, columns: AdvertColumns): Promise<void> {
  await firstOf(
    sql,
    tables
      .updateTable('advertisement')
      .set({ ...columns, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', id)
      .returning('id'),
  )
}

async function campaignColumns({ context, input, before }: Saving): Promise<undefined> {
  const whole: Record<string, unknown> = { ...before, ...input }
  const checked = campaignForm.safeParse(whole)
  if (!checked.success) throw refusalOf(checked.error.issues, whole)
  if (input.advertisementId !== undefined && input.advertisementId !== before?.advertisementId)
    await refuseUncleared(context.sql, checked.data.advertisementId)
  return undefined
}

async function refuseUncleared(sql: Sql, advertisementId: number): Promise<void> {
  const advert = await firstOf(
    sql,
    tables
      .selectFrom('advertisement')
      .select('state')
      .where('id', '=', advertisementId)
      .where('removed_at', 'is', null)
      .forShare(),
  )
  if (!advert || !isCleared(z.parse(advertState, advert.state)))
    throw new Refused('advert.notCleared', { field: 'advertisementId' })
}

async function stopAt(sql: Sql, id: number, at: number | null): Promise<void> {
  await firstOf(
    sql,
    tables
      .updateTable('advert_campaign')
      .set({ stopped_at: at, updated_at: Date.now(), version: raw`version + 1` })
      .where('id', '=', id)
      .returning('id'),
  )
}

/** What failed waits again, and the door hears its list under a new number, so that it tries once more. */
async function resend(bus: Bus, { context: { sql }, row, tenantId }: Commanding): Promise<void> {
  await sql.change(
    `update advert_delivery set state = case when state = 'failed' then 'notSent' else state end, reason = null,
       updated_at = $2, version = version + 1 where id = $1`,
    [row.id, Date.now()],
  )
  await sql.change('update advert_manifest set wanted = wanted + 1 where device_id = $1', [row.deviceId])
  sql.afterCommit(() => bus.emit('adverts.wanted', { tenantId }))
}
