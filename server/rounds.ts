// Work that comes round again and again: never twice at once, and a failed round does not end the next.

interface Rounds {
  /** Milliseconds until the first round, and from one to the next. */
  firstMs: number
  everyMs: number
  round(): Promise<unknown>
  failed(error: unknown): void
}

/** Starts the rounds; they keep no process alive. Answers the function that stops them. */
export function startRounds({ firstMs, everyMs, round, failed }: Rounds): () => void {
  let running = false
  const go = () => {
    if (running) return
    running = true
    round()
      .catch(failed)
      .finally(() => {
        running = false
      })
  }
  const first = setTimeout(go, firstMs)
  const timer = setInterval(go, everyMs)
  first.unref()
  timer.unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
