// Boards as the server has them, what their tiles show, and the views of the lists behind these.
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { boardPreview, boardSnapshot } from '../../contract/endpoints/board.ts'
import { board } from '../../domain/board/board.ts'
import type { BoardTile } from '../../domain/board/tiles.ts'
import type { RowOf } from '../../domain/entity.ts'
import { onDeviceChanges } from '../../platform/device-changes.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { onRowChanges } from '../../platform/row-changes.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { pageOptions } from '../../resource/query.ts'
import { useBoardParts } from './board-parts.ts'

export type BoardRow = RowOf<typeof board>

const POLL_MS = 10_000
/** However much happens, a board is measured no more often. */
const LEAST_MS = 3_000
/** How often it is looked whether a tile has become old. */
const TICK_MS = 5_000
const MOST_BOARDS = 100

export const boardsOptions = () => pageOptions(board, { page: 1, size: MOST_BOARDS, sort: 'name' })

const snapshotOptions = ({ id, version }: Pick<BoardRow, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['board', id, version] as const,
    queryFn: ({ signal }) => sendRequest(boardSnapshot, { id }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: LEAST_MS,
    refetchInterval: POLL_MS,
  })

/** What a saved board shows, soon after something happened too. */
export function useSnapshot(row: Pick<BoardRow, 'id' | 'version'>) {
  const { id, version } = row
  const client = useQueryClient()
  const query = useQuery(snapshotOptions({ id, version }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: snapshotOptions({ id, version }).queryKey })
      }, LEAST_MS)
    }
    const stops = [onDeviceChanges(soon), onRowChanges(soon)]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [client, id, version])
  return query
}

/** What tiles would show that are being arranged: where they stand and what they are called changes nothing of it. */
export function usePreview(tiles: readonly BoardTile[]) {
  const shown = tiles.map(({ title: _title, place: _place, ...settings }) => settings)
  return useQuery({
    queryKey: ['board', 'preview', shown] as const,
    queryFn: ({ signal }) =>
      sendRequest(boardPreview, { tiles: [...tiles] }, { signal, idempotencyKey: newKey() }),
    placeholderData: keepPreviousData,
    staleTime: LEAST_MS,
    refetchInterval: POLL_MS,
  })
}

/** The server's time, often enough to see that something has become old. */
export function useTicking(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The view of a list; undefined until it has come. */
export function useListView(entity: string | undefined) {
  const { view } = useBoardParts()
  const { data } = useQuery({
    queryKey: ['board', 'view', entity] as const,
    queryFn: async () => (entity === undefined ? null : ((await view(entity)) ?? null)),
    staleTime: Number.POSITIVE_INFINITY,
    // It is no data: functions and words.
    structuralSharing: false,
  })
  return data ?? undefined
}
