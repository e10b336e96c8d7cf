// Calls over HTTP: answering a door, hanging up, calling a colleague, enrolling a tablet as a door unit.

import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import { mountCallRecordings } from './call-recording-endpoints.ts'
import type { CallRecordings } from './call-recordings.ts'
import { tokensOf } from './call-tokens.ts'
import { mountDirectCalls } from './direct-calls.ts'
import { mountDoorCalls } from './door-endpoints.ts'
import { mountEnrolment } from './enrolment.ts'
import { mountResidentCalls } from './resident-calls.ts'
import { mountResidentTalk } from './resident-talk.ts'
import type { CallConfig } from './settings.ts'

export interface IntercomParts extends Pick<Kernel, 'data' | 'bus'> {
  lines: Lines
  callRecordings: CallRecordings
  config: CallConfig & Pick<InstallationConfig, 'demo'> & { secrets: Secrets }
}

export function mountIntercom(handlers: Handlers, parts: IntercomParts, devices: Store): void {
  const tokens = tokensOf(parts.config)
  mountDoorCalls(handlers, parts, devices, tokens)
  mountResidentCalls(handlers, parts)
  mountResidentTalk(handlers, parts, tokens)
  mountDirectCalls(handlers, parts, tokens)
  mountEnrolment(handlers, parts, devices)
  mountCallRecordings(handlers, parts.callRecordings)
}
