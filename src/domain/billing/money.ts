// Money as text: yuan for people, whole fen everywhere else. No step of the way is a fraction.

/** Fields of rows that hold fen, whatever the entity; a file shows them in yuan. */
export const moneyFields: ReadonlySet<string> = new Set(['amount', 'fee', 'price', 'paid'])

/** Fen of a text in yuan with at most two decimals; undefined for anything else. */
export function fenOf(yuan: string): number | undefined {
  const parts = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(yuan.trim())
  if (!parts) return undefined
  const [, whole = '0', part = ''] = parts
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Fen as yuan with two decimals: 1230 is `12.30`. */
export function yuanOf(fen: number): string {
  const [sign, whole] = [fen < 0 ? '-' : '', Math.abs(Math.trunc(fen))]
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}
