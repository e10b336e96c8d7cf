// Tells consoles what a change means for them: alarms, SOS, cards, commands, download tasks.
import * as z from 'zod/mini'
import {
  alarmNotice,
  cardIssuedNotice,
  commandNotice,
  sosNotice,
  taskNotice,
} from '../../../src/contract/messages.ts'
import { commandState } from '../../../src/domain/device/command.ts'
import { taskState } from '../../../src/domain/task/task.ts'
import type { Outlet } from '../../broker/outlet.ts'
import type { RaisedAlarm } from '../../bus.ts'
import type { StoredAlarm } from '../rules/alarm-rows.ts'
import type { CommandMove, Stored } from './store.ts'

/** An alarm that is new or has changed, to everybody whose scope covers it. */
export function tellAlarm(outlet: Outlet, { tenantId, ...alarm }: StoredAlarm): void {
  outlet.toAll(
    { tenantId, departmentId: alarm.departmentId ?? null },
    z.encode(alarmNotice, { code: 'alarm', tenantId, alarm }),
    'alarm.read',
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

/** Steps of commands, to who gave them. */
export function tellCommands(outlet: Outlet, moves: readonly CommandMove[]): void {
  for (const { id, imei, state, reason, userId } of moves)
    if (userId !== null)
      outlet.toPerson(
        userId,
        z.encode(commandNotice, { code: 'command', id, imei, state: z.parse(commandState, state), reason }),
      )
}

/** How far a download task got, to whose it is. */
export function tellTask(
  outlet: Outlet,
  userId: number,
  { id, state, rows }: { id: number; state: string; rows: number },
): void {
  outlet.toPerson(userId, z.encode(taskNotice, { code: 'task', id, state: z.parse(taskState, state), rows }))
}

/** Cards, to everybody whose scope covers the device. */
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
    )
}
