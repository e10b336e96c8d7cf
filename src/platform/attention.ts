// Calls for attention while nobody looks at the page: the title flashes, the system shows a notification.

const FLASH_MS = 1_000

/** What wants to be said in the title, newest last. */
const wanted: string[] = []
let flashing: ReturnType<typeof setInterval> | undefined
let calm = ''
let shown = ''
let turn = 0

/** Flashes a text in the page's title, in turn with others; answers how to stop. The page's own title returns then. */
export function flashTitle(text: string): () => void {
  wanted.push(text)
  if (flashing === undefined) {
    calm = document.title
    shown = calm
    turn = 0
    flashing = setInterval(flash, FLASH_MS)
  }
  let stopped = false
  return () => {
    if (stopped) return
    stopped = true
    wanted.splice(wanted.indexOf(text), 1)
    if (wanted.length === 0) restore()
  }
}

function flash(): void {
  // A route that changed its title meanwhile keeps it.
  if (document.title !== shown) calm = document.title
  const texts = [...wanted].reverse().flatMap(text => [text, calm])
  shown = texts[turn % texts.length] ?? calm
  turn += 1
  document.title = shown
}

function restore(): void {
  clearInterval(flashing)
  flashing = undefined
  if (document.title === shown) document.title = calm
}

/**
 * Shows a system notification when the page is hidden and the person has permitted it. One with the same tag is
 * replaced. Answers how to take it back.
 */
export function notifySystem(title: string, body: string, tag: string): () => void {
  if (document.visibilityState === 'visible') return () => {}
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return () => {}
  try {
    const made = new Notification(title, { body, tag, requireInteraction: true })
    made.onclick = () => {
      window.focus()
      made.close()
    }
    return () => made.close()
  } catch {
    // Phones allow it through the service worker only; the sound and the dialog remain.
    const worker = navigator.serviceWorker?.ready
    void worker
      ?.then(ready => ready.showNotification(title, { body, tag, requireInteraction: true }))
      .catch(() => undefined)
    return () =>
      void worker
        ?.then(ready => ready.getNotifications({ tag }))
        .then(list => list.forEach(each => void each.close()))
        .catch(() => undefined)
  }
}
