// Punches by way of this device's queue: with the phone's own time, with or without a network, once.
import { punch } from '../../domain/attendance/punch.ts'
import { getConnection } from '../../platform/connection.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { findOwnPlace } from '../../platform/own-place.ts'
import { enqueue, queuedActions, replay } from '../../platform/queue.ts'
import { SAVE } from '../../platform/queue-row.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { endpointsFor } from '../query.ts'

/** A place is good to have; without one the punch goes all the same after so long. */
const PLACE_MS = 6_000

async function placeSoon() {
  const late = new Promise<undefined>(resolve => setTimeout(resolve, PLACE_MS))
  return Promise.race([findOwnPlace().catch(() => undefined), late])
}

/** Resolves with whether it has been delivered; rejects where it was refused and is not kept. */
export async function sendPunch(subject: string): Promise<'delivered' | 'waiting'> {
  const claimedAt = Date.now()
  const offsetMs = serverNow() - claimedAt
  const place = await placeSoon()
  const input = {
    claimedAt,
    offsetMs,
    ...(place && {
      latitude: place.latitude,
      longitude: place.longitude,
      accuracyMetres: Math.min(100_000, Math.round(place.accuracyMetres)),
    }),
  }
  const key = newKey()
  const kept = await enqueue({
    entity: punch.key,
    command: SAVE,
    ids: [],
    input,
    at: claimedAt + offsetMs,
    key,
    subject,
  }).then(
    () => true,
    () => false,
  )
  if (!kept) {
    await sendRequest(endpointsFor(punch).save, input, { idempotencyKey: key })
    return 'delivered'
  }
  if (getConnection().online) await replay()
  return queuedActions.read().some(action => action.key === key) ? 'waiting' : 'delivered'
}
