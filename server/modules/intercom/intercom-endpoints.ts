// Calls over HTTP: answering a door, hanging up, calling a colleague, enrolling a tablet as a door unit.
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Parts } from '../../parts.ts'
import { tokensOf } from './call-tokens.ts'
import { mountDirectCalls } from './direct-calls.ts'
import { mountDoorCalls } from './door-endpoints.ts'
import { mountEnrolment } from './enrolment.ts'

export function mountIntercom(handlers: Handlers, parts: Parts, devices: Store): void {
  const tokens = tokensOf(parts.config)
  mountDoorCalls(handlers, parts, devices, tokens)
  mountDirectCalls(handlers, parts, tokens)
  mountEnrolment(handlers, parts, devices)
}
