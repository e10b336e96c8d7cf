// What the fence pages ask beyond the generic lists: all shapes, and the devices of one fence with their sides.
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { fenceDevices, fenceShapes } from '../../contract/endpoints/fence.ts'
import { fence } from '../../domain/fence/fence.ts'
import { sendRequest } from '../../platform/http.ts'

export type FenceShapeRow = z.output<typeof fenceShapes.response>[number]
export type WatchedDevice = z.output<typeof fenceDevices.response>[number]

const FRESH_MS = 10_000
/** Live notices report who crosses a fence at once; reading this often catches what was missed. */
export const SIDES_MS = 15_000

/** Every fence with its corners; kept for offline. Invalidated with the entity. */
export const shapesOptions = () =>
  queryOptions({
    queryKey: ['entity', fence.key, 'shapes'] as const,
    queryFn: ({ signal }): Promise<FenceShapeRow[]> => sendRequest(fenceShapes, {}, { signal }),
    staleTime: FRESH_MS,
    meta: { offline: fence.offline },
  })

/** The devices that a fence watches. */
export const watchedOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', fence.key, 'devices', id] as const,
    queryFn: ({ signal }): Promise<WatchedDevice[]> => sendRequest(fenceDevices, { id }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: SIDES_MS,
    meta: { offline: fence.offline },
  })
