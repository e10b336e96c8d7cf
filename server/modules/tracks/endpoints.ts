// Where devices have been.
import { trackDays, trackPoints } from '../../../src/contract/endpoints/track.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

export function mountTracks(handlers: Handlers, _devices: Store): void {
  handlers.handle(trackPoints, async () => {
    throw new Refused('unavailable')
  })
  handlers.handle(trackDays, async () => {
    throw new Refused('unavailable')
  })
}
