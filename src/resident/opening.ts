// Opening a door from the page: what makes each press one of its own, and what became of it in words.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod/mini'
import type { residentOpenDoor } from '../contract/endpoints/resident-page.ts'

type Result = z.output<typeof residentOpenDoor.response>['result']

export const resultWords: Record<Result, MessageDescriptor> = {
  sent: msg`The door opens now`,
  forbidden: msg`You may not open this door any more`,
  tooOften: msg`Pressed too often. Wait a minute.`,
  offline: msg`The door is offline: it cannot be opened from here`,
  noKey: msg`The door has to be set up anew before it opens from here`,
  repeated: msg`The door opens now`,
}

export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
