// The keys of playing: space plays and pauses, arrows go a little, Home and End to the ends. Fields keep their own keys.
import { playbackSpeeds } from '../../../domain/track/playback.ts'
import type { Player } from './playback.driver.ts'

const OWN_KEYS =
  'input, textarea, select, button, a, summary, [contenteditable], [role="application"], [role="grid"], [role="dialog"], [role="listbox"], [role="menu"]'
/** An arrow goes so much of the whole; with Shift a tenth of it. */
const STEP = 0.01

/** Listens on the page; answers the way to stop. */
export function listenToPlaybackKeys(player: Player): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return
    if (pressKey(player, event.key, event.shiftKey)) event.preventDefault()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

/** Does what a key stands for; answers whether it stands for anything. Time runs to the right in every language. */
export function pressKey(player: Player, key: string, fine: boolean): boolean {
  const { is, length, speed } = player.state()
  const step = length * (fine ? STEP / 10 : STEP)
  switch (key) {
    case ' ':
      player.send({ on: is === 'playing' ? 'pausePressed' : 'playPressed' })
      return true
    case 'ArrowRight':
      player.send({ on: 'jumped', to: player.played() + step })
      return true
    case 'ArrowLeft':
      player.send({ on: 'jumped', to: player.played() - step })
      return true
    case 'Home':
      player.send({ on: 'jumped', to: 0 })
      return true
    case 'End':
      player.send({ on: 'jumped', to: length })
      return true
    case 'ArrowUp':
    case 'ArrowDown': {
      const at = playbackSpeeds.indexOf(speed) + (key === 'ArrowUp' ? 1 : -1)
      const next = playbackSpeeds[at]
      if (next) player.send({ on: 'speedChosen', speed: next })
      return true
    }
    default:
      return false
  }
}
