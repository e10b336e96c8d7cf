// Opens the drawers about reaching people over any page; they are fetched when somebody asks for them.
import { type ComponentType, Suspense, useSyncExternalStore } from 'react'
import { type ReachDrawer, reachDrawer } from './reach-drawer.ts'

/** `Drawers`: the lazy part, named by whoever composes the page. */
export function ReachHost({ Drawers }: { Drawers: ComponentType<{ drawer: ReachDrawer }> }) {
  const drawer = useSyncExternalStore(reachDrawer.subscribe, reachDrawer.read)
  if (!drawer) return null
  return (
    <Suspense>
      <Drawers drawer={drawer} />
    </Suspense>
  )
}
