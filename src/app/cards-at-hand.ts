// The response cards of the gravest open alarms are fetched before anybody opens them: a patrol reads them in a cellar.
import type { QueryClient } from '@tanstack/react-query'
import type { Page } from '../contract/entity-endpoints.ts'
import { alarm } from '../domain/alarm/alarm.ts'
import { MINUTE_MS } from '../domain/durations.ts'
import { getConnection } from '../platform/connection.ts'
import type { AlarmRow } from './live-alarms.ts'

/** Of one list: who is on foot goes to the first of them. */
const MOST_OF_LIST = 5
/** However many alarms a storm brings, so that consoles do not make one of their own. */
const MOST_A_MINUTE = 20

/** Follows the lists of alarms that are shown. Answers the way to stop. */
export function keepCardsAtHand(client: QueryClient, now: () => number = Date.now): () => void {
  const asked = new Set<string>()
  let minute = { since: now(), count: 0 }
  return client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isListOfAlarms(event.query.queryKey))
      return
    const shown = client.getQueryData<Page<AlarmRow>>(event.query.queryKey)
    for (const { id, version } of (shown?.list ?? []).filter(isGrave).slice(0, MOST_OF_LIST)) {
      const which = `${id} ${version}`
      if (asked.has(which) || !getConnection().online) continue
      if (now() - minute.since > MINUTE_MS) minute = { since: now(), count: 0 }
      if (minute.count >= MOST_A_MINUTE) return
      minute.count++
      asked.add(which)
      void fetchCard(client, id, version)
    }
  })
}

const isListOfAlarms = ([first, key, what]: readonly unknown[]): boolean =>
  first === 'entity' && key === alarm.key && what === 'page'

const isGrave = ({ severity, status }: AlarmRow): boolean => severity === 'critical' && status !== 'handled'

/** What does not come is asked for again where somebody opens the alarm. */
async function fetchCard(client: QueryClient, id: number, version: number): Promise<void> {
  const { runOptions } = await import('../features/response/run-query.ts')
  await client.prefetchQuery(runOptions(id, version))
}
