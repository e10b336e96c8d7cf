// A call said beyond the drawer, in the reader's language: the page's title, the system's notification.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Ring } from '../../domain/intercom/incoming-call-state.ts'
import { flashTitle, notifySystem } from '../../platform/attention.ts'
import { placeWords, roomOf } from './call-words.ts'

/** Announces a call; answers how to take that back. */
export function announceRing(i18n: I18n, ring: Ring): () => void {
  const title = i18n._(ring.kind === 'door' ? msg`Door unit calls` : msg`A colleague calls`)
  const words = placeWords(ring)
  const place = typeof words === 'string' ? words : i18n._(words)
  const room = ring.kind === 'door' ? roomOf(ring) : undefined
  const stops = [
    flashTitle(title),
    notifySystem(title, [place, room].filter(Boolean).join(' · '), `call-${ring.callId}`),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
