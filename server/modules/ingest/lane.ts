// One lane for everything that changes device states: messages in batches, in their order, one batch at a time.

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
  /** Longest wait of the first item, in milliseconds. */
  delayMs: number
  /** More waiting items than this are turned away: the sender keeps its message. */
  mostWaiting: number
  /** Answers for each item, in their order, the error for which it is not written: its sender keeps it. */
  write(items: Item[]): Promise<readonly ({ error: unknown } | undefined)[]>
}

export function createLane<Item>(options: Options<Item>): Lane<Item> {
  let waiting: Waiting<Item>[] = []
  const jobs: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let writing: number | undefined

  const settle = async (batch: Waiting<Item>[]): Promise<void> => {
    writing = batch[0]?.since
    const outcomes = await options
      .write(batch.map(one => one.item))
      .catch(error => batch.map(() => ({ error })))
    writing = undefined
    batch.forEach((one, index) => {
      const failed = outcomes[index]
      if (failed) one.reject(failed.error)
      else one.resolve()
    })
  }
  const run = async () => {
    for (;;) {
      const job = jobs.shift()
      if (job) await job()
      else if (waiting.length > 0) {
        const batch = waiting.slice(0, options.size)
        waiting = waiting.slice(options.size)
        await settle(batch)
      } else return
      // What arrived during a batch has waited long enough: it goes at once, in one larger batch.
    }
  }
  const start = () => {
    clearTimeout(timer)
    timer = undefined
    running ??= run().finally(() => {
      running = undefined
      if (waiting.length > 0 || jobs.length > 0) start()
    })
  }

  return {
    add: item =>
      new Promise((resolve, reject) => {
        if (waiting.length >= options.mostWaiting) {
          reject(new LaneFull())
          return
        }
        waiting.push({ item, since: Date.now(), resolve, reject })
        if (running) return
        if (waiting.length >= options.size) start()
        else timer ??= setTimeout(start, options.delayMs)
      }),
    between: work =>
      new Promise((resolve, reject) => {
        jobs.push(() => work().then(resolve, reject))
        start()
      }),
    waiting: () => waiting.length,
    oldestAt: () => writing ?? waiting[0]?.since,
    drain: async () => {
      while (waiting.length > 0 || jobs.length > 0 || running) {
        start()
        await running
      }
    },
  }
}
