// Fetches the code that draws charts, in a file of its own, when the first one is shown.
import { useEffect } from 'react'

export const loadEngine = () => import('./engine.ts')

/** For what will show a chart once its figures have come: the code comes beside them. What fails is told by the chart. */
export function useEngineEarly(): void {
  useEffect(() => {
    loadEngine().catch(() => undefined)
  }, [])
}
