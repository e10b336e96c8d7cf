// Sends push messages: encrypted, a few at a time, again while they are worth it, one after the other for one tag.
import webPush from 'web-push'
import type { PushPayload } from '../../../src/contract/endpoints/push.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { traced } from '../../trace.ts'
import type { Post, PostOutcome } from './post.ts'
import type { Vapid } from './vapid.ts'

/** For each push service: one that does not answer must not hold up the others. */
const AT_ONCE = 16
const MOST_SERVICES = 1_000
export const TIMEOUT_MS = 10_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = MINUTE_MS
const STOP_MS = 2_000

export interface Letter {
  to: { id: number; endpoint: string; p256dh: string; auth: string }
  payload: PushPayload
  /** How long it is worth sending, and for the service worth keeping. 0: one attempt. */
  ttlSeconds: number
  timeoutMs?: number
  /** Asked before every attempt. */
  wanted: () => Promise<boolean>
  /** Told after every attempt. */
  onOutcome: (outcome: PostOutcome) => Promise<void>
}

export interface Sender {
  /** Resolves with the last outcome; undefined when it was no longer wanted. Never rejects. */
  send(letter: Letter): Promise<PostOutcome | undefined>
  /** What has neither arrived nor been given up, and since when the oldest of it has waited. */
  unsent(): { waiting: number; oldestAt: number | undefined }
  /** Gives up what waits, and lets what is on its way arrive for a moment. */
  stop(): Promise<void>
}

interface Options {
  post: Post
  vapid: Vapid
  now?: () => number
  /** Calls back later; answers how to cancel. */
  after?: (ms: number, run: () => void) => () => void
  onError: (error: unknown) => void
}

const realAfter = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

export function createSender({ post, vapid, now = Date.now, after = realAfter, onError }: Options): Sender {
  const services = new Map<string, ReturnType<typeof createTurns>>()
  const chains = new Map<string, Promise<unknown>>()
  const sleepers = new Set<() => void>()
  /** In the order in which they came. */
  const open = new Set<{ at: number }>()
  let stopped = false

  const sleep = (ms: number) =>
    new Promise<void>(resolve => {
      const wake = () => {
        cancel()
        sleepers.delete(wake)
        resolve()
      }
      const cancel = after(ms, wake)
      sleepers.add(wake)
    })

  const turnsOf = (address: string) => {
    const { origin } = new URL(address)
    const turns = services.get(origin) ?? createTurns(AT_ONCE)
    if (services.size > MOST_SERVICES) services.clear()
    services.set(origin, turns)
    return turns
  }

  const attempt = (letter: Letter, leftMs: number) =>
    turnsOf(letter.to.endpoint)(async (): Promise<PostOutcome | undefined> => {
      if (stopped || !(await letter.wanted())) return undefined
      const { endpoint, p256dh, auth } = letter.to
      const details = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(letter.payload),
        {
          vapidDetails: vapid,
          TTL: Math.max(0, Math.round(leftMs / 1000)),
          urgency: 'high',
          topic: letter.payload.tag,
        },
      )
      const headers = Object.fromEntries(
        Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
      )
      const outcome = await post({
        address: endpoint,
        headers,
        body: details.body ?? Buffer.alloc(0),
        timeoutMs: letter.timeoutMs ?? TIMEOUT_MS,
      })
      await letter.onOutcome(outcome)
      return outcome
    })

  const deliver = async (letter: Letter): Promise<PostOutcome | undefined> => {
    const until = now() + letter.ttlSeconds * 1000
    for (let tries = 0; ; tries++) {
      const outcome = await attempt(letter, until - now())
      if (outcome?.is !== 'later' && outcome?.is !== 'noService') return outcome
      const asked = outcome.is === 'later' ? outcome.afterMs : undefined
      const wait = asked ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries)
      if (stopped || now() + wait >= until) return outcome
      await sleep(wait)
    }
  }

  return {
    send: letter => {
      // Messages of one tag go in order: if «it is over» overtook «it began», the latter would stay on the screen.
      const key = `${letter.to.id} ${letter.payload.tag}`
      const before = chains.get(key) ?? Promise.resolve()
      const own = { at: now() }
      open.add(own)
      const sent = before
        .then(() => traced('push', { about: letter.payload.tag.split('-')[0] ?? '' }, () => deliver(letter)))
        .catch((error: unknown) => {
          onError(error)
          return undefined
        })
        .finally(() => {
          open.delete(own)
          if (chains.get(key) === sent) chains.delete(key)
        })
      chains.set(key, sent)
      return sent
    },
    unsent: () => {
      const [oldest] = open
      return { waiting: open.size, oldestAt: oldest?.at }
    },
    stop: async () => {
      stopped = true
      for (const wake of [...sleepers]) wake()
      await Promise.race([
        Promise.allSettled([...chains.values()]),
        new Promise<void>(resolve => void realAfter(STOP_MS, resolve)),
      ])
    },
  }
}

/** Runs at most so many at once; the others wait in order. */
function createTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, not given back: whoever comes meanwhile cannot slip in between.
      if (next) next()
      else running--
    }
  }
}
