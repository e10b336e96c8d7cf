// Which drawer about reaching people is open: it is asked for from the bar, the person's menu and other pages.

/** `device`: notifications on this device. `board`: who is reached how. */
export type ReachDrawer = 'device' | 'board'

let open: ReachDrawer | undefined
const listeners = new Set<() => void>()

const become = (next: ReachDrawer | undefined) => {
  open = next
  for (const listener of listeners) listener()
}

export const openReach = (drawer: ReachDrawer): void => become(drawer)
export const closeReach = (): void => become(undefined)

/** An external store for the host of the drawers. */
export const reachDrawer = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): ReachDrawer | undefined => open,
}
