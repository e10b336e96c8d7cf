// What happened in the last four weeks: alarms with who took and handled them, time on and off line, commands.

import type { AlarmType } from '../../src/domain/alarm/alarm-types.ts'
import { alarmTypes, severityOf } from '../../src/domain/alarm/alarm-types.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import { equipment } from './equipment.ts'
import type { DemoDevice } from './fleet.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

export const HISTORY_DAYS = 28

const notes = [
  '现场查看，属误报，已复位',
  '已更换电池，设备恢复正常',
  '电话联系本人，确认安全',
  '已通知责任人，现场处理完毕',
  '巡逻队到场，未见异常',
  '厨房油烟引起，已提醒住户开窗',
  '设备松动，已重新固定',
  '已送医务室观察，情况平稳',
  '线路检修，供电恢复',
  '信号弱，已调整安装位置',
] as const

/** Value measured and limit broken of the alarms that have them. */
const measured: Partial<Record<AlarmType, readonly [least: number, most: number, limit: number]>> = {
  heartRate: [121, 148, 120],
  temperature: [37.6, 38.9, 37.5],
  bloodOxygen: [86, 91, 92],
  bloodPressure: [151, 172, 150],
  environmentTemperature: [46, 71, 45],
  altitude: [421, 433, 420],
  airQuality: [151, 210, 150],
  harmfulGas: [11, 24, 10],
  smoke: [0.6, 1.8, 0.5],
}

interface PastAlarm {
  device: DemoDevice
  type: AlarmType
  raisedAt: number
}

function pickType(device: DemoDevice, chance: Chance): AlarmType {
  const complaints = alarmTypes.flatMap(type => {
    const often = equipment[device.kind].complaints[type] ?? 0
    return Array.from({ length: often }, () => type)
  })
  return chance.pick(complaints)
}

function pastAlarms(devices: readonly DemoDevice[], now: number, chance: Chance): PastAlarm[] {
  const alarms = devices.flatMap(device => {
    if (device.lastMessageAt === null) return []
    const until = device.offlineAt ?? now
    const count = Math.floor(equipment[device.kind].nagging * (0.4 + chance.next() * 1.2) + chance.next())
    return Array.from({ length: count }, () => ({
      device,
      type: pickType(device, chance),
      raisedAt: until - Math.floor(chance.next() * HISTORY_DAYS * DAY_MS) - 3 * MINUTE_MS,
    }))
  })
  // The abnormal ones are so for a reason that still lasts.
  const faults = devices
    .filter(device => device.state === 'abnormal')
    .map(device => ({ device, type: faultOf(device), raisedAt: now - chance.whole(8, 900) * MINUTE_MS }))
  return [...alarms, ...faults].sort((a, b) => a.raisedAt - b.raisedAt)
}

const faultOf = (device: DemoDevice): AlarmType => (device.battery === null ? 'powerLoss' : 'lowVoltage')

type Life = { status: string; read: boolean; taken?: [Person, number]; handled?: [Person, number, string] }
type Person = Staffed['people'][number]

/** What became of an alarm. Nothing is left open that would call everybody at the first login. */
function lifeOf(alarm: PastAlarm, people: readonly Person[], now: number, chance: Chance): Life {
  const age = now - alarm.raisedAt
  const person = chance.pick(people)
  const taken = alarm.raisedAt + chance.whole(20, 480) * 1000
  const handled = taken + chance.whole(4, 95) * MINUTE_MS
  const urgent = severityOf(alarm.type) === 'critical'
  const lasting =
    alarm.device.state === 'abnormal' && alarm.type === faultOf(alarm.device) && age < 16 * HOUR_MS
  if (!lasting && handled < now - MINUTE_MS && (urgent || age > 20 * HOUR_MS || chance.happens(0.85)))
    return {
      status: 'handled',
      read: true,
      taken: [person, taken],
      handled: [person, handled, chance.pick(notes)],
    }
  if (urgent || chance.happens(0.35))
    return { status: 'taken', read: true, taken: [person, Math.min(taken, now - 5000)] }
  return { status: 'open', read: chance.happens(0.3) }
}

const placeOf = (device: DemoDevice) => device.location

/** Writes the alarms of a place with their timelines and the conditions that last. */
export async function seedAlarms(
  sql: Sql,
  devices: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  const chance = chanceOf(staffed.tenantId * 101 + 3)
  const seen = new Set<string>()
  const alarms = pastAlarms(devices, now, chance)
    .filter(({ device, type, raisedAt }) => {
      const key = `${device.id} ${type} ${raisedAt}`
      return !seen.has(key) && seen.add(key)
    })
    .map(alarm => ({ ...alarm, life: lifeOf(alarm, staffed.people, now, chance) }))
  const tenant_id = staffed.tenantId
  const ids = await insertRows(
    sql,
    'alarm',
    alarms.map(({ device, type, raisedAt, life }) => {
      const range = measured[type]
      const changed = life.handled?.[1] ?? life.taken?.[1] ?? raisedAt
      return {
        tenant_id,
        version: life.handled ? 3 : life.taken ? 2 : 1,
        created_at: raisedAt + 400,
        updated_at: changed,
        type,
        severity: severityOf(type),
        status: life.status,
        title: device.name,
        device_id: device.id,
        imei: device.imei,
        device_name: device.name,
        device_kind: device.kind,
        wearer_name: device.wearerName,
        user_phone: device.phone,
        department_id: device.departmentId,
        place: placeOf(device),
        building: device.building,
        unit: device.unit,
        room_no: device.roomNo,
        latitude: device.latitude,
        longitude: device.longitude,
        value: range ? Math.round((range[0] + chance.next() * (range[1] - range[0])) * 10) / 10 : null,
        limit: range?.[2] ?? null,
        raised_at: raisedAt,
        read: life.read,
        taken_by: life.taken?.[0].name ?? null,
        taken_by_id: life.taken?.[0].id ?? null,
        taken_at: life.taken?.[1] ?? null,
        handled_by: life.handled?.[0].name ?? null,
        handled_at: life.handled?.[1] ?? null,
        note: life.handled?.[2] ?? null,
      }
    }),
    'id',
  )
  const event = (alarm_id: number, kind: string, at: number, person?: Person, note?: string) => ({
    tenant_id,
    alarm_id,
    kind,
    user_id: person?.id ?? null,
    user_name: person?.name ?? null,
    note: note ?? null,
    at,
    recorded_at: at + 300,
  })
  const events = alarms.flatMap(({ raisedAt, life }, index) => {
    const id = ids[index]
    if (id === undefined) return []
    const lines = [event(id, 'raised', raisedAt)]
    if (life.taken) lines.push(event(id, 'taken', life.taken[1], life.taken[0]))
    if (life.handled) lines.push(event(id, 'handled', life.handled[1], life.handled[0], life.handled[2]))
    return lines
  })
  await insertRows(sql, 'alarm_event', events)
  await insertRows(
    sql,
    'device_condition',
    alarms
      .flatMap(({ device, type, raisedAt, life }, index) =>
        device.state === 'abnormal' && type === faultOf(device) && life.status !== 'handled'
          ? [
              {
                device_id: device.id,
                tenant_id,
                condition: type === 'lowVoltage' ? 'lowBattery' : 'reported:powerLoss',
                alarm_id: ids[index],
                type,
                raised_at: raisedAt,
              },
            ]
          : [],
      )
      .filter((row, index, all) => all.findIndex(other => other.device_id === row.device_id) === index),
  )
}

/** Writes when devices came and went, up to the state they are in. */
export async function seedOnlineChanges(
  sql: Sql,
  devices: readonly DemoDevice[],
  now: number,
): Promise<void> {
  const chance = chanceOf(4711)
  const rows = devices.flatMap(device => {
    if (device.connectedAt === null) return []
    const changes: { at: number; online: boolean }[] = []
    if (device.offlineAt !== null) changes.push({ at: device.offlineAt, online: false })
    changes.push({ at: device.connectedAt, online: true })
    for (let at = device.connectedAt, turns = chance.whole(1, 7); turns > 0; turns--) {
      at -= chance.whole(3, 240) * MINUTE_MS
      changes.push({ at, online: false })
      at -= chance.whole(400, 7000) * MINUTE_MS
      if (at < now - HISTORY_DAYS * DAY_MS) break
      changes.push({ at, online: true })
    }
    return changes.map(change => ({ tenant_id: device.tenantId, device_id: device.id, ...change }))
  })
  await insertRows(sql, 'online_change', rows)
}

/** Writes commands of the last two weeks; all have come to an end, so that nothing is sent at the first start. */
export async function seedCommands(
  sql: Sql,
  devices: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  const chance = chanceOf(staffed.tenantId * 13 + 1)
  const reached = devices.filter(device => device.lastMessageAt !== null)
  const rows = Array.from({ length: Math.ceil(reached.length / 5) }, () => {
    const device = chance.pick(reached)
    const person = chance.pick(staffed.people)
    const at = now - chance.whole(30, 14 * 1440) * MINUTE_MS
    const kind = chance.pick(
      equipment[device.kind].worn ? ['locate', 'speak', 'restart'] : ['restart', 'settings'],
    )
    const state = chance.pick(['done', 'done', 'done', 'done', 'failed', 'expired'])
    const end = state === 'expired' ? at + 10 * MINUTE_MS : at + chance.whole(2, 40) * 1000
    return {
      tenant_id: staffed.tenantId,
      version: 3,
      created_at: at,
      updated_at: end,
      device_id: device.id,
      imei: device.imei,
      kind,
      input: kind === 'speak' ? { text: '请到集合点集合' } : null,
      state,
      reason: state === 'failed' ? 'busy' : null,
      user_id: person.id,
      user_name: person.name,
      sent_at: state === 'expired' ? null : at + 800,
      finished_at: end,
      expires_at: at + 10 * MINUTE_MS,
      attempts: 1,
    }
  })
  await insertRows(sql, 'device_command', rows)
}
