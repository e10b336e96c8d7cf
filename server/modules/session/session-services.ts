// What sessions do for the endpoints beside them.

export interface SessionServices {
  /** Refuses unless this is the account's password; guessing here is slowed down like at the login. */
  checkOwnPassword(accountId: number, password: string, address: string, field: string): Promise<void>
}
