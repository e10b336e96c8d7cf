// A dialog over everything, other dialogs too: the browser's own top layer, focus held inside.
import { type ReactNode, useEffect, useRef } from 'react'
import css from './top-dialog.module.css'

export interface TopDialogProps {
  titleId: string
  textId?: string
  /** Interrupts: the screen reader says it at once. */
  alert?: boolean
  /** Lies over dialogs of a lower rank, also over those that come after it. */
  rank?: number
  /** Called by Escape; absent: Escape does nothing. A click outside never closes. */
  onEscape?: (() => void) | undefined
  /** Where it stands: in the middle, along the end of the line, or as large as the screen allows. */
  place?: 'middle' | 'side' | 'large'
  children: ReactNode
}

interface Shown {
  element: HTMLDialogElement
  rank: number
  /** Where the focus was before. */
  before: Element | null
}

/** The open dialogs, the top one last. */
const shown: Shown[] = []

/** True when no other dialog lies over the one that holds this element. */
export const isOnTop = (element: Element): boolean => shown.at(-1)?.element === element.closest('dialog')

export function TopDialog({
  titleId,
  textId,
  alert,
  rank = 0,
  onEscape,
  place = 'middle',
  children,
}: TopDialogProps) {
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
      if (event.key !== 'Escape' || !isOnTop(element)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      onKey.current?.()
    }
    window.addEventListener('keydown', guard, true)
    const entry = { element, rank, before: document.activeElement }
    show(entry)
    return () => {
      window.removeEventListener('keydown', guard, true)
      hide(entry)
    }
  }, [rank])
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

function show(entry: Shown): void {
  const above = shown.filter(each => each.rank > entry.rank)
  shown.splice(shown.length - above.length, 0, entry)
  entry.element.showModal()
  focusFirst(entry)
  // The browser stacks by who came last: those that must lie above come once more, just as they were.
  for (const each of above) {
    const { element } = each
    element.close()
    element.dataset.again = ''
    element.showModal()
    if (!refocus(element, entry.before)) focusFirst(each)
  }
}

function hide(entry: Shown): void {
  const { element, before } = entry
  const focus = document.activeElement
  shown.splice(shown.indexOf(entry), 1)
  element.close()
  // Whoever came over this dialog gives the focus back to where this one found it.
  for (const each of shown) if (element.contains(each.before)) each.before = before
  const top = shown.at(-1)
  if (!top) {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  } else if (!refocus(top.element, focus) && !refocus(top.element, before)) focusFirst(top)
}

/** Of an SOS the title, not the button: whoever is typing must not take an alarm by accident. */
const focusFirst = ({ element }: Shown) => element.querySelector<HTMLElement>('[data-initial-focus]')?.focus()

/** Focuses an element again if it is in this dialog. */
function refocus(dialog: HTMLDialogElement, focus: Element | null): boolean {
  if (!(focus instanceof HTMLElement) || focus === dialog || !dialog.contains(focus)) return false
  focus.focus({ preventScroll: true })
  return true
}
