// The keys of the player, as players have them: K and space, J and L, arrows, comma and full stop for single pictures.
import { playingRates } from '../../domain/recordings/playing.ts'
import type { RecordingPlayer } from './recording-player.driver.ts'

const OWN_KEYS =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"], [role="menu"], [role="radiogroup"]'
/** These press what has the focus. */
const PRESSING = 'button, a, summary'
const FAR_MS = 10_000
const NEAR_MS = 5_000

/** Listens on the page; answers the way to stop. */
export function listenToPlayerKeys(player: RecordingPlayer): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof Element) || event.target.closest(OWN_KEYS)) return
    if (event.key === ' ' && event.target.closest(PRESSING)) return
    if (pressPlayerKey(player, event.key)) event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

/** Does what a key stands for; answers whether it stands for anything. Time runs to the right in every language. */
export function pressPlayerKey(player: RecordingPlayer, key: string): boolean {
  const { playing } = player.read()
  const rate = (by: 1 | -1) => {
    const next = playingRates[playingRates.indexOf(playing.rate) + by]
    if (next) player.rate(next)
  }
  const does: Record<string, () => void> = {
    ' ': player.toggle,
    k: player.toggle,
    j: () => player.skip(-FAR_MS),
    l: () => player.skip(FAR_MS),
    ArrowLeft: () => player.skip(-NEAR_MS),
    ArrowRight: () => player.skip(NEAR_MS),
    ',': () => player.frame(-1),
    '.': () => player.frame(1),
    '<': () => rate(-1),
    '>': () => rate(1),
    Home: () => player.go(0),
    End: () => player.go(playing.lengthMs),
  }
  const found = does[key.length === 1 ? key.toLowerCase() : key]
  found?.()
  return found !== undefined
}
