// The program that makes the files of one recording whole, beside the server: what it costs, and what goes wrong in it, stays here.
import { setPriority } from 'node:os'
import process from 'node:process'
import type * as z from 'zod/mini'
import { remux, type unreadPart } from './remux.ts'

/** People who are talking come first. */
const NICE = 10

const [, , folder] = process.argv
if (process.send && folder) {
  setPriority(NICE)
  process.on('disconnect', () => process.exit(0))
  const unread: z.output<typeof unreadPart>[] = []
  remux(folder, part => unread.push(part)).then(
    tracks => process.send?.({ tracks, unread }, () => process.exit(0)),
    (error: unknown) =>
      process.send?.({ why: error instanceof Error ? error.message : String(error) }, () => process.exit(0)),
  )
}
