// The IMEI in what was scanned: printed alone, behind a word, or within an address.
import { IMEI_DIGITS } from '../limits.ts'

const RUNS = /\d+/g
const USUAL = 15

/** The run of digits that is an IMEI; of several, one of the usual length. Undefined where there is none. */
export function imeiIn(text: string): string | undefined {
  const runs = text.match(RUNS) ?? []
  const fitting = runs.filter(({ length }) => length >= IMEI_DIGITS.least && length <= IMEI_DIGITS.most)
  return fitting.find(({ length }) => length === USUAL) ?? fitting[0]
}
