// Which drawer is open, asked for from anywhere on the page; closed, the focus goes back to what opened it.

export interface Opened<Name extends string> {
  /** Opens it, in place of another one of the same store. */
  open: (name: Name) => void
  close: () => void
  /** An external store for whoever shows it. */
  read: () => Name | undefined
  subscribe: (listener: () => void) => () => void
}

/** Makes a store for drawers that are on the page only while they are open. */
export function createOpened<Name extends string>(): Opened<Name> {
  let name: Name | undefined
  let opener: HTMLElement | undefined
  const listeners = new Set<() => void>()
  const become = (next: Name | undefined) => {
    name = next
    for (const listener of listeners) listener()
  }
  return {
    open(next) {
      // One that leads to the next has no button left to come back to.
      if (name === undefined) opener = openerNow()
      become(next)
    },
    close() {
      if (name === undefined) return
      become(undefined)
      focusBack(opener)
      opener = undefined
    },
    read: () => name,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What shall have the focus again after something that opens now: in a popover, which closes, the button it hangs on. */
export function openerNow(): HTMLElement | undefined {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return undefined
  const popover = active.closest('[role="dialog"][id]')
  const holder = popover && document.querySelector(`[aria-controls="${CSS.escape(popover.id)}"]`)
  return holder instanceof HTMLElement ? holder : active
}

/** Gives the focus back once what closed is gone, unless something else has taken it. */
export function focusBack(opener: HTMLElement | undefined): void {
  // What closes leaves the page with the next paint or the one after it.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const active = document.activeElement
      if (active === null || active === document.body) opener?.focus({ preventScroll: true })
    }),
  )
}
