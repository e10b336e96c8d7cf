// Numbers of bills, payments and refunds: the moment, so that people find them again, and chance, so that nobody guesses.
import { randomInt } from 'node:crypto'

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/\D/g, '')
const chance = () => String(randomInt(0, 100_000_000)).padStart(8, '0')

/** 22 digits. */
export const billNumber = (at: number): string => `${stamp(at)}${chance()}`
/** At most 32 letters and digits, as every provider takes them. */
export const tradeNumber = (at: number): string => `GH${stamp(at)}${chance()}`
export const refundNumber = (at: number): string => `GR${stamp(at)}${chance()}`
