// What other rooms show on an alarm: its response card, and the emergency that it belongs to.
import type { alarm } from '../domain/alarm/alarm.ts'
import type { RowOf } from '../domain/entity.ts'
import { EmergencyOfAlarm } from '../features/emergency/emergency-of-alarm.tsx'
import { AlarmResponse } from '../features/response/alarm-response.tsx'

export function AlarmParts(props: { row: RowOf<typeof alarm>; place: 'panel' | 'page' }) {
  return (
    <>
      <AlarmResponse {...props} />
      <EmergencyOfAlarm key={props.row.id} {...props} />
    </>
  )
}
