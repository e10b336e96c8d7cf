// Tells consoles what a change means for them: alarms, SOS, cards, commands, download tasks.
import * as z from 'zod/mini'
import {
  alarmNotice,
  cardIssuedNotice,
  commandNotice,
  type FenceNotice,
  fenceNotice,
  ordersNotice,
  sosNotice,
  taskNotice,
  testsNotice,
  textsNotice,
} from '../../../src/contract/messages.ts'
import { alarmText } from '../../../src/domain/alarm/alarm-text.ts'
import { commandState } from '../../../src/domain/device/command.ts'
import { markOf } from '../../../src/domain/entity.ts'
import { doorCard } from '../../../src/domain/intercom/door.ts'
import type { RaisedAlarm, StoredAlarm } from '../../bus.ts'
import type { Audience, Outlet } from '../../outlet.ts'
import type { FenceTold } from '../fences/save-work.ts'
import type { CommandMove, Stored } from './store.ts'

/** A card's number opens doors: who may not see cards is not told of one. */
export const SEES_CARDS = markOf(doorCard, 'read')

/** An alarm that is new or has changed, to everybody whose scope covers it. */
export function tellAlarm(outlet: Outlet, { tenantId, ...alarm }: StoredAlarm): void {
  outlet.toAll(
    { tenantId, departmentId: alarm.departmentId ?? null },
    z.encode(alarmNotice, { code: 'alarm', tenantId, alarm }),
    'alarm.read',
  )
}

/** Test windows have changed: everybody of the tenant who may see them asks again. */
export function tellTests(outlet: Outlet, tenantId: number): void {
  outlet.toAll({ tenantId, departmentId: 'any' }, z.encode(testsNotice, { code: 'tests' }), 'alarmTest.read')
}

/** Something has become of text messages: who looks at them asks again. */
export function tellTexts(outlet: Outlet, tenantId: number): void {
  outlet.toAll(
    { tenantId, departmentId: 'any' },
    z.encode(textsNotice, { code: 'texts' }),
    markOf(alarmText, 'read'),
  )
}

/** 9003, for an SOS that has just been raised. */
export function tellSos(outlet: Outlet, alarm: StoredAlarm, battery: number | null): void {
  outlet.toAll(
    { tenantId: alarm.tenantId, departmentId: alarm.departmentId ?? null },
    z.encode(sosNotice, {
      code: '9003',
      alarmId: alarm.id,
      tenantId: alarm.tenantId,
      imei: alarm.imei,
      deviceName: alarm.deviceName,
      name: alarm.wearerName,
      building: alarm.building,
      unit: alarm.unit,
      roomNo: alarm.roomNo,
      userPhone: alarm.userPhone,
      place: alarm.place,
      battery,
      latitude: alarm.latitude,
      longitude: alarm.longitude,
      raisedAt: alarm.raisedAt,
    }),
    'alarm.read',
  )
}

/** What the rest of the server is told of an alarm that was just stored. */
export const raised = (alarm: StoredAlarm): RaisedAlarm => ({
  id: alarm.id,
  tenantId: alarm.tenantId,
  departmentId: alarm.departmentId ?? null,
  type: alarm.type,
  imei: alarm.imei,
  deviceName: alarm.deviceName,
  wearerName: alarm.wearerName,
  place: alarm.place,
  building: alarm.building,
  unit: alarm.unit,
  roomNo: alarm.roomNo,
  raisedAt: alarm.raisedAt,
})

/** Most steps of one message: it must fit the packet limit of the broker. */
const MOST_MOVES = 250

/** Steps of commands, to who gave them; those of a batch many at once. */
export function tellCommands(outlet: Outlet, moves: readonly CommandMove[]): void {
  const batches = new Map<string, { userId: number; batchId: number; moves: CommandMove[] }>()
  for (const move of moves) {
    const { id, imei, state, reason, userId, batchId } = move
    if (userId === null) continue
    if (batchId === null) {
      const said = { code: 'command' as const, id, imei, state: z.parse(commandState, state), reason }
      outlet.toPerson(userId, z.encode(commandNotice, said))
      continue
    }
    const key = `${userId} ${batchId}`
    const batch = batches.get(key) ?? { userId, batchId, moves: [] }
    batches.set(key, batch)
    batch.moves.push(move)
  }
  for (const { userId, batchId, moves: all } of batches.values())
    for (let from = 0; from < all.length; from += MOST_MOVES) {
      const part = all.slice(from, from + MOST_MOVES)
      const steps = part.map(({ id, state, reason }) => ({ id, state: z.parse(commandState, state), reason }))
      outlet.toPerson(userId, z.encode(ordersNotice, { code: 'orders', batchId, moves: steps }))
    }
}

/** Who is on the other side of which fence, to everybody whose scope covers the device. */
export function tellFences(outlet: Outlet, told: readonly FenceTold[]): void {
  const audiences = new Map<string, { audience: Audience; changes: FenceNotice['changes'] }>()
  for (const { tenantId, departmentId, ...change } of told) {
    const key = `${tenantId} ${departmentId}`
    const known = audiences.get(key) ?? { audience: { tenantId, departmentId }, changes: [] }
    audiences.set(key, known)
    known.changes.push(change)
  }
  for (const { audience, changes } of audiences.values())
    for (let from = 0; from < changes.length; from += MOST_MOVES) {
      const part = changes.slice(from, from + MOST_MOVES)
      const said = z.encode(fenceNotice, { code: 'fence', tenantId: audience.tenantId, changes: part })
      outlet.toAll(audience, said, 'fence.read')
    }
}

/** How far a download task got, to whose it is. */
export function tellTask(
  outlet: Outlet,
  userId: number,
  task: { id: number; state: string; rows: number; kind: string; quiet: boolean },
): void {
  outlet.toPerson(userId, z.encode(taskNotice, z.parse(taskNotice, { code: 'task', ...task })))
}

/** Cards, to everybody who may see cards and whose scope covers the device. */
export function tellCards(outlet: Outlet, cards: Stored['cards']): void {
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
