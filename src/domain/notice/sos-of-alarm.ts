// What the SOS dialog shows, from the alarm's row: missed ones are read from the database, not from the broker.
import type { alarm } from '../alarm/alarm.ts'
import type { RowOf } from '../entity.ts'
import type { Sos, SosChange } from './sos-queue.ts'

type AlarmRow = RowOf<typeof alarm>

/** The SOS of an alarm row. The row does not carry the battery. */
export function sosOfAlarm(row: AlarmRow): Sos {
  return {
    alarmId: row.id,
    imei: row.imei,
    deviceName: row.deviceName,
    name: row.wearerName,
    building: row.building,
    unit: row.unit,
    roomNo: row.roomNo,
    userPhone: row.userPhone,
    place: row.place,
    battery: null,
    latitude: row.latitude,
    longitude: row.longitude,
    raisedAt: row.raisedAt,
    ...(row.trial && { trial: true }),
  }
}

/** How far an SOS got, from the alarm's row; undefined for alarms of other types. */
export function sosChangeOf(row: AlarmRow): SosChange | undefined {
  if (row.type !== 'sos') return undefined
  const { status, version, takenBy, takenById, handledBy } = row
  return { sos: sosOfAlarm(row), status, version, takenBy, takenById, handledBy }
}
