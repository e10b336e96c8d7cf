// Puts live positions inside buildings into the floors that are looked at.
import type { QueryClient } from '@tanstack/react-query'
import type { DeviceState } from '../domain/device/device.ts'
import type { HeardChange } from './live-devices.ts'

interface Tag {
  id: number
  state: DeviceState
  battery: number | null
  x: number
  y: number
  z: number | null
  at: number
}

/** Moves devices on the floors that are in the cache; who comes to a floor or leaves it has both fetched again. */
export function receiveIndoor(client: QueryClient, changes: readonly HeardChange[]): void {
  const floors = client.getQueryCache().findAll({ queryKey: ['indoor', 'devices'] })
  if (floors.length === 0) return
  const byId = new Map(changes.map(change => [change.id, change]))
  let moved = false
  for (const { queryKey, state } of floors) {
    const tags = client.getQueryData<readonly Tag[]>(queryKey)
    if (!tags) continue
    const drawingId = queryKey[2]
    const here = new Set(tags.map(({ id }) => id))
    const next = tags.flatMap(tag => {
      const change = byId.get(tag.id)
      return change ? patched(tag, change, drawingId) : [tag]
    })
    const came = changes.some(({ id, indoor }) => indoor?.drawingId === drawingId && !here.has(id))
    if (came || next.length < tags.length) moved = true
    if (next.some((tag, at) => tag !== tags[at]) || next.length < tags.length)
      client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
    if (came) void client.invalidateQueries({ queryKey, exact: true })
  }
  if (moved) void client.invalidateQueries({ queryKey: ['indoor', 'floors'] })
}

function patched(tag: Tag, { indoor, state, battery }: HeardChange, drawingId: unknown): Tag[] {
  if (indoor && indoor.drawingId !== drawingId && indoor.at >= tag.at) return []
  const place = indoor && indoor.drawingId === drawingId && indoor.at >= tag.at ? indoor : undefined
  if (!place && state === undefined && battery === undefined) return [tag]
  return [
    {
      ...tag,
      ...(place && { x: place.x, y: place.y, z: place.z, at: place.at }),
      ...(state !== undefined && { state }),
      ...(battery !== undefined && { battery }),
    },
  ]
}
