// Markers by keyboard: those of a layer are one stop of the Tab key, and the arrow keys lead from one to the next.

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Lets the keyboard walk the buttons in `element`. Fifty events of a track would else be fifty stops before whatever
 * follows the map. One that can be dragged stays a stop of its own: the arrow keys move it.
 */
export function walkMarkers(element: HTMLElement): { settle(): void } {
  let current: HTMLButtonElement | undefined
  const all = () => [...element.querySelectorAll('button')]
  const isWalked = (button: HTMLButtonElement) =>
    !button.hasAttribute('data-draggable') && button.style.visibility !== 'hidden'

  /** After markers came, went or moved: one that is in sight is the stop. */
  const settle = () => {
    const walked = all().filter(isWalked)
    const stop =
      walked.find(button => button === current) ??
      walked.find(button => button.hasAttribute('data-selected')) ??
      walked[0]
    for (const button of all()) {
      const wanted = button === stop || button.hasAttribute('data-draggable') ? 0 : -1
      if (button.tabIndex !== wanted) button.tabIndex = wanted
    }
  }

  element.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    current = target
    settle()
  })
  element.addEventListener('keydown', event => {
    const { key, target } = event
    if (!(target instanceof HTMLButtonElement) || !isWalked(target)) return
    const walked = all().filter(isWalked)
    const step = STEPS[key]
    const next =
      key === 'Home' ? 0 : key === 'End' ? walked.length - 1 : step && walked.indexOf(target) + step
    if (next === undefined) return
    // The ground would be moved by the same keys.
    event.preventDefault()
    event.stopPropagation()
    walked[Math.min(Math.max(next, 0), walked.length - 1)]?.focus()
  })
  return { settle }
}
