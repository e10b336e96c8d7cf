// How much memory a process holds.
import { readFileSync } from 'node:fs'

/** Resident megabytes of a process. */
export function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
