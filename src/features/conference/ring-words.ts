// What came of calling people and devices into a room.
import { msg, plural } from '@lingui/core/macro'
import { MOST_CALLED } from '../../domain/conference/conference.ts'
import type { Toast } from '../../platform/toast.ts'

export const nobodyChosen: Toast = { kind: 'tip', message: msg`Nothing selected` }

export const tooManyChosen: Toast = {
  kind: 'tip',
  message: msg`At most ${MOST_CALLED} devices can be called at once.`,
}

/** How many hear it, and how many cannot. */
export function ringOutcome({ called, offline }: { called: number; offline: number }): Toast {
  if (called === 0) return { kind: 'tip', message: msg`None of them can be reached now` }
  if (offline === 0)
    return {
      kind: 'ok',
      message: msg({ message: plural(called, { one: '# is being called', other: '# are being called' }) }),
    }
  return {
    kind: 'tip',
    message: msg({
      message: plural(called, {
        one: `# is being called, ${offline} cannot be reached now`,
        other: `# are being called, ${offline} cannot be reached now`,
      }),
    }),
  }
}
