// What the building page asks: the tree of communities, a building from the front, the people of a room.
import { queryOptions } from '@tanstack/react-query'
import { buildingFront, roomPeople } from '../../contract/endpoints/community.ts'
import { building } from '../../domain/community/building.ts'
import { sendRequest } from '../../platform/http.ts'
import { pageOptions } from '../../resource/query.ts'

/** Doors confirm lists without telling consoles; everything else is told at once. */
const AGAIN_MS = 15_000
const MOST_BUILDINGS = 200

export const buildingsOptions = pageOptions(building, { page: 1, size: MOST_BUILDINGS, sort: 'sort' })

export const frontOptions = (id: number | undefined) =>
  queryOptions({
    queryKey: ['entity', 'room', 'front', id] as const,
    queryFn: ({ signal }) => sendRequest(buildingFront, { id: id ?? 0 }, { signal }),
    enabled: id !== undefined,
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
    meta: { offline: 'read' },
  })

export const peopleOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'room', 'people', id] as const,
    queryFn: ({ signal }) => sendRequest(roomPeople, { id }, { signal }),
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
    meta: { offline: 'none' },
  })
