// Calls over HTTP: answering a door, hanging up, calling a colleague, enrolling a tablet as a door unit.
import * as endpoints from '../../../src/contract/endpoints/intercom.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export function mountIntercom(handlers: Handlers): void {
  const refuse = async () => {
    throw new Refused('unavailable')
  }
  for (const endpoint of Object.values(endpoints))
    if (endpoint.access === 'public') handlers.handleOpen(endpoint, refuse)
    else handlers.handle(endpoint, refuse)
}
