// Calls: what the broker says of them reaches the call code, which is loaded when the first one comes.
import type { WebMessage } from '../contract/messages.ts'

/** Takes what concerns calls. */
export function hearCalls(_message: WebMessage): void {}

/** The session starts or ends. */
export function startCalls(): void {}
export function stopCalls(): void {}

/** Live again: what still rings is in `pending`. */
export function catchUpCalls(_pending: {
  calls: readonly unknown[]
  directCalls: readonly unknown[]
}): void {}
