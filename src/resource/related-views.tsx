// Views of other entities that a screen needs, named by entity key: routes compose, features never meet.
import { createContext, type ReactNode, useContext } from 'react'
import type { View } from './view.ts'

const RelatedContext = createContext<readonly View[]>([])

/** Makes views known to the screen inside. */
export function RelatedViews({ views, children }: { views: readonly View[]; children: ReactNode }) {
  return <RelatedContext value={views}>{children}</RelatedContext>
}

/** The view of an entity that the route has brought along; undefined when it has not. */
export function useRelatedView(entityKey: string): View | undefined {
  return useContext(RelatedContext).find(view => view.entity.key === entityKey)
}
