// What a meter has counted: stretches between readings, across rollovers and replaced meters. Readings are thousandths of a unit.

/** One full turn of a register is 10 to the power of its digits. */
const turnOf = (digits: number): number => 10 ** digits * 1000

export interface Register {
  /** Digits before the decimal point. */
  digits: number
  /** Units for one that the register shows: 40 behind a current transformer of 200/5. */
  multiplier: number
}

export interface Reading {
  day: string
  thousandths: number
  /** The register has passed its last number and begun anew. */
  rollover?: boolean
}

/** A stretch of one meter between two readings. */
export interface Segment {
  fromDay: string
  toDay: string
  from: number
  to: number
  rollover: boolean
  /** Consumed, with the multiplier. */
  quantity: number
}

/** What the register turned by between two readings; undefined where it has fallen and nobody said that it rolled over. */
export function turned(
  { digits }: Pick<Register, 'digits'>,
  from: number,
  { thousandths: to, rollover = false }: Pick<Reading, 'thousandths' | 'rollover'>,
): number | undefined {
  if (rollover) return to < from ? to + turnOf(digits) - from : undefined
  return to < from ? undefined : to - from
}

/** True for a number that the register can show. */
export const fitsRegister = ({ digits }: Pick<Register, 'digits'>, thousandths: number): boolean =>
  thousandths >= 0 && thousandths < turnOf(digits)

/**
 * The stretches from a first reading over the others, which come in the order of their days. Readings that cannot follow
 * are refused where they are stored, and are an error here.
 */
export function segmentsOf(register: Register, first: Reading, readings: readonly Reading[]): Segment[] {
  let before = first
  return readings.map(reading => {
    const moved = turned(register, before.thousandths, reading)
    if (moved === undefined || reading.day < before.day)
      throw new Error(`${reading.thousandths} on ${reading.day} cannot follow ${before.thousandths}`)
    const segment = {
      fromDay: before.day,
      toDay: reading.day,
      from: before.thousandths,
      to: reading.thousandths,
      rollover: reading.rollover ?? false,
      quantity: moved * register.multiplier,
    }
    before = reading
    return segment
  })
}

/** What all of them have counted. */
export const quantityOf = (segments: readonly Pick<Segment, 'quantity'>[]): number =>
  segments.reduce((sum, { quantity }) => sum + quantity, 0)

export interface Neighbours {
  register: Register
  installedOn: string
  removedOn: string | null
  today: string
  /** Up to here everything was billed: readings before it are closed. */
  billedUntil: string | null
  /** The last one before the day and the first one after it, the start and the end of the meter among them. */
  before: Reading
  after: Reading | undefined
  /** There is a reading of that very day. */
  taken: boolean
}

export const readingProblems = [
  'reading.beforeInstalled',
  'reading.afterRemoved',
  'reading.future',
  'reading.sameDay',
  'reading.billed',
  'reading.digits',
  'reading.fall',
  'reading.noRollover',
  'reading.aboveNext',
] as const
export type ReadingProblem = (typeof readingProblems)[number]

/** Why a new reading cannot be. */
export function readingProblem(reading: Reading, known: Neighbours): ReadingProblem | undefined {
  const { register, before, after } = known
  const { day, thousandths, rollover = false } = reading
  if (day < known.installedOn) return 'reading.beforeInstalled'
  if (known.removedOn !== null && day > known.removedOn) return 'reading.afterRemoved'
  if (day > known.today) return 'reading.future'
  if (known.billedUntil !== null && day <= known.billedUntil) return 'reading.billed'
  if (known.taken) return 'reading.sameDay'
  if (!fitsRegister(register, thousandths)) return 'reading.digits'
  if (rollover && thousandths >= before.thousandths) return 'reading.noRollover'
  if (!rollover && thousandths < before.thousandths) return 'reading.fall'
  if (after && turned(register, thousandths, after) === undefined) return 'reading.aboveNext'
  return undefined
}
