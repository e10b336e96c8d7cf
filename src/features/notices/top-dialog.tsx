// A dialog over everything, other dialogs too: the browser's own top layer, focus held inside.
import { type ReactNode, useEffect, useRef } from 'react'
import css from './top-dialog.module.css'

export interface TopDialogProps {
  titleId: string
  textId?: string
  /** Interrupts: the screen reader says it at once. */
  alert?: boolean
  /** Escape does nothing; absent: Escape calls it. A click outside never closes. */
  onEscape?: (() => void) | undefined
  children: ReactNode
}

export function TopDialog({ titleId, textId, alert, onEscape, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const onKey = useRef(onEscape)
  useEffect(() => {
    onKey.current = onEscape
  })
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // Without it the browser closes a dialog at the second Escape, whatever the page says.
    element.setAttribute('closedby', 'none')
    // Window listeners of dialogs underneath must not take the Escape that was meant for this one.
    const guard = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      onKey.current?.()
    }
    window.addEventListener('keydown', guard, true)
    const before = document.activeElement
    element.showModal()
    // The title, not the button: whoever is typing must not take an alarm by accident.
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    return () => {
      window.removeEventListener('keydown', guard, true)
      element.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      role={alert ? 'alertdialog' : 'dialog'}
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={event => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}
