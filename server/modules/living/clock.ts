// What time does to who lives where: stays whose last day is over end, and doors that came to a room later are given to who lives
// there. Whichever process comes first does it.
import { sql as raw } from 'kysely'
import { WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { defineRound } from '../../jobs/definition.ts'
import type { Kernel } from '../../kernel.ts'
import { IS_DOOR_OF } from './doors.ts'
import { type LeavingTools, moveOut } from './move-out.ts'

const MOST_AT_ONCE = 50

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
    await giveNewDoors(parts, Date.now())
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

/** A right that somebody took away by hand is not given again. */
export function giveNewDoors({ data }: Pick<Given, 'data'>, now: number): Promise<number> {
  return data.scoped(WHOLE, async sql => {
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
            .innerJoin('device as d', join => join.on(raw<boolean>`(${raw.raw(IS_DOOR_OF('o.room_id'))})`))
            .select(['o.tenant_id', raw.val(now).as('created_at'), raw.val(now).as('updated_at'), 'd.id'])
            .select(['o.id as occupancy_id', 'o.valid_from', 'o.valid_until'])
            .where('o.state', '=', 'active')
            .where('o.removed_at', 'is', null)
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
            .limit(1_000),
        )
        .onConflict(conflict => conflict.doNothing())
        .returning('id'),
    )
    return given.length
  })
}
