// Processor time that processes have used; where the system tells it.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in these, whatever the machine. */
const TICKS_PER_SECOND = 100

/** Of the line of a process: its parent, its own time and that of its children who are gone, in ticks. */
function statOf(pid: number): { parent: number; own: number; ofGone: number } | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return undefined
  }
  // The name in brackets may have blanks of its own.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const at = (index: number) => Number(fields[index])
  return { parent: at(1), own: at(11) + at(12), ofGone: at(13) + at(14) }
}

/** Seconds that one process has used, its threads included. */
export function processorSeconds(pid: number): number {
  const stat = statOf(pid)
  if (!stat) throw new Error(`Process ${pid} is gone`)
  return stat.own / TICKS_PER_SECOND
}

/** Seconds that a process and its children have used, also those that are gone: all of a PostgreSQL by its first process. */
export function familySeconds(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    if (stat && (Number(name) === pid || stat.parent === pid)) ticks += stat.own
    if (stat && Number(name) === pid) ticks += stat.ofGone
  }
  return ticks / TICKS_PER_SECOND
}
