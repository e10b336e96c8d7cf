// What the console asks of one device: popup, newest readings, settings, timeline.
import * as z from 'zod/mini'
import {
  deviceTimeline,
  getDeviceInfo,
  latestReadings,
  readSettings,
  saveSettings,
} from '../../../src/contract/endpoints/device.ts'
import type { Severity } from '../../../src/domain/alarm/alarm-types.ts'
import { type ReadingKind, readingKinds } from '../../../src/domain/device/readings.ts'
import { deviceSettings } from '../../../src/domain/device/settings.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Bus } from '../../bus.ts'
import { by } from '../../entity/rules.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { overtakeSettings, queueCommand } from './commands.ts'

const LONGEST_PERIOD_MS = 400 * DAY_MS
const TIMELINE_LIMIT = 100

interface Known {
  id: number
  tenantId: number
}

/** The device of an IMEI, as far as the person may see it. */
export async function deviceByImei(devices: Store, imei: string, context: Context): Promise<Known> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null', `t.imei = ${conditions.bind(imei)}`)
  addVisibility(devices, conditions, context)
  const row = await context.sql.first<{ id: number; tenantId: number }>(
    `select t.id, t.tenant_id as "tenantId" from device t where ${conditions.where}`,
    conditions.values,
  )
  if (!row) throw new Refused('row.unknown')
  return row
}

/** Refuses a period that ends before it begins, or is longer than a year and a month. */
export function refusePeriod(from: number, to: number): void {
  if (from > to) throw new Refused('field.tooSmall', { field: 'to', params: { min: from } })
  if (to - from > LONGEST_PERIOD_MS)
    throw new Refused('field.tooBig', { field: 'to', params: { max: from + LONGEST_PERIOD_MS } })
}

export function mountDeviceEndpoints(handlers: Handlers, devices: Store, bus: Bus): void {
  handlers.handle(getDeviceInfo, async ({ imei }, context) => {
    const { id } = await deviceByImei(devices, imei, context)
    const row = await context.sql.first<z.output<typeof getDeviceInfo.response>>(
      `select d.id, d.imei, d.name, s.state, s.battery, coalesce(s.latitude, d.latitude) as lat,
         coalesce(s.longitude, d.longitude) as lon, d.sku, s.connected_at as "connectedAt", s.offline_at as "offlineAt",
         greatest(s.connected_at, s.offline_at) as "lastConnectTime", d.kind, d.wearer_name as "wearerName",
         coalesce(nullif(d.install_location, ''), nullif(concat_ws(', ', nullif(d.community, ''), nullif(d.building, ''),
           nullif(d.unit, ''), nullif(d.room_no, '')), '')) as place,
         (select x.name from device_group x where x.id = d.group_id) as "groupName",
         (select x.name from department x where x.id = d.department_id) as "departmentName",
         s.signal, s.foot_ring as "footRing", case when s.latitude is not null then s.position_at end as "positionAt",
         s.accuracy, s.last_message_at as "lastMessageAt", d.indoor_image as "indoorImage", d.placed_at as "placedAt",
         d.placed_by as "placedBy"
       from device d join device_state s on s.device_id = d.id where d.id = $1`,
      [id],
    )
    if (!row) throw new Refused('row.unknown')
    return row
  })

  handlers.handle(latestReadings, async ({ imei }, context) => {
    const { id } = await deviceByImei(devices, imei, context)
    return context.sql.query<{ kind: ReadingKind; value: number; at: number }>(
      'select kind, value, at from latest_reading where device_id = $1 and kind = any($2) order by kind',
      [id, [...readingKinds]],
    )
  })

  handlers.handle(readSettings, async ({ imei }, context) => {
    const { id } = await deviceByImei(devices, imei, context)
    const row = await context.sql.first<{
      desired: unknown
      reported: unknown
      desiredAt: number | null
      reportedAt: number | null
    }>(
      `select desired, reported, desired_at as "desiredAt", reported_at as "reportedAt" from device_settings where device_id = $1`,
      [id],
    )
    const partial = z.partial(deviceSettings)
    return {
      desired: z.parse(partial, row?.desired ?? {}),
      reported: row?.reported ? z.parse(partial, row.reported) : null,
      desiredAt: row?.desiredAt ?? null,
      reportedAt: row?.reportedAt ?? null,
    }
  })

  handlers.handle(saveSettings, async ({ imei, settings }, context) => {
    const { sql, person } = context
    const { id, tenantId } = await deviceByImei(devices, imei, context)
    // Locked, so that one that is recycled meanwhile gets no command that nobody will ever take.
    const alive = await sql.first<{ lifecycle: string }>(
      'select lifecycle from device where id = $1 for share',
      [id],
    )
    if (alive?.lifecycle === 'recycled') throw new Refused('device.recycled')
    const now = Date.now()
    await sql.change(
      `insert into device_settings (device_id, tenant_id, desired, desired_at) values ($1, $2, $3, $4)
       on conflict (device_id) do update set desired = excluded.desired, desired_at = excluded.desired_at`,
      [id, tenantId, JSON.stringify(settings), now],
    )
    await overtakeSettings(sql, bus, [id])
    const commandId = await queueCommand(sql, bus, {
      tenantId,
      deviceId: id,
      imei,
      kind: 'settings',
      input: { ...settings },
      userId: person.accountId,
      userName: person.name,
    })
    sql.audit({
      ...by(context, tenantId),
      action: 'device.settings',
      entity: 'device',
      rowId: id,
      detail: { changes: { settings: { ...settings } } },
    })
    sql.afterCommit(() => bus.emit('device.changed', { ids: [id], tenantId, change: 'settings' }))
    return { commandId }
  })

  handlers.handle(deviceTimeline, async ({ imei, from, to, limit }, context) => {
    refusePeriod(from, to)
    const { id } = await deviceByImei(devices, imei, context)
    return readTimeline(context, id, from, to, limit ?? TIMELINE_LIMIT)
  })
}

interface TimelineRow {
  key: string
  kind: 'alarm' | 'online' | 'offline' | 'command' | 'edit' | 'step' | 'door'
  subject: string
  severity: Severity | null
  status: string | null
  userName: string | null
  at: number
}

function readTimeline(
  { sql, person }: Context,
  deviceId: number,
  from: number,
  to: number,
  limit: number,
): Promise<TimelineRow[]> {
  const parts = [
    `(select case when online then 'online-' else 'offline-' end || at as key, case when online then 'online' else 'offline' end as kind,
       '' as subject, null as severity, null as status, null as user_name, at
       from online_change where device_id = $1 and at between $2 and $3 order by at desc limit $4)`,
    `(select 'edit-' || id, 'edit', coalesce((select string_agg(field, ', ') from jsonb_object_keys(detail -> 'changes') field), action),
       null, null, user_name, at
       from audit where entity = 'device' and row_id = $1 and action in ('device.create', 'device.change', 'device.settings', 'device.assignGroup')
         and at between $2 and $3 order by at desc limit $4)`,
    `(select 'step-' || id, 'step', step, null, "to", user_name, at
       from device_step where device_id = $1 and at between $2 and $3 order by at desc limit $4)`,
  ]
  // Each part under the permission that its own list asks for.
  if (holds(person.permissions, 'alarm.read'))
    parts.push(
      `(select 'alarm-' || id, 'alarm', type, severity, status, handled_by, raised_at
         from alarm where device_id = $1 and raised_at between $2 and $3 order by raised_at desc limit $4)`,
    )
  if (holds(person.permissions, 'doorEvent.read'))
    parts.push(
      `(select 'door-' || id, 'door', kind, null, null, person_name, at
         from door_event where device_id = $1 and at between $2 and $3 and removed_at is null order by at desc limit $4)`,
    )
  if (holds(person.permissions, 'deviceCommand.read'))
    parts.push(
      `(select 'command-' || id, 'command', kind, null, state, user_name, created_at
         from device_command where device_id = $1 and created_at between $2 and $3 order by created_at desc limit $4)`,
    )
  return sql.query<TimelineRow>(
    `select key, kind, subject, severity, status, user_name as "userName", at
     from (${parts.join(' union all ')}) entry order by at desc, key desc limit $4`,
    [deviceId, from, to, limit],
  )
}
