// Door cards that door units have written: kept, told to consoles, and noted for who may see them.
import * as z from 'zod/mini'
import { cardIssuedNotice } from '../../../src/contract/messages.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { doorCard } from '../../../src/domain/intercom/door.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Audience, Outlet } from '../../outlet.ts'
import type { NoticeDraft } from './fan-out.ts'

/** A card's number opens doors: who may not see cards is not told of one. */
export const SEES_CARDS = permissionFor(doorCard, 'read')

/** What a door unit says of a card that it has written. */
export interface WrittenDoorCard {
  device: { id: number; tenantId: number; departmentId: number | null; imei: string; name: string }
  cardInfo: string
  orderId: number | null
  at: number
}

/** The same as it is kept. */
export interface DoorCardNotice {
  id: number
  tenantId: number
  departmentId: number | null
  imei: string
  deviceName: string
  cardInfo: string
  orderId: number | null
  at: number
}

/** Writes the cards down, in the storing transaction. */
export async function saveDoorCards(
  sql: Sql,
  written: readonly WrittenDoorCard[],
): Promise<DoorCardNotice[]> {
  const cards: DoorCardNotice[] = []
  for (const { device, cardInfo, orderId, at } of written) {
    // The order counts only while the door unit is waited for: a late card is news to everybody.
    const row = await sql.first<{ id: number; orderId: number | null }>(
      `insert into card_notice (tenant_id, device_id, imei, card_info, at, order_id) values ($1, $2, $3, $4, $5,
         (select c.id from door_card c where c.id = $6 and c.device_id = $2 and c.state = 'writing'
            and c.write_expires_at >= $7 and c.removed_at is null))
       returning id, order_id as "orderId"`,
      [device.tenantId, device.id, device.imei, cardInfo, at, orderId, Date.now()],
    )
    if (row)
      cards.push({
        id: row.id,
        tenantId: device.tenantId,
        departmentId: device.departmentId,
        imei: device.imei,
        deviceName: device.name,
        cardInfo,
        orderId: row.orderId,
        at,
      })
  }
  return cards
}

/** Cards, to everybody who may see cards and whose scope covers the device. */
export function publishDoorCards(outlet: Outlet, cards: readonly DoorCardNotice[]): void {
  for (const { id, tenantId, departmentId, imei, deviceName, cardInfo, orderId } of cards)
    outlet.toAll(
      { tenantId, departmentId },
      z.encode(cardIssuedNotice, {
        code: '5084',
        imei,
        cardInfo,
        deviceName,
        noticeId: id,
        tenantId,
        ...(orderId !== null && { orderId }),
      }),
      SEES_CARDS,
    )
}

/** The line of a card in the message centre, and who gets it. */
export const noticeOfDoorCard = (
  card: DoorCardNotice,
): { draft: NoticeDraft & { tenantId: number }; audience: Audience; permission: string } => ({
  draft: {
    tenantId: card.tenantId,
    kind: 'card',
    subject: 'device',
    // Every card is news: naming the device here would make its second one the same event.
    subjectId: null,
    imei: card.imei,
    who: card.deviceName,
    place: null,
    content: card.cardInfo,
    at: card.at,
  },
  audience: card,
  permission: SEES_CARDS,
})
