// Calls for attention while nobody looks at the page: the title flashes, the system shows a notification.

const FLASH_MS = 1_000

let flashing: ReturnType<typeof setInterval> | undefined
let calm = ''

/** Flashes a text in the page's title until `calmTitle`. The page's own title returns afterwards. */
export function flashTitle(text: string): void {
  calmTitle()
  calm = document.title
  let on = false
  flashing = setInterval(() => {
    // A route that changed its title meanwhile keeps it.
    if (document.title !== text) calm = document.title
    on = !on
    document.title = on ? text : calm
  }, FLASH_MS)
}

export function calmTitle(): void {
  if (flashing === undefined) return
  clearInterval(flashing)
  flashing = undefined
  document.title = calm
}

/** Shows a system notification when the page is hidden and the person has permitted it. */
export function notifySystem(title: string, body: string, tag: string): void {
  if (document.visibilityState === 'visible') return
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag, requireInteraction: true })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Phones allow it through the service worker only; the siren and the dialog remain.
    void navigator.serviceWorker?.ready
      .then(worker => worker.showNotification(title, { body, tag, requireInteraction: true }))
      .catch(() => undefined)
  }
}
