// What happened to an alarm, oldest first.
import { alarmTimeline } from '../../../src/contract/endpoints/message.ts'
import type { AlarmEvent } from '../../../src/domain/alarm/alarm.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { mountAlarmColleagues } from './colleagues.ts'

export function mountAlarmTimeline(handlers: Handlers, alarms: Store): void {
  mountAlarmColleagues(handlers, alarms)
  handlers.handle(alarmTimeline, async ({ id }, context) => {
    await readRow(alarms, id, context)
    return context.sql.query<AlarmEvent>(
      `select id, alarm_id as "alarmId", kind, user_name as "userName", note, at, recorded_at as "recordedAt"
       from alarm_event where alarm_id = $1 order by at, id`,
      [id],
    )
  })
}
