// What the addresses of the fence pages say: which fence, what is drawn anew, which part is open.
import type { FenceShape } from '../../domain/fence/fence.ts'

export type RawSearch = Readonly<Record<string, unknown>>

/** The address of the fence map. */
export interface FenceMapSearch {
  id?: number | undefined
  new?: FenceShape | undefined
}

/** The address of one fence's page. */
export interface FenceInfoSearch {
  id?: number | undefined
  /** Devices are being bound. */
  bind?: 1 | undefined
  /** The form over it. */
  form?: number | undefined
}

const whole = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Reads the search part; what does not fit is dropped. */
export function readFenceMapSearch(raw: RawSearch): FenceMapSearch {
  const id = whole(raw.id)
  if (id !== undefined) return { id }
  return raw.new === 'circle' || raw.new === 'polygon' ? { new: raw.new } : {}
}

/** Reads the search part; what does not fit is dropped. */
export function readFenceInfoSearch(raw: RawSearch): FenceInfoSearch {
  const [id, form] = [whole(raw.id), whole(raw.form)]
  return {
    ...(id !== undefined && { id }),
    ...(raw.bind === 1 && { bind: 1 as const }),
    ...(form !== undefined && { form }),
  }
}

export const mapPath = (id: number): string => `/fenceMap?id=${id}`
export const infoPath = (id: number): string => `/fenceInfo?id=${id}`
/** All alarms that the fence has raised. */
export const alarmsPath = (id: number): string => `/AlarmHistory?status=open,taken,handled&fenceId=${id}`
export const eventsPath = (id?: number): string =>
  id === undefined ? '/fenceList?view=events' : `/fenceList?view=events&fenceId=${id}`
