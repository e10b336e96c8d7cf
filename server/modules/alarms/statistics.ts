// Alarms of a period by type, severity, time and place.
import { alarmStatistics } from '../../../src/contract/endpoints/report.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export function mountAlarmStatistics(handlers: Handlers, _alarms: Store): void {
  handlers.handle(alarmStatistics, async () => {
    throw new Refused('unavailable')
  })
}
