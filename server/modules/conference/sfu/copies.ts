// Which packet of which line left under which of the connection's numbers: for what its receiver says it has never seen.

/** A receiver tells of what came within a quarter of a second; at 50 Mbit/s these are two. */
const REMEMBERED = 8_192

export interface Copies<Of> {
  note(number: number, of: Of, sequence: number): void
  /** Undefined for what is too old, or was no packet of a line. */
  find(number: number): { of: Of; sequence: number } | undefined
}

export function createCopies<Of>(): Copies<Of> {
  const ofs = new Array<Of | undefined>(REMEMBERED)
  const numbers = new Uint16Array(REMEMBERED)
  const sequences = new Uint16Array(REMEMBERED)
  return {
    note(number, of, sequence) {
      const place = number % REMEMBERED
      ofs[place] = of
      numbers[place] = number
      sequences[place] = sequence
    },
    find(number) {
      const place = number % REMEMBERED
      const of = ofs[place]
      const sequence = sequences[place]
      return of === undefined || sequence === undefined || numbers[place] !== number
        ? undefined
        : { of, sequence }
    },
  }
}
