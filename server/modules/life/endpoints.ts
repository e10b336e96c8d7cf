// What the console asks of the life of devices beyond the generic endpoints.
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Parts } from '../../parts.ts'
import { mountAllocation } from './allocation.ts'
import { mountHistory } from './history.ts'

export function mountLife(handlers: Handlers, { jobs }: Pick<Parts, 'jobs'>, devices: Store): void {
  mountHistory(handlers, devices)
  mountAllocation(handlers, jobs, devices)
}
