// What databases of tests begin with: a copy of one that was made before.
import { spawnSync } from 'node:child_process'

/** Owners and modes belong to the files: PostgreSQL refuses a folder of somebody else. */
export function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`)
}

/**
 * Tests kill processes, never the machine: what the operating system has been given is not lost, so nobody need wait for
 * the disk. And it is fewer files to copy.
 */
export const LIGHT = [
  'alter system set fsync = off',
  'alter system set full_page_writes = off',
  'select pg_reload_conf()',
  'alter database template0 is_template false',
  'drop database template0',
]
