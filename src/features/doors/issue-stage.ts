// Where the issuing of a door card stands, found from its row alone: so it can be left, reloaded and continued.
import type { DoorCard } from './door-card-peek.tsx'

export type IssueStage =
  /** Whose card is it? */
  | 'holder'
  /** Which door unit writes it? */
  | 'door'
  /** The door unit waits for the card. */
  | 'writing'
  /** It has its number. */
  | 'written'
  /** The door unit did not write it; the row says why. */
  | 'failed'
  /** Blocked cards are not written. */
  | 'blocked'

/**
 * `ordered` is the version that the card had when the door unit was asked: an issued card of a later version, without a
 * failure, is the one that was just written.
 */
export function stageOf(
  card: Pick<DoorCard, 'state' | 'version' | 'writeFailure'> | undefined,
  ordered: number | undefined,
): IssueStage {
  if (!card) return 'holder'
  if (card.state === 'writing') return 'writing'
  if (card.state === 'blocked') return 'blocked'
  if (ordered !== undefined && card.version > ordered) {
    if (card.writeFailure !== null) return 'failed'
    if (card.state === 'issued') return 'written'
  }
  return 'door'
}

/** Seconds left of a wait, never more than it can be: the clocks of two machines differ. */
export function secondsLeft(until: number, now: number, most: number): number {
  return Math.min(most, Math.max(0, Math.ceil((until - now) / 1000)))
}
