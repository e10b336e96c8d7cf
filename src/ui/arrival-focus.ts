// Where the focus goes when a screen takes the place of the one whose button was pressed.

/** For the ref of the new screen's title: takes the focus, unless it is somewhere already. */
export function takeLostFocus(title: HTMLElement | null): void {
  const { activeElement, body } = document
  if (title && (!activeElement || activeElement === body)) title.focus({ preventScroll: true })
}
