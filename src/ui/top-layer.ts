// The one layer over everything: several dialogs live in it side by side, all of them within reach, the page behind is not.
// The browser's own modal dialogs would each make the others dead.

export interface Shown {
  element: HTMLElement
  rank: number
  /** Called by Escape; absent: Escape does nothing. */
  onEscape: () => (() => void) | undefined
  /** What had the focus in it last. */
  focus?: HTMLElement
}

/** The open dialogs by rank, the lowest first. */
const shown: Shown[] = []
/** The one that the keyboard is in. */
let current: Shown | undefined
/** Where the focus was before the first one opened. */
let before: Element | null = null
let layer: HTMLDialogElement | undefined
const listeners = new Set<() => void>()

/** The element that the dialogs are rendered into. */
export function topLayer(): HTMLDialogElement {
  if (layer?.isConnected) return layer
  const made = document.createElement('dialog')
  made.dataset.topLayer = ''
  // The dialogs in it have the names; this one only holds them.
  made.setAttribute('role', 'group')
  // Without it the browser closes a dialog at the second Escape, whatever the page says.
  made.setAttribute('closedby', 'none')
  made.addEventListener('cancel', event => event.preventDefault())
  for (const kind of ['focusin', 'pointerdown'] as const) made.addEventListener(kind, follow)
  document.body.append(made)
  layer = made
  return made
}

/** How many dialogs are open; an external store. */
export const openedDialogs = {
  read: (): number => shown.length,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** True when the keyboard is in the dialog that holds this element: keys are meant for that one alone. */
export const isInFront = (element: Element): boolean => current?.element.contains(element) === true

/** Opens a dialog; answers how to close it. */
export function showOnTop(entry: Shown): () => void {
  const holder = topLayer()
  if (shown.length === 0) {
    before = document.activeElement
    holder.showModal()
    window.addEventListener('keydown', onKey, true)
  }
  // A dialog that fills the screen with its picture would lie over this one.
  const { fullscreenElement } = document
  if (fullscreenElement && holder.contains(fullscreenElement)) void document.exitFullscreen().catch(() => {})
  const above = shown.filter(each => each.rank > entry.rank)
  shown.splice(shown.length - above.length, 0, entry)
  // What matters less leaves the focus where it is.
  if (above.length === 0) enter(entry)
  changed()
  return () => hide(entry)
}

function hide(entry: Shown): void {
  const holder = topLayer()
  shown.splice(shown.indexOf(entry), 1)
  const next = current === entry ? shown.at(-1) : current
  if (shown.length === 0) {
    current = undefined
    window.removeEventListener('keydown', onKey, true)
    holder.close()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    before = null
  } else if (next && next !== current) enter(next)
  changed()
}

function changed(): void {
  for (const listener of listeners) listener()
}

/** Back to where one was in it; at first, of an SOS, the title: whoever is typing must not take an alarm by accident. */
function enter(entry: Shown): void {
  current = entry
  const { element, focus } = entry
  const first = element.querySelector<HTMLElement>('[data-initial-focus]')
  const to = focus && element.contains(focus) ? focus : first
  to?.focus({ preventScroll: true })
}

function follow({ target, type }: Event): void {
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return
  current = shown.find(({ element }) => element.contains(target)) ?? current
  if (type === 'focusin' && target instanceof HTMLElement && current?.element.contains(target))
    current.focus = target
}

// Before any other listener of the window: what lies underneath must not take a key that was meant for these.
function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopImmediatePropagation()
    current?.onEscape()?.()
  }
  if (event.key === 'F6' && shown.length > 1) {
    event.preventDefault()
    event.stopImmediatePropagation()
    const step = event.shiftKey ? -1 : 1
    const at = current ? shown.indexOf(current) : 0
    const next = shown[(at + step + shown.length) % shown.length]
    if (next) enter(next)
  }
}
