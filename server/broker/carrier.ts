// What carries words between the server processes of one installation.

export interface Carrier {
  /**
   * To all other processes; with a tenant, to those that follow it. At most once, in no order, and nobody answers. `text` is
   * JSON.
   */
  say(text: string, tenantId?: number): void
  /** Also what was said by this process, where the carrier gives it back. */
  onSaid(listener: (text: string) => void): void
  /**
   * Hears what is said of a tenant. Once it settles nothing is missed; while nothing is carried it settles at once, since
   * `onBack` follows.
   */
  follow(tenantId: number): Promise<void>
  unfollow(tenantId: number): void
  /** Whether words of a tenant go to those alone that follow it; false while that is not known to work. */
  partsTenants(): boolean
  /** Calls back when it carries again after it did not: what was said meanwhile is lost. */
  onBack(listener: () => void): void
  isUp(): boolean
  /** Words that were not carried since the start, for want of a line or of room. */
  dropped(): number
  stop(): Promise<void>
}
