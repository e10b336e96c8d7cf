// What time does to who lives where: stays whose last day is over end, and doors that came to a room later are given to who lives
// there. Whichever process comes first does it.
import { sql as written } from 'kysely'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { IS_DOOR_OF } from './doors.ts'
import { type LeavingTools, moveOut } from './move-out.ts'
import { raw } from './raw.ts'

const MOST_AT_ONCE = 50
const MOST_DOORS_AT_ONCE = 1_000

export const livingRound = defineRound({
  name: 'residents',
  timeoutSeconds: 300,
  pollSeconds: 30,
  cron: '* * * * *',
})

type Given = Pick<Kernel, 'data'> & LeavingTools

export async function workLiving(parts: Given & Pick<Kernel, 'jobs'>): Promise<void> {
  await parts.jobs.rounds(livingRound, async () => {
    while ((await endDue(parts, Date.now())) >= MOST_AT_ONCE);
    while ((await giveNewDoors(parts, Date.now())) >= MOST_DOORS_AT_ONCE);
  })
}

/** Ends the stays that are over at a moment; answers how many were looked at. */
export function endDue({ data, ...tools }: Given, now: number): Promise<number> {
  return data.scoped(WHOLE, async sql => {
    const due = await rowsOf(
      sql,
      tables
        .selectFrom('occupancy')
        .select(['id', 'tenant_id as tenantId'])
        .where('state', '=', 'active')
        .where('removed_at', 'is', null)
        .where('valid_until', '<=', now)
        .orderBy('id')
        .limit(MOST_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    for (const { id, tenantId } of due) {
      await moveOut(sql, tools, { id, tenantId, by: null, reason: null, at: now })
      const nobody = { userId: null, userName: null, address: null }
      sql.audit({
        tenantId,
        ...nobody,
        action: 'occupancy.expire',
        entity: 'occupancy',
        rowId: id,
        detail: null,
      })
    }
    return due.length
  })
}

export const giveNewDoors = ({ data }: Pick<Given, 'data'>, now: number): Promise<number> =>
  data.scoped(WHOLE, sql => giveDoors(sql, now, MOST_DOORS_AT_ONCE))

/** Who lives in a room opens its doors. A right that somebody took away by hand is not given again. */
export async function giveDoors(sql: Sql, now: number, most: number): Promise<number> {
  const given = await rowsOf(
    sql,
    tables
      .insertInto('door_right')
      .columns([
        'tenant_id',
        'created_at',
        'updated_at',
        'device_id',
        'occupancy_id',
        'valid_from',
        'valid_until',
      ])
      .expression(from =>
        from
          .selectFrom('occupancy as o')
          .innerJoin('device as d', join => join.on(raw(IS_DOOR_OF('o.room_id'))))
          .select([
            'o.tenant_id',
            written<number>`${now}::bigint`.as('created_at'),
            written<number>`${now}::bigint`.as('updated_at'),
            'd.id',
          ])
          .select(['o.id as occupancy_id', 'o.valid_from', 'o.valid_until'])
          .where('o.state', '=', 'active')
          .where('o.removed_at', 'is', null)
          .whereRef('d.tenant_id', '=', 'o.tenant_id')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('door_right as x')
                  .select('x.id')
                  .whereRef('x.occupancy_id', '=', 'o.id')
                  .whereRef('x.device_id', '=', 'd.id')
                  .where('x.card_id', 'is', null),
              ),
            ),
          )
          .limit(most),
      )
      .onConflict(conflict => conflict.doNothing())
      .returning('id'),
  )
  return given.length
}
