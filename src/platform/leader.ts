// Which of the tabs of this browser leads: only that one makes a sound.

/**
 * Asks to lead under a name. `onChange(true)` comes when the lock is ours; it stays ours until the page goes or the
 * returned function gives it back.
 */
export function lead(name: string, onChange: (leader: boolean) => void): () => void {
  const given = new AbortController()
  let release: (() => void) | undefined
  if (typeof navigator === 'undefined' || !navigator.locks) {
    // Without locks (plain http off localhost) every tab leads: a sound that comes twice is better than none.
    onChange(true)
    return () => onChange(false)
  }
  navigator.locks
    .request(name, { signal: given.signal }, () => {
      onChange(true)
      return new Promise<void>(resolve => {
        release = resolve
      })
    })
    .catch(() => {})
  return () => {
    given.abort()
    release?.()
    onChange(false)
  }
}
