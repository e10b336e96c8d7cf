// Words of webhooks: what they tell, and why a message did not get through.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type DeliveryProblem, TEST_KIND, type WebhookKind } from '../../domain/integration/webhook.ts'
import { isKey } from '../../domain/keys.ts'

export const kindWords: Record<WebhookKind | typeof TEST_KIND, MessageDescriptor> = {
  'alarm.raised': msg({ context: 'webhook', message: 'Alarm raised' }),
  'alarm.taken': msg({ context: 'webhook', message: 'Alarm taken' }),
  'alarm.closed': msg({ context: 'webhook', message: 'Alarm handled' }),
  'device.online': msg({ context: 'webhook', message: 'Device online' }),
  'device.offline': msg({ context: 'webhook', message: 'Device offline' }),
  'emergency.opened': msg({ context: 'webhook', message: 'Emergency opened' }),
  'emergency.closed': msg({ context: 'webhook', message: 'Emergency closed' }),
  'door.event': msg({ context: 'webhook', message: 'Event at a door' }),
  'call.missed': msg({ context: 'webhook', message: 'Call missed' }),
  [TEST_KIND]: msg({ context: 'webhook', message: 'Test' }),
}

export const wordOfKind = (kind: string): MessageDescriptor | undefined =>
  isKey(kindWords, kind) ? kindWords[kind] : undefined

export const problemWords: Record<DeliveryProblem, MessageDescriptor> = {
  private: msg`The address leads into a private network`,
  name: msg`The name of the receiver was not found`,
  timeout: msg`The receiver did not answer within 10 s`,
  connection: msg`The receiver could not be reached`,
  redirect: msg`The receiver answered with a redirect, which is not followed`,
  status: msg`The receiver answered with an error`,
}
