// Which drawer about reaching people is open: it is asked for from the bar, the person's menu and other pages.
import { createOpened } from '../../platform/opened.ts'

/** `device`: notifications on this device. `board`: who is reached how. */
export type ReachDrawer = 'device' | 'board'

export const reachDrawer = createOpened<ReachDrawer>()
export const openReach = reachDrawer.open
