// A dialog over everything, other dialogs too: the browser's own top layer, focus held inside.
import { type ReactNode, useEffect, useRef } from 'react'
import css from './top-dialog.module.css'

export interface TopDialogProps {
  titleId: string
  textId?: string
  /** Interrupts: the screen reader says it at once. */
  alert?: boolean
  /** Called by Escape; absent: Escape does nothing. A click outside never closes. */
  onEscape?: (() => void) | undefined
  /** Where it stands: in the middle, along the end of the line, or as large as the screen allows. */
  place?: 'middle' | 'side' | 'large'
  children: ReactNode
}

export function TopDialog({ titleId, textId, alert, onEscape, place = 'middle', children }: TopDialogProps) {
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
    // Of an SOS the title, not the button: whoever is typing must not take an alarm by accident.
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
      className={`${css.dialog} ${css[place]}`}
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
