// What door units say about cards: 5084 a card was written, 5093 the list that is in force.
import type { DoorPart, DoorTools } from './door-part.ts'

export function createCardPart(_tools: DoorTools): DoorPart {
  return { messages: {} }
}
