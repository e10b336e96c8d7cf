// Web Push over HTTP: subscriptions, tests, receipts, the board.
import {
  pushKey,
  pushReceipt,
  reachability,
  subscribePush,
  testChannels,
  unsubscribePush,
} from '../../../src/contract/endpoints/push.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export function mountPush(handlers: Handlers): void {
  const refuse = async () => {
    throw new Refused('unavailable')
  }
  for (const endpoint of [pushKey, subscribePush, unsubscribePush, testChannels, reachability])
    handlers.handle(endpoint, refuse)
  handlers.handleOpen(pushReceipt, refuse)
}
