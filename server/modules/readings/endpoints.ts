// Measured values as a file.
import { exportReadings } from '../../../src/contract/endpoints/report.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'

export function mountReadings(handlers: Handlers, _parts: Parts, _devices: Store): void {
  handlers.handle(exportReadings, async () => {
    throw new Refused('unavailable')
  })
}
