// Publishes alarms to consoles: new ones, changed ones, SOS, tests and text messages.
import * as z from 'zod/mini'
import { alarmNotice, sosNotice, testsNotice, textsNotice } from '../../../src/contract/messages.ts'
import { alarmText } from '../../../src/domain/alarm/alarm-text.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import type { Bus, RaisedAlarm, StoredAlarm } from '../../bus.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import type { Outlet } from '../../outlet.ts'
import { readAlarms } from './alarm-rows.ts'

/** An alarm that is new or has changed, to everybody whose scope covers it. */
export function publishAlarm(outlet: Outlet, { tenantId, ...alarm }: StoredAlarm): void {
  outlet.toAll(
    { tenantId, departmentId: alarm.departmentId ?? null },
    z.encode(alarmNotice, { code: 'alarm', tenantId, alarm }),
    'alarm.read',
  )
}

/** Test windows have changed: everybody of the tenant who may see them asks again. */
function publishTests(outlet: Outlet, tenantId: number): void {
  outlet.toAll({ tenantId, departmentId: 'any' }, z.encode(testsNotice, { code: 'tests' }), 'alarmTest.read')
}

/** Something has become of text messages: who looks at them asks again. */
function publishTexts(outlet: Outlet, tenantId: number): void {
  outlet.toAll(
    { tenantId, departmentId: 'any' },
    z.encode(textsNotice, { code: 'texts' }),
    permissionFor(alarmText, 'read'),
  )
}

/** 9003, for an SOS that has just been raised. */
export function publishSos(outlet: Outlet, alarm: StoredAlarm, battery: number | null): void {
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
  trial: alarm.trial,
})

/** Follows what people and clocks do to alarms, tests and text messages; answers the function that stops it. */
export function publishAlarmChanges({
  data,
  bus,
  log,
  outlet,
}: {
  data: Data
  bus: Bus
  log: Log
  outlet: () => Outlet
}): () => void {
  const stops = [
    bus.on('alarm.changed', ({ ids }) => {
      data
        .scoped(WHOLE, sql => readAlarms(sql, ids))
        .then(rows => rows.forEach(row => void publishAlarm(outlet(), row)))
        .catch(error => log.warn({ err: error }, 'Alarms could not be published'))
    }),
    bus.on('alarmTest.changed', ({ tenantId }) => publishTests(outlet(), tenantId)),
    bus.on('text.changed', ({ tenantId }) => publishTexts(outlet(), tenantId)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
