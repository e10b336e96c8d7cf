// Which of the tabs of this browser sounds: siren and bell come from the same one, and only from one that is heard.
import { lead } from './leader.ts'
import { soundState } from './sound.ts'

const askers = new Set<(sounds: boolean) => void>()
let sounds = false
let stopLeading: (() => void) | undefined
let stopFollowing: (() => void) | undefined

const tell = (now: boolean) => {
  sounds = now
  for (const asker of askers) asker(now)
}

// A tab that the browser keeps silent would lead without a sound, and keep the others silent too.
function follow(): void {
  if (askers.size > 0 && soundState.read() === 'armed') {
    stopLeading ??= lead('gatehouse-sound', tell)
    return
  }
  stopLeading?.()
  stopLeading = undefined
}

/** Asks to sound. `onChange(true)` comes when this tab is the one, until it is silenced or this is given back. */
export function leadSound(onChange: (sounds: boolean) => void): () => void {
  askers.add(onChange)
  stopFollowing ??= soundState.subscribe(follow)
  if (sounds) onChange(true)
  follow()
  return () => {
    if (!askers.delete(onChange)) return
    onChange(false)
    if (askers.size > 0) return
    stopFollowing?.()
    stopFollowing = undefined
    follow()
  }
}
