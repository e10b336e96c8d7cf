// What the pages of buildings ask for: floors, who is on them, drawings with their stations and zones.
import { queryOptions } from '@tanstack/react-query'
import { indoorDevices, indoorFloors, indoorTrail } from '../../contract/endpoints/indoor.ts'
import { MAX_PAGE_SIZE } from '../../contract/entity-endpoints.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { baseStation, drawing, indoorZone, uwbServer } from '../../domain/indoor/indoor.ts'
import { sendRequest } from '../../platform/http.ts'
import { pageOptions } from '../../resource/query.ts'

/** Counts follow live changes of the floors that are open; the others are asked now and then. */
const FLOORS_EVERY_MS = 15_000
/** Live changes move the devices; this catches who was missed. */
const DEVICES_EVERY_MS = MINUTE_MS

export const floorsOptions = () =>
  queryOptions({
    queryKey: ['indoor', 'floors'] as const,
    queryFn: ({ signal }) => sendRequest(indoorFloors, {}, { signal }),
    refetchInterval: FLOORS_EVERY_MS,
    meta: { offline: 'read' },
  })
export type Floor = Awaited<ReturnType<typeof fetchFloors>>[number]
const fetchFloors = () => sendRequest(indoorFloors, {})

export const floorDevicesOptions = (drawingId: number) =>
  queryOptions({
    queryKey: ['indoor', 'devices', drawingId] as const,
    queryFn: ({ signal }) => sendRequest(indoorDevices, { drawingId }, { signal }),
    refetchInterval: DEVICES_EVERY_MS,
    meta: { offline: 'read' },
  })
export type Tag = Awaited<ReturnType<typeof fetchDevices>>[number]
const fetchDevices = () => sendRequest(indoorDevices, { drawingId: 0 })

/** Where a device was in the last minutes; the minute that runs belongs to it. */
export const trailOptions = (imei: string, drawingId: number, minutes: number, now: number) => {
  const to = Math.ceil(now / 10_000) * 10_000
  return queryOptions({
    queryKey: ['indoor', 'trail', imei, drawingId, minutes, to] as const,
    queryFn: ({ signal }) =>
      sendRequest(indoorTrail, { imei, drawingId, from: to - minutes * MINUTE_MS, to }, { signal }),
    placeholderData: before => before,
  })
}

const everything = { size: MAX_PAGE_SIZE, page: 1 }

/** All drawings; the first five hundred of them, by title. */
export const drawingsOptions = () => pageOptions(drawing, everything)
export const stationsOptions = (drawingId?: number) =>
  pageOptions(baseStation, { ...everything, ...(drawingId !== undefined && { drawingId }) })
export const zonesOptions = (drawingId: number) => pageOptions(indoorZone, { ...everything, drawingId })
export const serversOptions = () => pageOptions(uwbServer, everything)
