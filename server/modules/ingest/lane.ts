// One lane for everything that changes device states: messages in batches, one batch at a time. Tenants take turns in it, so
// that one that says much keeps nobody else waiting; what one device says stays in its order. An emergency goes before all that
// is none, with what its device said before it: however much waits, nobody who cries for help waits behind readings.
import { createLines } from './lines.ts'

/** Nothing more is taken in: what waits comes first. */
export class LaneFull extends Error {
  constructor() {
    super('Too many messages are waiting')
  }
}

export interface Lane<Item> {
  /** Settles when the item is written, or refused for good; rejects when it is neither. */
  add(item: Item): Promise<void>
  /** Runs something between two batches. */
  between<Result>(work: () => Promise<Result>): Promise<Result>
  waiting(): number
  /** Since when the item has waited that has waited longest, one that is being written among them. */
  oldestAt(): number | undefined
  /** Finishes what is waiting. */
  drain(): Promise<void>
}

interface Waiting<Item> {
  item: Item
  since: number
  resolve(): void
  reject(error: unknown): void
}

interface Options<Item> {
  /** Most items of one batch. */
  size: number
  /** Whose item it is: what has the same speaker stays in its order, and speakers of one tenant wait in one line. */
  of(item: Item): { speaker: string; tenant: number | undefined; isUrgent: boolean }
  /** Longest wait of the first item, in milliseconds. */
  delayMs: number
  /** More waiting items than this are turned away: the sender keeps its message. */
  mostWaiting: number
  /** Answers for each item, in their order, the error for which it is not written: its sender keeps it. */
  write(items: Item[]): Promise<readonly ({ error: unknown } | undefined)[]>
}

export function createLane<Item>(options: Options<Item>): Lane<Item> {
  const usual = createLines<Waiting<Item>>()
  const urgent = createLines<Waiting<Item>>()
  const size = () => urgent.size() + usual.size()
  /** What is usual of a speaker comes after what is urgent of it, since it came later. */
  const take = () => {
    const first = urgent.take(options.size)
    return [...first, ...usual.take(options.size - first.length)]
  }
  const jobs: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  /** In the order in which they came, whose turn ever it is; those that are being written among them. */
  const unsettled = new Set<Waiting<Item>>()

  const settle = async (batch: Waiting<Item>[]): Promise<void> => {
    const outcomes = await options
      .write(batch.map(one => one.item))
      .catch(error => batch.map(() => ({ error })))
    batch.forEach((one, index) => {
      unsettled.delete(one)
      const failed = outcomes[index]
      if (failed) one.reject(failed.error)
      else one.resolve()
    })
  }
  const run = async () => {
    for (;;) {
      const job = jobs.shift()
      if (job) await job()
      else if (size() > 0) await settle(take())
      else return
      // What arrived during a batch has waited long enough: it goes at once, in one larger batch.
    }
  }
  const start = () => {
    clearTimeout(timer)
    timer = undefined
    running ??= run().finally(() => {
      running = undefined
      if (size() > 0 || jobs.length > 0) start()
    })
  }

  return {
    add: item =>
      new Promise((resolve, reject) => {
        const { speaker, tenant: name, isUrgent } = options.of(item)
        if (isUrgent) for (const before of usual.takeOf(speaker)) urgent.add(before, speaker, name)
        // The newest of the longest line makes room, which is the own one where nobody says more.
        if (size() >= options.mostWaiting) {
          const own = { speaker, name }
          const other = isUrgent
            ? (usual.dropNewestOfLongest() ?? urgent.dropNewestOfLongest(own))
            : usual.dropNewestOfLongest(own)
          ;(other?.reject ?? reject)(new LaneFull())
          if (!other) return
          unsettled.delete(other)
        }
        const one = { item, since: Date.now(), resolve, reject }
        ;(isUrgent ? urgent : usual).add(one, speaker, name)
        unsettled.add(one)
        if (running) return
        if (size() >= options.size) start()
        else timer ??= setTimeout(start, options.delayMs)
      }),
    between: work =>
      new Promise((resolve, reject) => {
        jobs.push(() => work().then(resolve, reject))
        start()
      }),
    waiting: size,
    oldestAt: () => unsettled.values().next().value?.since,
    drain: async () => {
      while (size() > 0 || jobs.length > 0 || running) {
        start()
        await running
      }
    },
  }
}
