// How the people of a tenant sign in: who needs a second factor, how long passwords are, how long sessions live.
import * as z from 'zod/mini'
import { PASSWORD_LENGTH } from '../limits.ts'
import { holds } from '../permission.ts'

export const factorRule = z.enum(['nobody', 'administrators', 'everybody'])
export type FactorRule = z.output<typeof factorRule>

/** Bounds of what a tenant may ask for; sessions are bounded by the installation besides. */
export const LEAST_PASSWORD = { least: PASSWORD_LENGTH.least, most: 64 } as const
export const IDLE_MINUTES = { least: 5, most: 525_600 } as const
export const SESSION_HOURS = { least: 1, most: 8_760 } as const

const between = ({ least, most }: { least: number; most: number }) =>
  z.int().check(z.minimum(least), z.maximum(most))

export const signInRules = {
  secondFactor: factorRule,
  leastPassword: between(LEAST_PASSWORD),
  /** Null: as the installation has it. */
  idleMinutes: z.nullable(between(IDLE_MINUTES)),
  sessionHours: z.nullable(between(SESSION_HOURS)),
}

const shape = z.object(signInRules)
export type SignInRules = z.output<typeof shape>

/** Of a tenant that has made no rules. */
export const NO_RULES: SignInRules = {
  secondFactor: 'nobody',
  leastPassword: PASSWORD_LENGTH.least,
  idleMinutes: null,
  sessionHours: null,
}

export interface SessionLimits {
  idleMinutes: number
  sessionHours: number
}

/** A tenant's rules make sessions shorter than the installation's, never longer. */
export const limitsUnder = (
  installation: SessionLimits,
  { idleMinutes, sessionHours }: Pick<SignInRules, 'idleMinutes' | 'sessionHours'>,
): SessionLimits => ({
  idleMinutes: Math.min(installation.idleMinutes, idleMinutes ?? installation.idleMinutes),
  sessionHours: Math.min(installation.sessionHours, sessionHours ?? installation.sessionHours),
})

/** Whoever may let others in, or say what they may, is an administrator to these rules. */
const ADMINISTRATION = [
  'user.save',
  'user.password',
  'user.factor',
  'role.save',
  'tenant.signIn',
  'tenant.provider',
] as const

/** Whether somebody may let others in, or say what they may. */
export const isAdministrator = (permissions: ReadonlySet<string>): boolean =>
  ADMINISTRATION.some(permission => holds(permissions, permission))

/** Whether somebody has to have a second factor. */
export function needsFactor(
  rule: FactorRule,
  { permissions, visitor }: { permissions: ReadonlySet<string>; visitor: boolean },
): boolean {
  if (visitor || rule === 'nobody') return false
  return rule === 'everybody' || isAdministrator(permissions)
}
