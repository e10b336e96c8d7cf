// Who works for the platform: sees the devices of all tenants, and hands them from one to another.
import type { Session } from '../../../platform/session-store.ts'

export const isPlatform = (session: Session | undefined): boolean =>
  session?.user.highest === true && session.user.scenario === 'platform'
