// A test alarm: stored, judged, told and pushed by the very steps that an SOS of a device goes through.

import * as z from 'zod/mini'
import { deviceKind } from '../../../src/domain/device/device.ts'
import type { Bus } from '../../bus.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createJudge, insertAlarms, noteEvents, raised, sendOut } from '../alarms/public.ts'
import { deviceByImei } from '../devices/public.ts'

export function createTrials(devices: Store, bus: Bus) {
  const judge = createJudge()
  return async (imei: string, context: Context): Promise<{ id: number; told: number }> => {
    const { sql } = context
    const { id: deviceId, tenantId } = await deviceByImei(devices, imei, context)
    const found = await firstOf(
      sql,
      tables
        .selectFrom('device as d')
        .leftJoin('device_state as s', 's.device_id', 'd.id')
        .select(['d.id', 'd.tenant_id as tenantId', 'd.imei', 'd.kind', 'd.name'])
        .select(['d.department_id as departmentId', 'd.wearer_name as wearerName'])
        .select(['d.responsible_phone as phone', 'd.install_location as place'])
        .select(['d.building', 'd.unit', 'd.room_no as roomNo'])
        .select(({ fn }) => [
          fn.coalesce('s.latitude', 'd.latitude').as('latitude'),
          fn.coalesce('s.longitude', 'd.longitude').as('longitude'),
          's.battery',
        ])
        .where('d.id', '=', deviceId),
    )
    if (!found) throw new Refused('row.unknown')
    const { latitude, longitude, battery, kind, ...device } = found
    const now = Date.now()
    const draft = {
      device: { ...device, kind: z.parse(deviceKind, kind) },
      ...{ type: 'sos' as const, raisedAt: now, trial: true },
      ...{ value: null, limit: null, latitude, longitude, battery },
    }
    const { inserted } = await insertAlarms(sql, [draft], now, judge)
    const [one] = inserted
    // Within the same moment as another one of the device.
    if (!one) throw new Refused('busy')
    // A test window hides it, as it would every other one: then nobody hears of it, and the guide says so.
    const heard = one.verdict.testId === null ? inserted : []
    const outgoing = await noteEvents(sql, heard, [], now)
    sql.audit({
      ...by(context, tenantId),
      ...{ action: 'alarm.trial', entity: 'alarm', rowId: one.alarm.id, detail: null },
    })
    sql.afterCommit(() => {
      sendOut(bus, outgoing)
      bus.emit('alarm.changed', { tenantId, ids: [one.alarm.id] })
      if (heard.length > 0) bus.emit('alarm.raised', { alarms: heard.map(({ alarm }) => raised(alarm)) })
    })
    const told = new Set(outgoing.noted.flatMap(({ accountIds }) => accountIds))
    return { id: one.alarm.id, told: told.size }
  }
}
