// The push service and the spoken notices over HTTP: tickets, who is there, something to be said.
import { pushUsers, socketTicket, speakNotice } from '../../../src/contract/endpoints/message.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export function mountSockets(handlers: Handlers): void {
  const refuse = async () => {
    throw new Refused('unavailable')
  }
  for (const endpoint of [socketTicket, pushUsers, speakNotice]) handlers.handle(endpoint, refuse)
}
