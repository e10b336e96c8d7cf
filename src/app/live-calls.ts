// Calls: what the broker says of them reaches the call code, which is loaded when the first one comes.
import type { WebMessage } from '../contract/messages.ts'
import { hearCallNews } from '../platform/rtc/call-news.ts'
import { hearSignal } from '../platform/rtc/signals.ts'

/** Takes what concerns calls. */
export function hearCalls(message: WebMessage): void {
  if (message.code === '5083') hearSignal(message.callId, message.signal)
  if (message.code === 'call') hearCallNews(message)
}

/** The session starts or ends. */
export function startCalls(): void {}
export function stopCalls(): void {}

/** Live again: what still rings is in `pending`. */
export function catchUpCalls(_pending: {
  calls: readonly unknown[]
  directCalls: readonly unknown[]
}): void {}
