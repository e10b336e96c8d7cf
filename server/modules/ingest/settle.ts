// What becomes of a batch that the database refuses: which message is the cause, what is tried singly, what is saved.
import pg from 'pg'

/** What a failed write says: this message is wrong; some part of the batch fails; nothing can be written now. */
export type Fault = 'message' | 'part' | 'all'

/** Resources, connections, shutdowns, failovers, broken disks: nothing that the next message would not meet too. */
const NOTHING_CAN = /^(08|25|28|3D|40|53|55|57|58|72|F0|XX)/
/** Faults of a program, ours or a library's: what sets them off is in one message, and that is not to blame. */
const PROGRAM_FAULTS: readonly unknown[] = [TypeError, RangeError, SyntaxError, ReferenceError]

/**
 * Only data exceptions (class 22) and broken constraints (class 23) blame the message. A day without a partition is
 * reported as one of these and is the server's own omission.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    if (error.routine === 'ExecFindPartition') return 'part'
    if (/^2[23]/.test(code)) return 'message'
    return NOTHING_CAN.test(code) ? 'all' : 'part'
  }
  if (!(error instanceof Error)) return 'all'
  return PROGRAM_FAULTS.includes(error.constructor) || error.name.endsWith('ZodError') ? 'part' : 'all'
}

/** The class of the database's code, or the kind of another error: what operators search for. */
export function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return (error.code ?? 'database').slice(0, 2)
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return code.slice(0, 40)
}

/** `refused`: it is written nowhere and never will be. `unwritten`: not now; its sender keeps it. */
export type Outcome =
  | { is: 'written' }
  | { is: 'refused'; error: unknown }
  | { is: 'unwritten'; error: unknown }

interface Ways<Item> {
  /** All of them in one transaction, or none. */
  write(items: readonly Item[]): Promise<void>
  /** What must not be lost is written by itself: no other write may stand in its way. */
  save(items: readonly Item[]): Promise<void>
  /** Not blamed whatever the database says, and saved where the whole of it cannot be written. */
  mustNotBeLost(item: Item): boolean
}

/** Failures of which nobody is to blame that one batch is taken apart for; then the rest waits with its senders. */
const MOST_FAILURES = 60

/** Writes a batch; where that fails, halves it until what fails stands alone. Never throws; outcomes in the order of the items. */
export async function settleBatch<Item>(items: readonly Item[], ways: Ways<Item>): Promise<Outcome[]> {
  let failures = 0
  let gaveUp: { error: unknown } | undefined

  const leave = (part: readonly Item[], error: unknown): Outcome[] =>
    part.map(() => ({ is: 'unwritten', error }))

  const saveApart = async (part: readonly Item[], error: unknown): Promise<Outcome[]> => {
    if (part.length === 0) return []
    try {
      await ways.save(part)
      return part.map(() => ({ is: 'written' }))
    } catch (again) {
      failures++
      if (part.length === 1 || faultOf(again) === 'all' || failures > MOST_FAILURES) return leave(part, error)
      const half = part.length >> 1
      const first = await saveApart(part.slice(0, half), error)
      return [...first, ...(await saveApart(part.slice(half), error))]
    }
  }

  /** The whole cannot be written: what must not be lost is saved, the rest stays with its senders. */
  const saveWhatMust = async (part: readonly Item[], error: unknown): Promise<Outcome[]> => {
    const dear = part.filter(ways.mustNotBeLost)
    const saved = await saveApart(dear, error)
    const of = new Map(dear.map((item, index) => [item, saved[index]]))
    return part.map(item => of.get(item) ?? { is: 'unwritten', error })
  }

  const settle = async (part: readonly Item[]): Promise<Outcome[]> => {
    if (gaveUp) return saveWhatMust(part, gaveUp.error)
    try {
      await ways.write(part)
      return part.map(() => ({ is: 'written' }))
    } catch (error) {
      const fault = faultOf(error)
      if (fault !== 'message') failures++
      const [only] = part
      if (fault === 'all' || failures > MOST_FAILURES) {
        gaveUp = { error }
        return saveWhatMust(part, error)
      }
      if (part.length > 1) {
        const half = part.length >> 1
        const first = await settle(part.slice(0, half))
        return [...first, ...(await settle(part.slice(half)))]
      }
      if (only !== undefined && ways.mustNotBeLost(only)) return saveApart(part, error)
      return part.map(() => ({ is: fault === 'message' ? 'refused' : 'unwritten', error }))
    }
  }
  return settle(items)
}
