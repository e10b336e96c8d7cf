// What to do when media come faster than they can be passed on. The library hands over all that has gathered before anything
// else has its turn; without a limit the program would work through seconds of stale packets, answer nobody meanwhile, and be
// taken for dead.

/** Milliseconds at one go after which pictures are left out, and after which sound is too. */
const PICTURES_MS = 250
const SOUND_MS = 750

export interface Pressure {
  /** Whether a packet that came is to be left out. Its sender notices by the missing report and sends less. */
  refuses(kind: 'audio' | 'video', now: number): boolean
}

/** `next` runs something as soon as everything else that waits has had its turn. */
export function createPressure(next: (run: () => void) => void = setImmediate): Pressure {
  let since: number | undefined
  return {
    refuses(kind, now) {
      if (since === undefined) {
        since = now
        next(() => {
          since = undefined
        })
      }
      return now - since > (kind === 'audio' ? SOUND_MS : PICTURES_MS)
    },
  }
}
