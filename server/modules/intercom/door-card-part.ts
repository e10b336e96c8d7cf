// What door units say about door cards: 5084 one was written, 5093 the list that is in force. And what they are told.

import type { DoorCardFailure } from '../../../src/domain/intercom/door.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import type { DoorArrival } from '../ingest/public.ts'
import { BEFORE_ORDER } from './door-cards.ts'
import { addDoorEvent } from './door-events.ts'
import type { DoorPart, DoorTools } from './door-part.ts'
import { confirmList, createListSender, doorsOf, wantLists } from './rights-list.ts'

export function createDoorCardPart(tools: DoorTools): DoorPart {
  const { data, bus, log, now, outlet, listens } = tools
  const lists = createListSender(tools)

  const order = async (id: number) => {
    const due = await data.scoped(WHOLE, sql =>
      sql.first<{ imei: string; holderName: string; expiresAt: number }>(
        `select d.imei, c.holder_name as "holderName", c.write_expires_at as "expiresAt"
         from door_card c join device d on d.id = c.device_id
         where c.id = $1 and c.state = 'writing' and c.removed_at is null`,
        [id],
      ),
    )
    if (!due) return
    const { imei, ...rest } = due
    const heard = listens(imei) && (await outlet().toDevice(imei, { code: '5087', orderId: id, ...rest }))
    if (!heard) await data.scoped(WHOLE, sql => giveUp(sql, 'c.id = $3', [id], 'offline', now()))
  }
  // The same order once more, its time over: a door unit that still waits for the card stops.
  const callOff = async (id: number) => {
    const off = await data.scoped(WHOLE, sql =>
      sql.first<{ imei: string; holderName: string }>(
        `select d.imei, c.holder_name as "holderName" from door_card c join device d on d.id = c.device_id
         where c.id = $1 and c.state <> 'writing'`,
        [id],
      ),
    )
    if (!off || !listens(off.imei)) return
    const { imei, holderName } = off
    await outlet().toDevice(imei, { code: '5087', orderId: id, holderName, expiresAt: now() })
  }
  const stops = [
    bus.on('card.ordered', ({ id }) => {
      order(id).catch(error => log.warn({ err: error, id }, 'A card could not be ordered'))
    }),
    bus.on('card.cancelled', ({ id }) => {
      callOff(id).catch(error => log.warn({ err: error, id }, 'A card could not be called off'))
    }),
  ]

  return {
    messages: {
      '5084': (sql, arrival) => completeWriting(tools, sql, arrival),
      '5093': async (sql, { device, message, at }) =>
        (await confirmList(sql, bus, device, message.listVersion, at, message.faces))
          ? undefined
          : 'cards.listVersion',
    },
    arrived: imei => void lists.send(imei),
    sweep: async () => {
      await data.scoped(WHOLE, sql => giveUp(sql, 'c.write_expires_at < $3', [now()], 'timeout', now()))
      await lists.sweep()
    },
    stop: () => {
      for (const stop of stops) stop()
      lists.stop()
    },
  }
}

async function giveUp(
  sql: Sql,
  condition: string,
  values: unknown[],
  why: DoorCardFailure,
  at: number,
): Promise<void> {
  await sql.change(
    `update door_card c set state = ${BEFORE_ORDER}, write_failure = $1, updated_at = $2, version = version + 1
     where c.state = 'writing' and ${condition}`,
    [why, at, ...values],
  )
}

/** 5084 with the number of an order: only of the unit that was asked, and only in time. */
async function completeWriting(
  { bus }: DoorTools,
  sql: Sql,
  { device, message, at, time }: DoorArrival<'5084'>,
): Promise<string | undefined> {
  const { orderId, cardInfo } = message
  if (orderId === undefined) return undefined
  const card = await sql.first<{ id: number; holderName: string; tenantId: number; taken: boolean }>(
    `select c.id, c.holder_name as "holderName", c.tenant_id as "tenantId",
       exists (select from door_card o where o.tenant_id = c.tenant_id and o.card_info = $4 and o.id <> c.id
         and o.removed_at is null) as taken
     from door_card c where c.id = $1 and c.device_id = $2 and c.state = 'writing' and c.write_expires_at >= $3
       and c.removed_at is null for update`,
    [orderId, device.id, at, cardInfo],
  )
  if (!card) return 'cards.order'
  if (card.taken) {
    await giveUp(sql, 'c.id = $3', [card.id], 'duplicate', at)
    return 'cards.duplicate'
  }
  await sql.change(
    `update door_card set state = 'issued', card_info = $2, issued_at = $3, issued_by = ordered_by,
       write_failure = null, updated_at = $4, version = version + 1 where id = $1`,
    [card.id, cardInfo, time, at],
  )
  await addDoorEvent(sql, device, {
    kind: 'cardIssued',
    personName: card.holderName,
    cardInfo,
    at: time,
  })
  // Written anew, it has another number at every door that it opens.
  await wantLists(sql, bus, card.tenantId, await doorsOf(sql, card.id))
  return undefined
}
