// How monitored persons stand with their conditions, from what devices and fences have told.
import * as z from 'zod/mini'
import {
  conditionKind,
  judgeCondition,
  type Standing,
} from '../../../src/domain/supervision/judge-condition.ts'
import type { Sql } from '../../db/scoped.ts'

const row = z.object({
  id: z.int(),
  tenantId: z.int(),
  personId: z.int(),
  kind: conditionKind,
  fenceId: z.nullable(z.int()),
  fenceName: z.nullable(z.string()),
  days: z.array(z.int()),
  fromMinute: z.nullable(z.int()),
  untilMinute: z.nullable(z.int()),
  zone: z.string(),
  minBattery: z.nullable(z.int()),
  brokenSince: z.nullable(z.int()),
  inside: z.nullable(z.boolean()),
  positionAt: z.nullable(z.int()),
  battery: z.nullable(z.int()),
  lowSince: z.nullable(z.int()),
  lastCheckInAt: z.nullable(z.int()),
  permitted: z.boolean(),
})

export type JudgedCondition = z.output<typeof row> & { standing: Standing }

// Without a row of a side a device is outside, if an exact place has come since the fence watches it; else nobody knows.
const FACTS = `select c.id, c.tenant_id as "tenantId", c.person_id as "personId", c.kind, c.fence_id as "fenceId",
    f.name as "fenceName", to_json(c.days) as days, c.from_minute as "fromMinute", c.until_minute as "untilMinute", c.zone,
    c.min_battery as "minBattery", c.broken_since as "brokenSince", s.position_at as "positionAt", s.battery,
    case when i.inside is not null then i.inside
      when f.status = 'enabled' and fw.sure_at >= greatest(f.armed_at, coalesce(b.at, fw.group_at, 0)) then false end as inside,
    case when c.kind = 'charging' and s.battery < c.min_battery then (select max(r.at) from reading r
      where r.device_id = w.device_id and r.kind = 'battery' and r.value >= c.min_battery) end as "lowSince",
    p.last_check_in_at as "lastCheckInAt",
    exists (select from supervision_permit x where x.person_id = p.id and x.removed_at is null
      and c.id = any(x.condition_ids) and x.starts_at <= $1 and x.ends_at > $1) as permitted
  from supervision_condition c join monitored_person p on p.id = c.person_id
  left join wearing w on w.person_id = p.id and w.worn_until is null
  left join device_state s on s.device_id = w.device_id
  left join fence f on f.id = c.fence_id
  left join fence_side i on i.fence_id = f.id and i.device_id = w.device_id
  left join fence_watch fw on fw.device_id = w.device_id
  left join fence_device b on b.fence_id = f.id and b.device_id = w.device_id
  where c.removed_at is null and `

/** Of one person, or of all who are supervised. */
export async function standings(sql: Sql, at: number, personId?: number): Promise<JudgedCondition[]> {
  const rows =
    personId === undefined
      ? await sql.query(`${FACTS} p.state = 'supervised' order by c.id`, [at])
      : await sql.query(`${FACTS} p.id = $2 order by c.id`, [at, personId])
  return z.parse(z.array(row), rows).map(each => ({
    ...each,
    standing: judgeCondition(each, {
      at,
      side:
        each.inside === null || each.positionAt === null
          ? undefined
          : { inside: each.inside, at: each.positionAt },
      battery: each.battery === null ? undefined : { percent: each.battery, lowSince: each.lowSince },
      lastCheckInAt: each.lastCheckInAt,
      permitted: each.permitted,
    }),
  }))
}
