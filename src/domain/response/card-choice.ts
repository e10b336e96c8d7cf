// Which card an alarm goes by: the nearest place first, then the tenant's own for everywhere, then the shipped one.
import type { AlarmType } from '../alarm/alarm-types.ts'

export interface CardPlace {
  type: AlarmType
  departmentId: number | null
  communityId: number | null
}

/** A place of an alarm that a card may be for. */
export type NearPlace = { departmentId: number } | { communityId: number }

/**
 * The places of an alarm, the nearest first. A community stands where its own department stands: nearer than that, and
 * less near than a department below it, which is a part of it. Where its department is none of them, nothing is nearer.
 *
 * `departmentIds`: the alarm's department and all above it, the nearest first.
 */
export function placesOf(
  departmentIds: readonly number[],
  community: { id: number; departmentId: number | null } | undefined,
): NearPlace[] {
  const places: NearPlace[] = departmentIds.map(departmentId => ({ departmentId }))
  if (!community) return places
  const own = community.departmentId === null ? -1 : departmentIds.indexOf(community.departmentId)
  return places.toSpliced(Math.max(own, 0), 0, { communityId: community.id })
}

export function cardFor<Card extends CardPlace>(
  cards: readonly Card[],
  of: { type: AlarmType; places: readonly NearPlace[] },
): Card | undefined {
  const ofType = cards.filter(({ type }) => type === of.type)
  for (const place of of.places) {
    const found = ofType.find(card =>
      'departmentId' in place
        ? card.departmentId === place.departmentId
        : card.communityId === place.communityId,
    )
    if (found) return found
  }
  return ofType.find(({ departmentId, communityId }) => departmentId === null && communityId === null)
}
