// Push messages while the console is closed: shows them, and sends what somebody does with one back to the server.

import { type PushPayload, pushPayload, pushReceipt } from '../src/contract/endpoints/push.ts'
import { envelope } from '../src/contract/envelope.ts'

/** What the browser knows of notifications beyond its type library. */
interface Options extends NotificationOptions {
  actions?: { action: string; title: string }[]
  renotify?: boolean
  timestamp?: number
  vibrate?: number[]
}

/** An open console. */
interface Page {
  readonly visibilityState: string
  readonly focused: boolean
  postMessage(message: unknown, ports: MessagePort[]): void
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
}

/** The part of the worker's world that this needs; tests bring their own. */
export interface World {
  origin: string
  registration: {
    showNotification(title: string, options: Options): Promise<void>
    getNotifications(filter?: { tag?: string }): Promise<{ close(): void }[]>
  }
  clients: {
    matchAll(of: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(address: string): Promise<unknown>
  }
  fetch: typeof globalThis.fetch
  wait(ms: number): Promise<unknown>
  /** Whether the browser bears a push without a notification while the console is on screen; others take the right away. */
  maySkip: boolean
}

interface Clicked {
  action: string
  notification: { close(): void; data: unknown }
}

export interface Notifications {
  received(text: string | undefined): Promise<void>
  clicked(event: Clicked): Promise<void>
  closed(notification: { data: unknown }): Promise<void>
  /** What a logout leaves on the screen is somebody's name and place. */
  clear(): Promise<void>
  /** The browser has dropped its subscription; only a page with a session can make another. */
  renew(): Promise<void>
}

type What = 'shown' | 'dismissed' | 'opened' | 'acknowledged'

const ICON = '/icons/icon-192.png'
export const ANSWER_MS = 1_000
const RECEIPT_MS = 15_000
/** How long an answer stays on the screen before it leaves by itself. */
const LINGER_MS = 6_000
const RHYTHM = { sos: [400, 150, 400, 150, 800], alarm: [400, 150, 400], call: [300, 200, 300, 200, 300] }

const receiptAnswer = pushReceipt.response

export function createNotifications(world: World): Notifications {
  const { registration, clients, origin } = world

  /** What the server made of it; undefined when it was not reached. */
  const tell = async (payload: PushPayload, what: What) => {
    try {
      const answer = await world.fetch(new URL(payload.receiptUrl, origin), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ receipt: payload.receipt, what }),
        signal: AbortSignal.timeout(RECEIPT_MS),
        keepalive: true,
      })
      const body = envelope.safeParse(await answer.json())
      const read = receiptAnswer.safeParse(body.data?.data)
      return read.success ? read.data : undefined
    } catch {
      return undefined
    }
  }

  const show = (payload: PushPayload, more: Options = {}, title = payload.title) =>
    registration.showNotification(title, {
      body: payload.body,
      tag: payload.tag,
      icon: ICON,
      lang: payload.lang,
      dir: payload.direction,
      timestamp: payload.at,
      data: payload,
      ...more,
    })

  const close = async (tag?: string) => {
    for (const each of await registration.getNotifications(tag === undefined ? {} : { tag })) each.close()
  }

  /** Something that wants no answer: it replaces what was there, makes no sound and goes. */
  const mention = async (payload: PushPayload, title?: string, body?: string) => {
    await show(payload, { silent: true, ...(body === undefined ? {} : { body }) }, title)
    await world.wait(LINGER_MS)
    await close(payload.tag)
  }

  /** Whether a console that somebody looks at says that it rings by itself. */
  const ringsOnScreen = async (payload: PushPayload) => {
    const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
    const visible = windows.filter(each => each.visibilityState === 'visible')
    if (visible.length === 0) return false
    const answers = visible.map(
      client =>
        new Promise<boolean>(resolve => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => {
            port1.close()
            resolve(data === true)
          }
          client.postMessage({ type: 'push', kind: payload.kind }, [port2])
        }),
    )
    const someone = Promise.any(answers.map(each => each.then(yes => yes || Promise.reject())))
    return Promise.race([someone, world.wait(ANSWER_MS).then(() => false)]).catch(() => false)
  }

  const received = async (payload: PushPayload) => {
    const { kind } = payload
    const onScreen = kind !== 'test' && (await ringsOnScreen(payload))
    if (onScreen && world.maySkip) {
      if (kind === 'gone') await close(payload.tag)
    } else if (kind === 'gone') {
      await Promise.all([tell(payload, 'shown'), mention(payload)])
      return
    } else {
      await show(payload, {
        actions: payload.actions,
        silent: onScreen,
        // What can wait until somebody looks makes one sound and leaves when the system thinks so.
        ...(kind === 'notice' && !onScreen && { renotify: true }),
        ...(kind !== 'test' &&
          kind !== 'notice' &&
          !onScreen && { requireInteraction: true, renotify: true, vibrate: RHYTHM[kind] }),
      })
    }
    await tell(payload, 'shown')
  }

  /** Brings a console to the front, at an address if there is one to go to. */
  const open = async (address?: string) => {
    const url = new URL(address ?? '/', origin)
    // The payload is ours, sealed and signed; even so it leads nowhere else.
    const target = url.origin === origin ? url.href : origin
    const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
    const [nearest] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused))
    if (!nearest) return void (await clients.openWindow(target))
    try {
      await nearest.focus()
      if (address !== undefined) await nearest.navigate(target)
    } catch {
      await clients.openWindow(target)
    }
  }

  const acknowledge = async (payload: PushPayload) => {
    const answer = await tell(payload, 'acknowledged')
    const { taken, faster, notSent } = payload.answers
    if (answer === undefined)
      return show(payload, { body: notSent, actions: payload.actions, requireInteraction: true })
    if (answer.done) return mention(payload, taken)
    if (answer.takenBy !== null) {
      const by = answer.takenBy
      return mention(
        payload,
        faster.replace('{name}', () => by),
      )
    }
    // Not theirs any more, or too old: the console says what is so.
    return open(payload.open)
  }

  return {
    received: async text => {
      const payload = payloadOf(safely(text))
      if (payload) await received(payload)
      // A push must show something, or the browser says that the page worked in secret.
      else await registration.showNotification('Gatehouse', { tag: 'unknown', icon: ICON })
    },
    clicked: async ({ action, notification }) => {
      notification.close()
      const payload = payloadOf(notification.data)
      // One that an open console showed by itself.
      if (!payload) return open()
      if (action === 'acknowledge') return acknowledge(payload)
      await Promise.all([open(payload.open), tell(payload, 'opened')])
    },
    closed: async ({ data }) => {
      const payload = payloadOf(data)
      if (payload) await tell(payload, 'dismissed')
    },
    clear: () => close(),
    renew: async () => {
      for (const client of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
        client.postMessage({ type: 'push-renew' }, [])
    },
  }
}

function safely(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function payloadOf(raw: unknown): PushPayload | undefined {
  const read = pushPayload.safeParse(raw)
  return read.success ? read.data : undefined
}
