// Which drawer about reaching people is open: it is asked for from the bar, the person's menu and other pages.
import { createOpened } from '../../platform/opened.ts'

/** `device`: notifications on this device. `board`: who is reached how. */
export type ReachabilityDrawer = 'device' | 'board'

export const reachabilityDrawer = createOpened<ReachabilityDrawer>()
export const openReachability = reachabilityDrawer.open
