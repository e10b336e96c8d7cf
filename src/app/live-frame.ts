// Gathers what arrives between two frames, so that a storm of messages costs one pass over the caches.

const HIDDEN_MS = 1_000

/** Returns how to add an item; `run` gets all that came since the last time, at most once a frame. */
export function perFrame<T>(run: (items: readonly T[]) => void): (item: T) => void {
  let items: T[] = []
  const flush = () => {
    const due = items
    items = []
    run(due)
  }
  return item => {
    items.push(item)
    if (items.length > 1) return
    // A hidden page gets no frames; a timer takes their place, less often.
    if (document.visibilityState === 'hidden') setTimeout(flush, HIDDEN_MS)
    else requestAnimationFrame(flush)
  }
}

/** Returns a function that runs at most once in so many milliseconds, the last time included. */
export function atMostEvery(milliseconds: number, run: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    if (timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        last = performance.now()
        run()
      },
      Math.max(0, last + milliseconds - performance.now()),
    )
  }
}
