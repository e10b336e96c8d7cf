// The browser's own question before a page is closed or loaded anew, while something goes on that would be lost.

/** Asks before the page goes, until the answer of this is called. */
export function warnBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
