// Whether the back end can be reached: from the browser's own word, from failed requests, and from a probe.

export interface Connection {
  online: boolean
  /** While not online: the browser has no network, or it has one and the server does not answer. */
  lost: 'network' | 'server' | undefined
  /** When this state began, epoch milliseconds. */
  since: number
  /** Last time the server answered, epoch milliseconds; undefined before the first answer. */
  reachedAt: number | undefined
}

const PROBE_TIMEOUT_MS = 5_000
const FIRST_PROBE_MS = 2_000
const SLOWEST_PROBE_MS = 30_000

let state: Connection = { online: true, lost: undefined, since: Date.now(), reachedAt: undefined }
let wait = FIRST_PROBE_MS
let timer: ReturnType<typeof setTimeout> | undefined
let probing: Promise<boolean> | undefined
let healthAddress = '/api/health'
const listeners = new Set<() => void>()

/** The state now. A new object only when `online` or `lost` changes. */
export const getConnection = (): Connection => state

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A request reached the server, or did not. What contradicts the present state is checked by a probe: one failure alarms
 * nobody, and an answer that was on its way when the network went is no network.
 */
export function reportReached(reached: boolean): void {
  if (reached && state.online) become(true)
  else if (reached !== state.online) void probe()
}

/** Calls back once, when the server stops being reachable; returns how to let go. */
export function whenLost(run: () => void): () => void {
  const stop = subscribeConnection(() => {
    if (state.online) return
    stop()
    run()
  })
  return stop
}

/** Asks the server's health address now; true when it answers in time. Two askers share one question. */
export function probe(withinMs = PROBE_TIMEOUT_MS): Promise<boolean> {
  probing ??= ask(withinMs).finally(() => {
    probing = undefined
  })
  return probing
}

/** Follows the browser's online events and probes until the server is back. Called once at start. */
export function watchConnection(address = healthAddress): void {
  healthAddress = address
  if (!navigator.onLine) become(false)
  globalThis.addEventListener('offline', () => become(false))
  globalThis.addEventListener('online', () => void probe())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !state.online) void probe()
  })
}

async function ask(withinMs: number): Promise<boolean> {
  let reached = false
  const asked = Date.now()
  try {
    const answer = await fetch(healthAddress, {
      cache: 'no-store',
      signal: AbortSignal.timeout(withinMs),
    })
    // The login page of a hotel's network is not the server's answer.
    reached = answer.ok && /json/.test(answer.headers.get('content-type') ?? '')
  } catch {
    // On a slow line the answers to other requests may be what fills it: they count as signs of life too.
    reached = navigator.onLine && (state.reachedAt ?? 0) > asked
  }
  become(reached)
  return reached
}

function become(online: boolean): void {
  const now = Date.now()
  const lost = online ? undefined : navigator.onLine ? 'server' : 'network'
  clearTimeout(timer)
  if (online) {
    wait = FIRST_PROBE_MS
    if (state.online) {
      // Same state: no new object, or every answer would re-render the shell.
      state.reachedAt = now
      return
    }
  } else {
    timer = setTimeout(() => void probe(), wait)
    wait = Math.min(wait * 2, SLOWEST_PROBE_MS)
    if (!state.online && state.lost === lost) return
  }
  state = {
    online,
    lost,
    since: state.online === online ? state.since : now,
    reachedAt: online ? now : state.reachedAt,
  }
  for (const listener of listeners) listener()
}
