// What carries words between the server processes of one installation.

export interface Carrier {
  /** To all other processes: at most once, in no order, and nobody answers. `text` is JSON. */
  say(text: string): void
  /** Also what was said by this process, where the carrier gives it back. */
  onSaid(listener: (text: string) => void): void
  /** Calls back when it carries again after it did not: what was said meanwhile is lost. */
  onBack(listener: () => void): void
  isUp(): boolean
  /** Words that were not carried since the start, for want of a line or of room. */
  dropped(): number
  stop(): Promise<void>
}
