// What the console asks of the life of devices beyond the generic endpoints.
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Kernel } from '../../kernel.ts'
import { mountAllocation } from './allocation.ts'
import { mountHistory } from './history.ts'

export function mountLife(handlers: Handlers, { jobs }: Pick<Kernel, 'jobs'>, devices: Store): void {
  mountHistory(handlers, devices)
  mountAllocation(handlers, jobs, devices)
}
