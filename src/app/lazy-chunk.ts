// Scripts that are fetched when needed: how long they may take, and how their failure is known.
import type { ComponentType } from 'react'
import { lazy } from 'react'
import { CHUNK_TIMEOUT_MS } from '../contract/envelope.ts'

/** A script chunk timed out, is missing, or failed to run. */
export class ChunkLoadError extends Error {
  constructor(reason: 'timeout' | 'missing', cause?: unknown) {
    super(`Loading a part of the console failed: ${reason}`, { cause })
    this.name = 'ChunkLoadError'
  }
}

/** True for our own error and for what browsers throw when a module cannot be fetched. */
export function isChunkError(error: unknown): boolean {
  if (error instanceof ChunkLoadError) return true
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|Unable to preload CSS/i.test(error.message)
  )
}

/**
 * Gives the error of a missing chunk our own words. By the browser's the router knows it, and would load the page again
 * behind a skeleton: for ever where the browser does not come to it, or serves the same old page again. Called at start.
 */
export function nameMissingChunks(): void {
  globalThis.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `A part of the console is missing: ${payload.message}`
  })
}

/** A chunk, or a `ChunkLoadError` after 120,000 ms. */
export function within<T>(loading: Promise<T>, milliseconds = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('timeout')), milliseconds)
    loading
      .then(resolve, cause => reject(new ChunkLoadError('missing', cause)))
      .finally(() => clearTimeout(timer))
  })
}

/** A component in a chunk of its own, under the same limit. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => within(load()))
}
