// One lane for everything that changes device states: messages in batches, in their order, one batch at a time.

export interface Lane<Item> {
  /** Settles when the item's batch is written; rejects when it is not. */
  add(item: Item): Promise<void>
  /** Runs something between two batches. */
  between<Result>(work: () => Promise<Result>): Promise<Result>
  waiting(): number
  /** Finishes what is waiting. */
  drain(): Promise<void>
}

interface Waiting<Item> {
  item: Item
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
  write(items: Item[]): Promise<void>
  /** A batch that failed for such a reason is not taken apart: every part of it would fail. */
  isOutage(error: unknown): boolean
}

export function createLane<Item>(options: Options<Item>): Lane<Item> {
  let waiting: Waiting<Item>[] = []
  const jobs: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  // One bad item must not take its neighbours down: a batch that fails is halved until the bad one stands alone.
  const settle = async (batch: Waiting<Item>[]): Promise<void> => {
    try {
      await options.write(batch.map(one => one.item))
      for (const one of batch) one.resolve()
    } catch (error) {
      if (batch.length === 1 || options.isOutage(error)) {
        for (const one of batch) one.reject(error)
        return
      }
      const half = batch.length >> 1
      await settle(batch.slice(0, half))
      await settle(batch.slice(half))
    }
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
          reject(new Error('Too many messages are waiting'))
          return
        }
        waiting.push({ item, resolve, reject })
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
    drain: async () => {
      while (waiting.length > 0 || jobs.length > 0 || running) {
        start()
        await running
      }
    },
  }
}
