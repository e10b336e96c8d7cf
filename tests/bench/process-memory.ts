// What a running process takes of memory, and how many files it may have open; where the system tells it.
import { readFileSync } from 'node:fs'

const numberIn = (pattern: RegExp, file: string) => {
  const found = pattern.exec(readFileSync(file, 'utf8'))?.[1]
  if (found === undefined) throw new Error(`${file} does not say it`)
  return Number(found)
}

/** Its memory that is not on the disk, in MB. */
export const residentMb = (pid: number): number => numberIn(/VmRSS:\s+(\d+) kB/, `/proc/${pid}/status`) / 1024

/** The most that it ever was. */
export const peakMb = (pid: number): number => numberIn(/VmHWM:\s+(\d+) kB/, `/proc/${pid}/status`) / 1024

/** A connection is an open file too. */
export const mostOpenFiles = (pid: number): number =>
  numberIn(/Max open files\s+(\d+)/, `/proc/${pid}/limits`)
