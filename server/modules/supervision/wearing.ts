// Handing devices over: one wearer a device, one device a person, and the fences go along in the same transaction.
import * as z from 'zod/mini'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const worn = z.object({ deviceId: z.int() })
const fenceIds = z.array(z.object({ fenceId: z.int() }))

/** Ends what the person wears; answers the device. */
async function endWearing(sql: Sql, personId: number, at: number): Promise<number | undefined> {
  const ended = await sql.first(
    `update wearing set worn_until = greatest(worn_from, $2), version = version + 1, updated_at = $2
     where person_id = $1 and worn_until is null returning device_id as "deviceId"`,
    [personId, at],
  )
  return ended && z.parse(worn, ended).deviceId
}

const fencesOf = async (sql: Sql, deviceId: number): Promise<number[]> =>
  z
    .parse(
      fenceIds,
      await sql.query(
        'select fence_id as "fenceId" from fence_device where device_id = $1 order by fence_id for share',
        [deviceId],
      ),
    )
    .map(({ fenceId }) => fenceId)

/** A device that nobody wears any more is watched by no fence of theirs; on which side it was means nothing now. */
async function release(sql: Sql, deviceId: number): Promise<void> {
  await sql.change('delete from fence_device where device_id = $1', [deviceId])
  await sql.change(
    `delete from fence_side s where s.device_id = $1 and not exists (select from fence f join device d on d.id = s.device_id
       where f.id = s.fence_id and d.group_id = any(f.group_ids))`,
    [deviceId],
  )
  await sql.change(`update device set wearer_name = '' where id = $1`, [deviceId])
}

/** Binds fences to what a person wears; to nothing while that is nothing. */
export async function bindFence(
  sql: Sql,
  {
    tenantId,
    personId,
    fenceIds: wanted,
  }: { tenantId: number; personId: number; fenceIds: readonly number[] },
): Promise<void> {
  await sql.change(
    `insert into fence_device (fence_id, device_id, tenant_id, at)
     select f, w.device_id, $2, $4 from unnest($3::bigint[]) f join wearing w on w.person_id = $1 and w.worn_until is null
     on conflict do nothing`,
    [personId, tenantId, [...wanted], Date.now()],
  )
}

export async function handOver({ context, row, input, tenantId, at }: Commanding, bus: Bus): Promise<void> {
  const { sql, person } = context
  const deviceId = Number(input.deviceId)
  const held = person.departments
  const device = await sql.query(
    `select id, lifecycle from device where id = $1 and tenant_id = $2 and removed_at is null
       and ($3::bigint[] is null or department_id = any($3::bigint[])) for no key update`,
    [deviceId, tenantId, held === null ? null : [...held]],
  )
  if (device.length === 0) throw new Refused('field.reference', { field: 'input.deviceId' })
  if (device[0]?.lifecycle === 'recycled') throw new Refused('device.recycled', { field: 'input.deviceId' })
  // Handed over now, whatever waited: two wearings may not meet in the past.
  const now = Math.max(at, Date.now())
  const before = await endWearing(sql, row.id, now)
  if (before === deviceId) throw new Refused('state.transition')
  const fences = before === undefined ? [] : await fencesOf(sql, before)
  await sql.change(
    `insert into wearing (tenant_id, created_at, updated_at, person_id, device_id, worn_from, given_by)
     values ($1, $2, $2, $3, $4, $2, $5)`,
    [tenantId, now, row.id, deviceId, person.name],
  )
  if (before !== undefined) await release(sql, before)
  const agreed = z.parse(
    fenceIds,
    await sql.query(
      `select distinct fence_id as "fenceId" from supervision_condition
       where person_id = $1 and fence_id is not null and removed_at is null`,
      [row.id],
    ),
  )
  await bindFence(sql, {
    tenantId,
    personId: row.id,
    fenceIds: [...new Set([...fences, ...agreed.map(({ fenceId }) => fenceId)])],
  })
  await sql.change('update device set wearer_name = $2 where id = $1', [deviceId, row.name])
  const changed = before === undefined ? [deviceId] : [before, deviceId]
  sql.afterCommit(() => bus.emit('device.changed', { ids: changed, tenantId, change: 'changed' }))
}

export async function takeOff(
  { context: { sql }, row, input, tenantId }: Commanding,
  bus: Bus,
): Promise<void> {
  const now = Date.now()
  const before = await endWearing(sql, row.id, now)
  if (before === undefined) return
  await sql.change(`update wearing set note = $3 where person_id = $1 and worn_until = $2`, [
    row.id,
    now,
    input.note ?? null,
  ])
  await release(sql, before)
  sql.afterCommit(() => bus.emit('device.changed', { ids: [before], tenantId, change: 'changed' }))
}
