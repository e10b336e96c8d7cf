// Somebody signed in at the console: a test says who matters to it, and what they may do.
import type { NavigationEntry, SessionUser } from '../../src/contract/endpoints/session.ts'
import { startSession } from '../../src/platform/session-store.ts'

const somebody: SessionUser = {
  id: 7,
  username: 'mei',
  name: 'Mei',
  nickname: null,
  phone: null,
  gender: null,
  tenantId: 1,
  tenantName: 'Harbour',
  scenario: 'community',
  departmentId: null,
  departmentName: null,
  roleNames: [],
  visitor: false,
  highest: false,
}

const button = (permission: string): NavigationEntry => ({
  id: 1,
  pid: 0,
  type: 'button',
  name: permission,
  enName: null,
  value: null,
  uri: null,
  icon: null,
  mark: permission,
  list: [],
})

/** Begins a session with these permissions; `*` is every permission. */
export function signIn(permissions: readonly string[], facts: Partial<SessionUser> = {}): void {
  startSession('token', { ...somebody, ...facts }, permissions.map(button))
}
