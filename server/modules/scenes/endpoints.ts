// The figures of the scene dashboards: counted as the lists behind them are, all of a scene in one statement.
import { sceneSnapshot } from '../../../src/contract/endpoints/scene.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { countScene, type Snapshot, sharedBy } from './count-scene.ts'

/** Dashboards of one room hang on several walls: who sees the same rows shares an answer for so long. */
const SHARED_MS = 1_500
const MOST_SHARED = 500

/** The same person, seeing no more than a wall does. */
type AsWall = (wallId: number, context: Context) => Promise<Context>

export function mountScenes(handlers: Handlers, stores: ReadonlyMap<string, Store>, asWall: AsWall): void {
  const shared = new Map<string, { until: number; answer: Promise<Snapshot> }>()
  handlers.handle(sceneSnapshot, async ({ scene, wall }, asker) => {
    const context = wall === undefined ? asker : await asWall(wall, asker)
    const key = sharedBy(scene, stores, context)
    const now = Date.now()
    const kept = shared.get(key)
    if (kept && kept.until > now) return kept.answer
    if (shared.size >= MOST_SHARED) shared.clear()
    const answer = countScene(scene, stores, context, now)
    const entry = { until: now + SHARED_MS, answer }
    shared.set(key, entry)
    answer.catch(() => {
      // The next one tries anew.
      if (shared.get(key) === entry) shared.delete(key)
    })
    return answer
  })
}
