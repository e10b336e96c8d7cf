// The devices that a filter finds, read page by page: for choosing a thousand of them at once.
import { MAX_PAGE_SIZE, type PageQuery } from '../../contract/entity-endpoints.ts'
import { device } from '../../domain/device/device.ts'
import { sendRequest } from '../../platform/http.ts'
import { endpointsFor } from '../../resource/query.ts'
import type { Device } from './device-badges.tsx'

export interface FoundDevices {
  rows: Device[]
  /** How many there are in all; more than `rows` where they are too many. */
  total: number
}

/** The first devices of a query by name, `most` of them at most. Rejects with the `RequestError` of a page. */
export async function findDevices(query: PageQuery, most: number): Promise<FoundDevices> {
  const { counts: _counts, ...filters } = query
  const rows: Device[] = []
  for (let page = 1; ; page++) {
    const size = Math.min(most, MAX_PAGE_SIZE)
    const { list, total } = await sendRequest(endpointsFor(device).page, {
      ...filters,
      page,
      size,
      sort: 'name',
    })
    rows.push(...list)
    if (rows.length >= Math.min(total, most) || list.length === 0) return { rows: rows.slice(0, most), total }
  }
}
