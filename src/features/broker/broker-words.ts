// What the broker connection says, in words: its errors, its states, what happened on it.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BrokerState } from '../../platform/mqtt-broker.ts'
import type { BrokerErrorId } from '../../platform/mqtt-errors.ts'
import type { TraceEvent } from '../../platform/mqtt-trace.ts'
import type { IconName } from '../../ui/icons.tsx'

export const brokerErrorWords: Record<BrokerErrorId, MessageDescriptor> = {
  connectTimeout: msg`The message broker did not answer in time`,
  subscribeTimeout: msg`The message broker did not confirm the subscriptions in time`,
  unsubscribeTimeout: msg`The message broker did not confirm the end of a subscription in time`,
  pingTimeout: msg`No heartbeat from the message broker`,
  internal: msg`The broker client failed`,
  badProtocol: msg`The message broker does not support this protocol version`,
  identifierRejected: msg`The message broker refused the client id`,
  serverUnavailable: msg`The message broker is not available`,
  badCredentials: msg`The message broker did not accept the ticket`,
  notAuthorized: msg`The message broker refused access`,
  socketError: msg`The connection to the message broker failed`,
  socketClosed: msg`The connection to the message broker was closed`,
  malformedText: msg`A message was no readable text`,
  unsupported: msg`This browser cannot keep a connection open (no WebSocket)`,
  invalidState: msg`There is no session to send in`,
  invalidType: msg`A message must be a JSON object`,
  invalidArgument: msg`The topic or the client id is not valid`,
  bufferFull: msg`Too many messages wait already. Try again when the connection is back.`,
  notConnected: msg`No connection. A message of QoS 0 is never sent later.`,
  noServer: msg`The server cannot be reached`,
  noTicket: msg`The server gave no ticket for the message broker`,
  refused: msg`The message broker closed the connection over this message`,
}

export const stateWords: Record<BrokerState['is'], MessageDescriptor> = {
  off: msg`Switched off`,
  connecting: msg`Connecting`,
  live: msg`Live`,
  silent: msg`No answer`,
  waiting: msg`Waiting for the next attempt`,
}

interface EventLook {
  label: MessageDescriptor
  icon: IconName
  /** A message, or something about the connection. */
  group: 'message' | 'connection'
  wrong?: boolean
}

export const eventLooks: Record<TraceEvent, EventLook> = {
  connecting: { label: msg`Connecting`, icon: 'refresh', group: 'connection' },
  live: { label: msg`Live`, icon: 'check', group: 'connection' },
  silent: { label: msg`No answer`, icon: 'clock', group: 'connection', wrong: true },
  lost: { label: msg`Connection lost`, icon: 'wifi-off', group: 'connection', wrong: true },
  stopped: { label: msg`Stopped`, icon: 'pause', group: 'connection' },
  subscribed: { label: msg`Subscribed`, icon: 'plus', group: 'connection' },
  unsubscribed: { label: msg`Unsubscribed`, icon: 'close', group: 'connection' },
  refusedTopic: { label: msg`Topic refused`, icon: 'lock', group: 'connection', wrong: true },
  received: { label: msg`Received`, icon: 'download', group: 'message' },
  unknownMessage: { label: msg`Received, not understood`, icon: 'info', group: 'message' },
  malformed: { label: msg`Received, not readable`, icon: 'alert', group: 'message', wrong: true },
  buffered: { label: msg`Waits for the connection`, icon: 'clock', group: 'message' },
  sent: { label: msg`Sent`, icon: 'upload', group: 'message' },
  failed: { label: msg`Not sent`, icon: 'alert', group: 'message', wrong: true },
}
