// How long records are kept, by kind: within which bounds a tenant may decide, and what is kept whatever anybody decides.
import { isKey, keysOf } from '../keys.ts'

interface Bounds {
  /** Whoever looks into something that happened must still find it. */
  least: number
  most: number
}

const TEN_YEARS = 3_653
/** As long as the installation: nothing is that old. */
export const FOR_EVER = 36_500

/** What a tenant decides about, in the order of the page. */
const bounds = {
  // Claims lapse after three years: until then the alarm that they are about is there, with what was done.
  alarms: { least: 1_096, most: FOR_EVER },
  readings: { least: 31, most: TEN_YEARS },
  positions: { least: 31, most: TEN_YEARS },
  fenceEvents: { least: 30, most: FOR_EVER },
  doorEvents: { least: 30, most: TEN_YEARS },
  calls: { least: 30, most: TEN_YEARS },
  // A person who was away for a week still finds what was recorded meanwhile.
  recordings: { least: 7, most: TEN_YEARS },
  orders: { least: 7, most: TEN_YEARS },
  payloads: { least: 7, most: TEN_YEARS },
  cardNotices: { least: 30, most: TEN_YEARS },
  notices: { least: 7, most: TEN_YEARS },
  unreadNotices: { least: 90, most: TEN_YEARS },
  // Files that were taken out of the product: whoever asked for one has fetched it, and it is one copy more of everybody.
  exports: { least: 1, most: 365 },
} satisfies Record<string, Bounds>

export type RetentionKind = keyof typeof bounds
export const retentionKinds = keysOf(bounds)

/**
 * Days a tenant may choose of. Readings and positions go with whole days of all tenants at the end of the installation's
 * own days: nobody keeps them for longer.
 */
export function boundsOf(kind: RetentionKind, installation: number): Bounds {
  const { least, most } = bounds[kind]
  const shared = kind === 'readings' || kind === 'positions'
  return { least: Math.min(least, installation), most: shared ? installation : most }
}

/** Kinds whose bytes lie in files, by what those are called where sizes are written down. */
export const fileKinds = { recordings: 'recording', exports: 'export' } as const satisfies Partial<
  Record<RetentionKind, string>
>
/** Kinds that are rows of the database. */
export const rowKinds = retentionKinds.filter(kind => !isKey(fileKinds, kind))

/** What the disk is filled by: what is kept for its days; the audit log, of which nothing goes; everything else. */
export const diskKinds = [
  ...retentionKinds,
  'audit',
  'otherRecords',
  'image',
  'plan',
  'video',
  'file',
] as const
export type DiskKind = (typeof diskKinds)[number]
