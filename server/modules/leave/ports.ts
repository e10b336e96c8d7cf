// What leave needs of others: the calendar that people work by, and the bus.
import type { Bus } from '../../bus.ts'
import type { WorkDays } from './calendar.ts'

export interface LeavePorts {
  workDays: WorkDays
  bus: Bus
}
