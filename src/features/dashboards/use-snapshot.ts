// The figures of a scene on a page: asked for now and then while somebody looks, and soon after something happened.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sceneSnapshot } from '../../contract/endpoints/scene.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import type { SceneName } from '../../domain/scene/scenes.ts'
import { onDeviceChanges } from '../../platform/device-changes.ts'
import { onFenceChanges } from '../../platform/fence-changes.ts'
import { sendRequest } from '../../platform/http.ts'
import { onRowChanges } from '../../platform/row-changes.ts'
import { serverNow } from '../../platform/server-clock.ts'

/** Also what no message tells of becomes true in time. */
const POLL_MS = 15_000
/** However much happens, the figures are asked for no more often. */
const LEAST_MS = 3_000
/** How often it is looked whether a figure has become old. */
const TICK_MS = 5_000

export const snapshotOptions = (scene: SceneName) =>
  queryOptions({
    queryKey: ['scene', scene] as const,
    queryFn: ({ signal }) => sendRequest(sceneSnapshot, { scene }, { signal }),
    staleTime: LEAST_MS,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  })

/** The snapshot, and the time that its figures are old by. */
export function useSnapshot(scene: SceneName) {
  const client = useQueryClient()
  const query = useQuery(snapshotOptions(scene))
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      // Nobody looks: the next poll is soon enough once somebody does.
      if (timer !== undefined || document.visibilityState === 'hidden') return
      timer = setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: snapshotOptions(scene).queryKey })
      }, LEAST_MS)
    }
    const stops = [onDeviceChanges(soon), onFenceChanges(soon), onRowChanges(soon), onAlarms(client, soon)]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [client, scene])
  return { ...query, now }
}

/** Live messages are put into the cached alarms: hears it when they become others. */
function onAlarms(client: QueryClient, listener: () => void): () => void {
  return client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.queryKey[1] === alarm.key) listener()
  })
}
