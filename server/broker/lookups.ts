// Who asks to be looked up costs the database and the processor something before anything is known of them: so few at a
// time, addresses in turn, and those whose look-ups keep failing behind all others.
import { MINUTE_MS } from '../../src/domain/durations.ts'

/** An address that fails so often within the window waits behind the others. */
const WINDOW_MS = MINUTE_MS
const FEW_FAILURES = 30
const MOST_ADDRESSES = 20_000

interface Limits {
  /** Look-ups at the same time. */
  atOnce: number
  /** Of those, for addresses that fail again and again. */
  atOnceOfSuspects: number
  /** That wait, of one address, and in all; more are turned away. */
  mostWaitingOfAnAddress: number
  mostWaiting: number
}

export const LOOKUPS: Limits = {
  atOnce: 8,
  atOnceOfSuspects: 2,
  mostWaitingOfAnAddress: 500,
  mostWaiting: 4_000,
}

/** Too many are waiting: try again later. */
export class Crowded extends Error {}

export interface Lookups {
  /** Looks somebody up when it is their turn; `failed` tells whether nobody was found. Throws Crowded. */
  run<Result>(
    address: string,
    work: () => Promise<Result>,
    failed: (result: Result) => boolean,
  ): Promise<Result>
}

/** One household of IPv6 has as many addresses as it likes. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [before = '', after] = plain.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...(after === undefined ? [] : zeros), ...tail].slice(0, 4).join(':')
}

/** Those who wait, an address at a time. */
export function createQueue() {
  const byAddress = new Map<string, (() => void)[]>()
  let size = 0
  return {
    size: () => size,
    sizeOf: (address: string) => byAddress.get(address)?.length ?? 0,
    add: (address: string, start: () => void) => {
      const line = byAddress.get(address)
      if (line) line.push(start)
      else byAddress.set(address, [start])
      size++
    },
    next: (): (() => void) | undefined => {
      const [first] = byAddress
      if (!first) return undefined
      const [address, line] = first
      const start = line.shift()
      // To the end of the round.
      byAddress.delete(address)
      if (line.length > 0) byAddress.set(address, line)
      size--
      return start
    },
  }
}

export function createLookups(now: () => number, limits: Limits = LOOKUPS): Lookups {
  const failures = new Map<string, { count: number; since: number }>()
  const good = createQueue()
  const suspect = createQueue()
  let running = 0
  let runningSuspects = 0

  const isSuspect = (address: string) => {
    const known = failures.get(address)
    return known !== undefined && now() - known.since < WINDOW_MS && known.count >= FEW_FAILURES
  }
  const note = (address: string) => {
    const known = failures.get(address)
    const kept = known && now() - known.since < WINDOW_MS ? known : { count: 0, since: now() }
    kept.count++
    failures.delete(address)
    failures.set(address, kept)
    const [oldest] = failures.keys()
    if (failures.size > MOST_ADDRESSES && oldest !== undefined) failures.delete(oldest)
  }
  const startMore = () => {
    while (running < limits.atOnce) {
      const start = good.next() ?? (runningSuspects < limits.atOnceOfSuspects ? suspect.next() : undefined)
      if (!start) return
      start()
    }
  }

  return {
    run: (from, work, failed) =>
      new Promise((resolve, reject) => {
        const address = networkOf(from)
        const suspected = isSuspect(address)
        const queue = suspected ? suspect : good
        if (
          queue.size() >= limits.mostWaiting ||
          queue.sizeOf(address) >=
            (suspected ? limits.mostWaitingOfAnAddress / 5 : limits.mostWaitingOfAnAddress)
        )
          return reject(new Crowded('Too many wait to be looked up'))
        queue.add(address, () => {
          running++
          if (suspected) runningSuspects++
          work()
            .then(result => {
              if (failed(result)) note(address)
              resolve(result)
            }, reject)
            .finally(() => {
              running--
              if (suspected) runningSuspects--
              startMore()
            })
        })
        startMore()
      }),
  }
}
