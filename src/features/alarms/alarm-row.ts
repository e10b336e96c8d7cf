// An alarm as lists and pages have it.
import type { alarm } from '../../domain/alarm/alarm.ts'
import type { RowOf } from '../../domain/entity.ts'

export type AlarmRow = RowOf<typeof alarm>
