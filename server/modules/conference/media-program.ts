// The other side of kept-program.ts: what every program that carries media beside the server does the same.
import process from 'node:process'
import * as z from 'zod/mini'
import type { programWords } from './kept-program.ts'

type Missing = z.output<(typeof programWords)[1]>

export const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Words to the server, orders from it, and the native library. */
export function createMediaProgram<Word>() {
  const tell = (word: Word | Missing) => {
    if (process.connected) process.send?.(word, () => {})
  }
  return {
    tell,
    /** Tells the server where the optional package is not installed here. */
    async loadLibrary(): Promise<typeof import('node-datachannel') | undefined> {
      try {
        return await import('node-datachannel')
      } catch (error) {
        tell({ say: 'missing', why: textOf(error) })
        return undefined
      }
    },
    /** Obeys the server for as long as it is there. */
    listen<Order>(order: z.ZodMiniType<Order>, obey: (wanted: Order) => void): void {
      // Only as a child: whoever imports the words of its file starts nothing.
      if (!process.send) return
      process.on('message', raw => {
        const read = z.safeParse(order, raw)
        if (read.success) obey(read.data)
      })
      // The terminal's Ctrl-C is the server's business; its end is ours. The library's own clean-up crashes.
      process.on('SIGINT', () => {})
      process.on('disconnect', () => process.exit(0))
    },
  }
}
