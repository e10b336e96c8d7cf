// The views about doors that the page of a door unit shows; the route brings them along.
import type { View } from '../../resource/view.ts'
import { callView } from './call.view.tsx'
import { doorEventView } from './door-event.view.tsx'
import { doorRightView } from './door-right.view.tsx'

export const doorViews: readonly View[] = [callView, doorEventView, doorRightView]
