// The recordings' part of the environment: how much of them a tenant may keep, and what the disk must have left.
import { type Read, row, whole } from '../../settings/setting.ts'

const MEGABYTE = 1024 * 1024

/** Rows of the table of settings. */
export const recordingTable = {
  quotaMb: row(
    'RECORDING_QUOTA_MB',
    'Megabytes of recordings that one tenant may keep, beside its other files',
    whole(1, 1_000_000_000),
    '20480',
  ),
  freeMb: row(
    'RECORDING_FREE_MB',
    'Megabytes that must be free on the disk of DATA_DIR: with less, recordings end and none begins',
    whole(1, 1_000_000_000),
    '500',
  ),
} as const

export interface RecordingConfig {
  /** Bytes that one tenant may keep. */
  quota: number
  /** Bytes that must be free. */
  leastFree: number
}

export function readRecordings(read: Read): RecordingConfig {
  const of = (setting: (typeof recordingTable)[keyof typeof recordingTable]) =>
    read(setting) ?? Number(setting.fallback)
  return {
    quota: of(recordingTable.quotaMb) * MEGABYTE,
    leastFree: of(recordingTable.freeMb) * MEGABYTE,
  }
}
