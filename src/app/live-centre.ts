// The message centre: how many notices are unread, and its lists when something new comes.
import type { WebMessage } from '../contract/messages.ts'

/** Takes what concerns the message centre. */
export function hearCentre(_message: WebMessage): void {}

/** What the server counts on every connection; 0 when the session ends. */
export function countUnread(_count: number): void {}
