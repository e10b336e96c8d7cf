// How old the newest backup is and whether changes reach the archive, for the health.
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { type ArchiveKeeper, type ArchiveTrouble, gapOf } from './archive-keeper.ts'
import type { BackupConfig } from './settings.ts'
import { listBackups } from './shelf.ts'

export interface BackupHealth {
  /** `late`: the newest is too old, or there is none. `failing`: changes do not reach the archive, or some were lost. */
  status: 'off' | 'ok' | 'late' | 'failing'
  /** Of the newest backup. */
  madeAt?: number
  /** Up to when changes lie in the archive. */
  archivedUpTo?: number
  reason?: ArchiveTrouble | 'gap' | 'unreadable'
  since?: number
}

/** A line that is lost for a moment is nobody's matter. */
const PATIENCE_MS = MINUTE_MS
const LOOK_MS = 30_000

export function createBackupHealth(
  config: BackupConfig | undefined,
  keeper: Pick<ArchiveKeeper, 'state'> | undefined,
  now = Date.now,
): () => Promise<BackupHealth> {
  if (!config) return async () => ({ status: 'off' })
  let looked:
    | { at: number; madeAt: number | undefined; gapSince: number | undefined; readable: boolean }
    | undefined
  const look = async () => {
    if (looked && now() - looked.at < LOOK_MS) return looked
    looked = await Promise.all([listBackups(config.dir), gapOf(config.dir)]).then(
      ([backups, gapSince]) => ({
        at: now(),
        madeAt: backups.at(-1)?.consistentAt,
        gapSince,
        readable: true,
      }),
      () => ({ at: now(), madeAt: undefined, gapSince: undefined, readable: false }),
    )
    return looked
  }
  return async () => {
    const { madeAt, gapSince, readable } = await look()
    const { trouble, upTo } = keeper?.state() ?? { trouble: undefined, upTo: undefined }
    const base = {
      ...(madeAt !== undefined && { madeAt }),
      ...(upTo !== undefined && { archivedUpTo: upTo }),
    }
    if (!readable) return { status: 'failing', ...base, reason: 'unreadable' }
    if (trouble && (trouble.reason !== 'away' || now() - trouble.since > PATIENCE_MS))
      return { status: 'failing', ...base, ...trouble }
    if (gapSince !== undefined) return { status: 'failing', ...base, reason: 'gap', since: gapSince }
    const old = madeAt === undefined || now() - madeAt > config.lateHours * HOUR_MS
    return { status: old ? 'late' : 'ok', ...base }
  }
}
