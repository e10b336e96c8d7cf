// Sessions as other modules meet them: who is signed in, what they may, tickets and passwords.
export { hashPassword, verifyPassword } from './password.ts'
export { readResources, withAncestorsEnabled } from './resources.ts'
export type { Sessions } from './sessions.ts'
export type { SessionConfig } from './settings.ts'
export { makePassword, temporaryPassword } from './temporary.ts'
export { beginAttempt } from './throttle.ts'
export { makeTicket, verifyTicket } from './tickets.ts'
