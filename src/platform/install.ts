// Installing the console to the home screen: the browser's offer is kept until the person wants it.

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** `offer`: one tap installs. `byHand`: the browser has a menu for it (iOS). `none`: installed, or not possible. */
export type InstallState = 'none' | 'offer' | 'byHand'

let offered: InstallEvent | undefined
const listeners = new Set<() => void>()

const changed = () => {
  for (const listener of listeners) listener()
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

/** Listens for the browser's offer. Called once, early: the event comes once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    offered = isInstallEvent(event) ? event : undefined
    changed()
  })
  addEventListener('appinstalled', () => {
    offered = undefined
    changed()
  })
}

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function installState(): InstallState {
  if (matchMedia('(display-mode: standalone)').matches) return 'none'
  if (offered) return 'offer'
  const { userAgent, maxTouchPoints } = navigator
  const apple = /iPad|iPhone/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return apple && !('standalone' in navigator && navigator.standalone === true) ? 'byHand' : 'none'
}

/** Shows the browser's own question. Works in a gesture only, and once per offer. */
export async function install(): Promise<void> {
  const event = offered
  offered = undefined
  await event?.prompt()
  changed()
}
