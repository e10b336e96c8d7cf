// One unlock of a door from afar: pressed, sent, then opened, refused or silent. A pure step; who asks keeps the clock.

/** Why an unlock was refused: nothing was sent, the server said no, or the door unit could not. */
export type UnlockRefusal =
  | 'notLive'
  | 'offline'
  | 'forbidden'
  | 'noCall'
  | 'tooOften'
  | 'stale'
  | 'noKey'
  | 'failed'
  | 'notOpened'

export type Unlock =
  | { is: 'no' }
  | { is: 'asked'; nonce: string; sent: boolean }
  | { is: 'refused'; why: UnlockRefusal }
  /** The door unit has not confirmed in time; a late confirmation still counts. */
  | { is: 'silent' }
  | { is: 'done'; shown: boolean }

export type UnlockEvent =
  | { on: 'pressed'; nonce: string; live: boolean }
  /** The broker did not take the request. */
  | { on: 'notSent'; nonce: string }
  | { on: 'answered'; nonce: string; result: 'sent' | Exclude<UnlockRefusal, 'notLive' | 'notOpened'> }
  | { on: 'confirmed'; type: number; opened: boolean }
  /** The time to confirm is over. */
  | { on: 'due'; nonce: string }

/** How long a door unit may take to confirm an unlock. */
export const CONFIRM_MS = 10_000

/** Type of 5091 that confirms a remote unlock (real-time specification, section 4). */
export const REMOTE_UNLOCK = 3

/** True while the door's answers must be heard. */
export const awaitsDoor = ({ is }: Unlock): boolean => is === 'asked' || is === 'silent'

/** What becomes of an unlock without a call; the same object when nothing does. */
export function stepUnlock(unlock: Unlock, event: UnlockEvent): Unlock {
  const asked = unlock.is === 'asked' ? unlock : undefined
  switch (event.on) {
    case 'pressed':
      if (asked) return unlock
      // Never kept for later: a door must not open when nobody looks any more.
      return event.live ? { is: 'asked', nonce: event.nonce, sent: false } : { is: 'refused', why: 'notLive' }
    case 'notSent':
      return asked?.nonce === event.nonce ? { is: 'refused', why: 'notLive' } : unlock
    case 'answered':
      if (asked?.nonce !== event.nonce) return unlock
      return event.result === 'sent' ? { ...asked, sent: true } : { is: 'refused', why: event.result }
    case 'confirmed':
      if (event.type !== REMOTE_UNLOCK || !awaitsDoor(unlock)) return unlock
      return event.opened ? { is: 'done', shown: true } : { is: 'refused', why: 'notOpened' }
    case 'due':
      return asked?.nonce === event.nonce ? { is: 'silent' } : unlock
  }
}

export type DoorUnlockEvent =
  | UnlockEvent
  /** Nobody looks any more: nothing is held, and the next look begins anew. */
  | { on: 'left' }

export type DoorUnlockEffect =
  /** The door's answers are to be heard, or no more. */
  | { do: 'listen' }
  | { do: 'unlisten' }
  /** `due` after the time to confirm. */
  | { do: 'startTimer'; nonce: string }
  | { do: 'cancelTimer' }
  | { do: 'send'; nonce: string }

/** The same with what is to be done: what a state holds is begun on entering it and ended on leaving it. */
export function stepDoorUnlock(
  unlock: Unlock,
  event: DoorUnlockEvent,
): readonly [Unlock, readonly DoorUnlockEffect[]] {
  const next: Unlock = event.on === 'left' ? { is: 'no' } : stepUnlock(unlock, event)
  if (next === unlock) return [unlock, []]
  const [heard, hears] = [awaitsDoor(unlock), awaitsDoor(next)]
  const effects: DoorUnlockEffect[] = []
  if (unlock.is === 'asked' && next.is !== 'asked') effects.push({ do: 'cancelTimer' })
  if (heard && !hears) effects.push({ do: 'unlisten' })
  // Heard before the request goes out, so that its answer is not missed.
  if (hears && !heard) effects.push({ do: 'listen' })
  if (next.is === 'asked' && unlock.is !== 'asked') {
    const { nonce } = next
    effects.push({ do: 'startTimer', nonce }, { do: 'send', nonce })
  }
  return [next, effects]
}
