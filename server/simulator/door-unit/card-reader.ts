// The cards that open a simulated door: the list the server sent, and what it makes of a card held to it.
import type { Downlink } from '../../../src/contract/device-messages.ts'

type CardList = Extract<Downlink, { code: '5086' }>

/** True when the list lets a card in at a moment (epoch milliseconds). */
export function cardOpens({ cards }: Pick<CardList, 'cards'>, cardInfo: string, at: number): boolean {
  return cards.some(
    card =>
      card.cardInfo === cardInfo &&
      (card.validFrom === null || card.validFrom <= at) &&
      (card.validUntil === null || card.validUntil > at),
  )
}
