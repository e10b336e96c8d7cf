// What follows from campaigns: which doors are to have which advertisement, and which number the list of each door has.
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'

const LOCK = 4_163

/**
 * Condition that a door is one of the communities that a campaign is for: rooms of it are called there, it stands at the
 * entrance of a unit, or it is known to be in a room. Asked from the door on, where indexes lead to its few places.
 */
const inCommunities = (campaign: string, door: string): string =>
  `exists (select from room_door x join room r on r.id = x.room_id and r.removed_at is null
      where x.device_id = ${door}.id and x.removed_at is null and r.community_id = any(${campaign}.community_ids))
    or exists (select from unit u where u.device_id = ${door}.id and u.removed_at is null
      and u.community_id = any(${campaign}.community_ids))
    or exists (select from room r where r.id = ${door}.room_id and r.removed_at is null
      and r.community_id = any(${campaign}.community_ids))`

/** Condition that a campaign is for a door, however its doors were chosen; `inDepartments` is the one for departments. */
export const isFor = (campaign: string, door: string, inDepartments: string): string =>
  `(case ${campaign}.doors_by when 'all' then true when 'chosen' then ${door}.id = any(${campaign}.device_ids)
    when 'communities' then (${inCommunities(campaign, door)})
    when 'departments' then ${inDepartments} end)`

/** The departments `tree` of the campaigns that are chosen by a condition on `c`, with all below them. */
export const departmentTree = (which: string): string => `recursive tree as (
    select c.id as campaign_id, unnest(c.department_ids) as department_id from advert_campaign c
    where ${which} and c.removed_at is null and c.doors_by = 'departments'
    union
    select t.campaign_id, d.id from tree t join department d on d.parent_id = t.department_id and d.removed_at is null
  )`

/** That a door `d` is in one of the departments of a campaign `c`. */
export const IN_TREE =
  'exists (select from tree t where t.campaign_id = c.id and t.department_id = d.department_id)'

/** Campaign, advertisement and door of the tenant $1, for what is cleared, not withdrawn and not over. */
const TARGETS = `${departmentTree('c.tenant_id = $1')},
  target as (
    select c.id as campaign_id, c.advertisement_id, d.id as device_id, d.tenant_id, v.sha256,
      concat_ws(' ', c.id, v.sha256, c.from_on, c.until_on, c.weekdays, c.from_minute, c.until_minute, c.weight,
        'poster ' || a.poster_id) as says
    from advert_campaign c
    join advertisement a on a.id = c.advertisement_id and a.removed_at is null and a.withdrawn_at is null
      and a.state in ('passed', 'delivered')
    join advert_video v on v.file_id = a.file_id
    join device d on d.tenant_id = c.tenant_id and d.kind = 'doorUnit' and d.removed_at is null and d.lifecycle <> 'recycled'
      and ${isFor('c', 'd', IN_TREE)}
    where c.tenant_id = $1 and c.removed_at is null and c.stopped_at is null
      and c.until_on >= (now() at time zone (select z.zone from tenant z where z.id = c.tenant_id))::date
  )`

/**
 * Brings deliveries and lists up to what the campaigns say now, in the caller's transaction; only lists that say something
 * else get a new number. The doors are told after it.
 */
export async function followCampaigns(sql: Sql, bus: Bus, tenantId: number, now = Date.now()): Promise<void> {
  await sql.change('select pg_advisory_xact_lock($1, $2)', [LOCK, tenantId % 2_147_483_647])
  await sql.change(
    `with ${TARGETS}
     insert into advert_delivery as x (tenant_id, created_at, updated_at, advertisement_id, device_id, sha256)
     select distinct tenant_id, $2::bigint, $2::bigint, advertisement_id, device_id, sha256 from target
     order by advertisement_id, device_id
     on conflict (advertisement_id, device_id) where removed_at is null do update
       set sha256 = excluded.sha256, state = 'notSent', reason = null, updated_at = $2, version = x.version + 1
       where x.sha256 <> excluded.sha256 or x.state = 'leaving'`,
    [tenantId, now],
  )
  await sql.change(
    `with ${TARGETS}
     update advert_delivery x set state = 'leaving', reason = null, updated_at = $2, version = x.version + 1
     where x.tenant_id = $1 and x.removed_at is null and x.state <> 'leaving' and not exists
       (select from target t where t.advertisement_id = x.advertisement_id and t.device_id = x.device_id)`,
    [tenantId, now],
  )
  const changed = await sql.change(
    `with ${TARGETS},
     said as (
       select device_id, tenant_id, md5(string_agg(says, '|' order by campaign_id)) as says from target group by 1, 2
       union all
       select m.device_id, m.tenant_id, '' from advert_manifest m
       where m.tenant_id = $1 and not exists (select from target t where t.device_id = m.device_id)
     )
     insert into advert_manifest as m (device_id, tenant_id, wanted, says)
     select device_id, tenant_id, 1, says from said order by device_id
     on conflict (device_id) do update set wanted = m.wanted + 1, says = excluded.says where m.says <> excluded.says`,
    [tenantId],
  )
  if (changed > 0) sql.afterCommit(() => bus.emit('adverts.wanted', { tenantId }))
}
