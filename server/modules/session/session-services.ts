// What sessions do for the endpoints beside them.
import type { Whose } from './factors.ts'

export interface SessionServices {
  /** Refuses unless this is the account's password; guessing here is slowed down like at the login. */
  checkOwnPassword(accountId: number, password: string, address: string, field: string): Promise<void>
  /** Where the person has a second factor: refuses unless `proof` is one, a code or the word that a passkey was given. */
  checkOwnFactor(whose: Whose, proof: string | undefined, address: string, field: string): Promise<void>
}
