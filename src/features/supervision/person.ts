// A monitored person as its list has it.
import type { RowOf } from '../../domain/entity.ts'
import type { monitoredPerson } from '../../domain/supervision/monitored-person.ts'
import type { incident } from '../../domain/supervision/records.ts'

export type Person = RowOf<typeof monitoredPerson>
export type Incident = RowOf<typeof incident>
