// How door cards are stored, and what is done with them: ordered to be written, called off, blocked, unblocked.
import { CARD_WRITE_SECONDS, doorCard } from '../../../src/domain/intercom/door.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, TENANT_NAME } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { doorsOf, returnRights, wantLists, withdrawRights } from './rights-list.ts'

/** A card that was never written is a draft again; one that was stays what it was. */
export const BEFORE_ORDER = `case when card_info is null then 'draft' else 'issued' end`

export function doorCardStore(bus: Bus): Store {
  return {
    entity: doorCard,
    table: {
      name: 'door_card',
      unique: { door_card_info: 'cardInfo' },
      columns: {
        tenantName: TENANT_NAME,
        writeExpiresAt: `case when t.state = 'writing' then t.write_expires_at end`,
        doorCount: '(select count(*)::int from door_right x where x.card_id = t.id and x.removed_at is null)',
      },
      afterChange: async ({ context: { sql }, id, tenantId, verb }) => {
        const holder = { column: 'card_id', id, tenantId } as const
        if (verb === 'remove') await withdrawRights(sql, bus, holder)
        if (verb === 'restore') await returnRights(sql, bus, holder)
        if (verb === 'block' || verb === 'unblock')
          await wantLists(sql, bus, tenantId, await doorsOf(sql, id))
      },
      beforeRemove: async ({ context: { sql }, row }) => {
        // Brought back later, it must not wait for a door unit that has long stopped waiting.
        await sql.change(`update door_card set state = ${BEFORE_ORDER} where id = $1 and state = 'writing'`, [
          row.id,
        ])
      },
      commands: {
        issue: commanding => issue(bus, commanding),
        cancel: commanding => cancel(bus, commanding),
        block: commanding => put(commanding, 'blocked'),
        unblock: commanding => put(commanding, 'issued'),
      },
    },
  }
}

async function put({ context: { sql }, row }: Commanding, state: 'blocked' | 'issued'): Promise<void> {
  await sql.change('update door_card set state = $2, version = version + 1, updated_at = $3 where id = $1', [
    row.id,
    state,
    Date.now(),
  ])
}

/** Orders a door unit to write the card: at once, or not at all. */
async function issue(bus: Bus, { context, row, tenantId, input }: Commanding): Promise<void> {
  const { sql, person } = context
  const door = await doorOf(context, Number(input.deviceId), tenantId)
  if (door.state !== 'online' && door.state !== 'abnormal') throw new Refused('device.offline')
  await holdWriter(sql, door.id)
  const now = Date.now()
  const other = await sql.first(
    `select id from door_card where device_id = $1 and id <> $2 and state = 'writing' and write_expires_at > $3
       and removed_at is null`,
    [door.id, row.id, now],
  )
  if (other) throw new Refused('door.writing')
  await sql.change(
    `update door_card set state = 'writing', device_id = $2, device_name = $3, write_expires_at = $4,
       write_failure = null, ordered_by = $5, version = version + 1, updated_at = $6 where id = $1`,
    [row.id, door.id, door.name, now + CARD_WRITE_SECONDS * 1000, person.name, now],
  )
  sql.afterCommit(() => bus.emit('card.ordered', { id: row.id, tenantId }))
}

/** Calls an order off: the card is what it was before, and what the door unit writes late is no answer to it. */
async function cancel(bus: Bus, { context: { sql }, row, tenantId }: Commanding): Promise<void> {
  await sql.change(
    `update door_card set state = ${BEFORE_ORDER}, write_failure = 'cancelled', version = version + 1, updated_at = $2
     where id = $1`,
    [row.id, Date.now()],
  )
  sql.afterCommit(() => bus.emit('card.cancelled', { id: row.id, tenantId }))
}

/** A door unit writes one card at a time: whether it is free is asked and then acted on. */
async function holdWriter(sql: Sql, deviceId: number): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(419, $1::int)', [deviceId])
}

interface Door {
  id: number
  name: string
  kind: string
  state: string | null
}

/** The door unit that a person names: of the row's tenant and in their scope, or it is as if there were none. */
export async function doorOf(
  { sql, person }: Pick<Context, 'sql' | 'person'>,
  deviceId: number,
  tenantId: number,
  field = 'input.deviceId',
): Promise<Door> {
  const door = await sql.first<Door>(
    `select d.id, d.name, d.kind, s.state from device d left join device_state s on s.device_id = d.id
     where d.id = $1 and d.tenant_id = $2 and d.removed_at is null
       and ($3::bigint[] is null or d.department_id = any($3)) for key share of d`,
    [deviceId, tenantId, person.departments === null ? null : [...person.departments]],
  )
  if (!door) throw new Refused('field.reference', { field })
  if (door.kind !== 'doorUnit') throw new Refused('door.notDoorUnit', { field })
  return door
}
