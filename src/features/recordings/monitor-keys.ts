// The keys of the playback: space plays and pauses, comma and dot step by frames, arrows go five seconds. Fields and the timeline
// keep their own keys.
import type { MonitorPlayer } from './monitor.driver.ts'

const OWN_KEYS =
  'input, textarea, select, [contenteditable], [role="slider"], [role="dialog"], [role="listbox"], [role="menu"]'
/** What the space bar presses. */
const PRESSED = 'button, a'
const ARROW_MS = 5_000

/** Listens on the page; answers the way to stop. */
export function listenToMonitorKeys(player: MonitorPlayer): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const { key, target } = event
    if (target instanceof Element && target.closest(key === ' ' ? `${OWN_KEYS}, ${PRESSED}` : OWN_KEYS))
      return
    const deeds: Record<string, () => void> = {
      ' ': () => player.send({ on: 'toggled' }),
      ',': () => player.send({ on: 'steppedFrames', by: -1 }),
      '.': () => player.send({ on: 'steppedFrames', by: 1 }),
      ArrowLeft: () => player.send({ on: 'jumpedBy', ms: -ARROW_MS }),
      ArrowRight: () => player.send({ on: 'jumpedBy', ms: ARROW_MS }),
    }
    const deed = deeds[key]
    if (!deed) return
    event.preventDefault()
    deed()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
