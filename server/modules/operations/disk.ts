// When the disk is full: from what was written down of each kind, how long the tenants keep it, and what is free.

import { isKey } from '../../../src/domain/keys.ts'
import {
  daysUntilFull,
  growthOf,
  type KindOnDisk,
  type Size,
} from '../../../src/domain/operations/forecast.ts'
import { judge } from '../../../src/domain/operations/judgement.ts'
import type { ProcessState } from '../../../src/domain/operations/process-state.ts'
import {
  boundsOf,
  type DiskKind,
  diskKinds,
  fileKinds,
  type RetentionKind,
  retentionKinds,
} from '../../../src/domain/retention/kinds.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { type RetentionConfig, readOwnDays } from '../retention/public.ts'
import { readProcesses } from './processes.ts'
import { readSizes } from './sizes.ts'

export interface DiskGiven {
  retention: RetentionConfig
  /** Another machine's disk is nothing that we could look at. */
  isDatabaseElsewhere: boolean
}

const files: ReadonlySet<DiskKind> = new Set(['recordings', 'exports', 'image', 'plan', 'video', 'file'])
const isRetention = (kind: DiskKind): kind is RetentionKind => retentionKinds.some(known => known === kind)
const storedAs = (kind: DiskKind): string => (isKey(fileKinds, kind) ? fileKinds[kind] : kind)

/** The least that is free on any disk of a process that lives. */
export function freeBytesOf(
  processes: readonly { heardAt: number; state: Pick<ProcessState, 'disk'> }[],
  now: number,
): number | null {
  const free = processes.flatMap(({ heardAt, state }) =>
    judge('silence', Math.max(0, (now - heardAt) / 1000)) === 'act' || !state.disk
      ? []
      : [state.disk.freeBytes],
  )
  return free.length === 0 ? null : Math.min(...free)
}

/** Days that a kind is kept on the whole: a tenant counts as much as it has devices. */
async function keptDaysOf(sql: Sql, retention: RetentionConfig): Promise<(kind: RetentionKind) => number> {
  const own = await readOwnDays(sql)
  const devices = await rowsOf(
    sql,
    tables
      .selectFrom('device')
      .select(['tenant_id as tenantId', ({ fn }) => fn.countAll<number>().as('count')])
      .where('removed_at', 'is', null)
      .groupBy('tenant_id'),
  )
  const all = devices.reduce((sum, { count }) => sum + Number(count), 0)
  return kind => {
    const installation = retention[kind]
    if (all === 0) return installation
    const { most } = boundsOf(kind, installation)
    const daysOf = (tenantId: number) =>
      Math.min(own.find(row => row.tenantId === tenantId && row.kind === kind)?.days ?? installation, most)
    return devices.reduce((sum, { tenantId, count }) => sum + daysOf(tenantId) * Number(count), 0) / all
  }
}

export interface DiskForecast {
  measuredAt: number
  /** Null: no process says. */
  freeBytes: number | null
  isDatabaseElsewhere: boolean
  /** False while some kind was not written down for long enough, or nothing is known of the disk. */
  isKnown: boolean
  /** Null: not within ten years, or not known. */
  daysUntilFull: number | null
  kinds: { kind: DiskKind; bytes: number; bytesPerDay: number | null; keptDays: number | null }[]
}

export async function foreseeDisk(
  sql: Sql,
  { retention, isDatabaseElsewhere }: DiskGiven,
  now: number,
  sizes?: readonly Size[],
): Promise<DiskForecast> {
  const growth = new Map(growthOf(sizes ?? (await readSizes(sql))).map(each => [each.kind, each]))
  const keptDays = await keptDaysOf(sql, retention)
  const kinds = diskKinds.map(kind => {
    const found = growth.get(storedAs(kind))
    return {
      kind,
      bytes: found?.bytes ?? 0,
      bytesPerDay: found?.perDay == null ? null : Math.round(found.perDay),
      keptDays: isRetention(kind) ? Math.round(keptDays(kind)) : null,
    }
  })
  const freeBytes = freeBytesOf(await readProcesses(sql), now)
  const here = kinds.filter(({ kind }) => !isDatabaseElsewhere || files.has(kind))
  const isKnown = freeBytes !== null && here.every(({ bytesPerDay }) => bytesPerDay !== null)
  const onDisk: KindOnDisk[] = here.map(({ bytes, bytesPerDay, keptDays: days }) => ({
    bytes,
    bytesPerDay: bytesPerDay ?? undefined,
    keptDays: days ?? undefined,
  }))
  return {
    ...{ measuredAt: now, freeBytes, isDatabaseElsewhere, isKnown, kinds },
    daysUntilFull: isKnown ? (daysUntilFull(onDisk, freeBytes) ?? null) : null,
  }
}
