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
 * Shows a system notification when the page is hidden and the person has permitted it. Of one tag there is only one.
 * Answers how to take it back.
 */
export function notifySystem(title: string, body: string, tag: string): () => void {
  if (document.visibilityState === 'visible') return () => {}
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return () => {}
  // Through the worker where there is one: a push message of the same tag then replaces it, with its buttons.
  if (navigator.serviceWorker?.controller) return notifyThroughWorker(title, body, tag)
  try {
    const made = new Notification(title, { body, tag, requireInteraction: true })
    made.onclick = () => {
      window.focus()
      made.close()
    }
    return () => made.close()
  } catch {
    // Phones allow it through the service worker only; the sound and the dialog remain.
    return notifyThroughWorker(title, body, tag)
  }
}

function notifyThroughWorker(title: string, body: string, tag: string): () => void {
  let over = false
  const shown = navigator.serviceWorker?.ready.then(async worker => {
    const there = await worker.getNotifications({ tag })
    if (!over && there.length === 0)
      await worker.showNotification(title, { body, tag, requireInteraction: true })
    return worker
  })
  shown?.catch(() => undefined)
  return () => {
    over = true
    shown
      ?.then(worker => worker.getNotifications({ tag }))
      .then(list => list.forEach(each => void each.close()))
      .catch(() => undefined)
  }
}
