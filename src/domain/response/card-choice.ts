// Which card an alarm goes by: the nearest place first, then the tenant's own for everywhere, then the shipped one.
import type { AlarmType } from '../alarm/alarm-types.ts'

export interface CardPlace {
  type: AlarmType
  departmentId: number | null
}

/** `departmentIds`: the device's department and all above it, the nearest first. */
export function cardFor<Card extends CardPlace>(
  cards: readonly Card[],
  of: { type: AlarmType; departmentIds: readonly number[] },
): Card | undefined {
  const ofType = cards.filter(({ type }) => type === of.type)
  for (const departmentId of of.departmentIds) {
    const found = ofType.find(card => card.departmentId === departmentId)
    if (found) return found
  }
  return ofType.find(({ departmentId }) => departmentId === null)
}
