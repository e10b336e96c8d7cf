// Where the focus goes when a screen takes the place of the one whose button was pressed, and when a dialog goes.
import { useEffect, useState } from 'react'

/** For the ref of the new screen's title: takes the focus, unless it is somewhere already. */
export function takeLostFocus(title: HTMLElement | null): void {
  const { activeElement, body } = document
  if (title && (!activeElement || activeElement === body)) title.focus({ preventScroll: true })
}

/**
 * Gives the focus back to what was pressed when a dialog goes that is there only while it is open: one that is told to
 * open and close does so itself. Call where the dialog is rendered, `opened` as at its first moment.
 */
export function useFocusBack(opened = true): void {
  const [from] = useState(() => (opened ? pressed() : null))
  useEffect(
    () => () => {
      // After the dialog has left the page with the focus in it.
      setTimeout(() => {
        const { activeElement, body } = document
        if (!activeElement || activeElement === body) from?.focus({ preventScroll: true })
      })
    },
    [from],
  )
}

/** What has the focus; for an item of a menu, which goes with it, the menu's button. */
function pressed(): HTMLElement | null {
  const { activeElement } = document
  const button = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return activeElement instanceof HTMLElement ? activeElement : null
}
