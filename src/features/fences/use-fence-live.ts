// Keeps what the fence pages show as the broker tells it: sides at once, counts soon after.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FenceNotice } from '../../contract/messages.ts'
import { onFenceChanges } from '../../platform/fence-changes.ts'
import { shapesOptions, type WatchedDevice, watchedOptions } from './fence-query.ts'

/** Counts are asked anew at most so often. */
const COUNTS_MS = 3_000

/** Follows the notices while a fence page is open. */
export function useFenceLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onFenceChanges(notice => {
      patchSides(client, notice)
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: shapesOptions().queryKey })
      }, COUNTS_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
}

/** Puts the sides of a notice into the device lists that are cached. */
export function patchSides(client: QueryClient, { changes }: FenceNotice): void {
  for (const fenceId of new Set(changes.map(change => change.fenceId))) {
    const { queryKey } = watchedOptions(fenceId)
    const state = client.getQueryState(queryKey)
    const devices = client.getQueryData(queryKey)
    if (!devices || !state) continue
    const changeOf = new Map(
      changes
        .filter(change => change.fenceId === fenceId && !change.late)
        .map(change => [change.deviceId, change]),
    )
    const next = devices.map(device => withSide(device, changeOf.get(device.id)))
    client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
  }
}

function withSide(device: WatchedDevice, change: FenceNotice['changes'][number] | undefined): WatchedDevice {
  return change ? { ...device, inside: change.inside, since: change.since } : device
}
