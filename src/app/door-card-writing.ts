// Whose screen shows what becomes of an order to write a door card: its notice need not open over it.
import { notices } from './live.ts'

/** Keeps the notice of this order in the bar while held; it must be confirmed all the same. */
export const watchDoorCardWriting = (cardId: number): (() => void) => notices.watchWriting(cardId)
