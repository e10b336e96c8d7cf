// Answers report questions.
import { reportResult } from '../../../src/contract/endpoints/report.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'

export function mountReports(handlers: Handlers, _parts: Parts): void {
  handlers.handle(reportResult, async () => {
    throw new Refused('unavailable')
  })
}
