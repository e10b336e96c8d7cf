// Push messages to this browser: what stands in the way, switching them on and off, keeping them with the session.
import { pushKey, subscribePush, unsubscribePush } from '../contract/endpoints/push.ts'
import type { Language } from '../domain/languages.ts'
import { mayRenew, type PushFacts, type PushState, pushStateOf } from '../domain/notice/push-state.ts'
import { KEPT_PREFIX } from '../domain/storage-keys.ts'
import { sendRequest } from './http.ts'

export interface PushView {
  is: PushState
  busy: boolean
  /** Why switching on failed. `noService`: the browser does not reach its push service. */
  failure: 'noService' | 'failed' | undefined
  /** Tells this browser among the person's own. */
  fingerprint: string | undefined
}

/** The browser asks its push service, which may never answer. */
const SUBSCRIBE_MS = 20_000
/** Gone with the person's other things at the logout, which ends the subscription too. */
const WANTED = `${KEPT_PREFIX}push`

let view: PushView = { is: 'unknown', busy: false, failure: undefined, fingerprint: undefined }
const listeners = new Set<() => void>()

const become = (next: Partial<PushView>) => {
  view = { ...view, ...next }
  for (const listener of listeners) listener()
}

/** Whether push reaches this browser; an external store for views. */
export const pushState = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): PushView => view,
}

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

async function ownSubscription(): Promise<PushSubscription | undefined> {
  if (!isSupported()) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

interface Looked {
  facts: PushFacts
  subscription: PushSubscription | undefined
  publicKey: string | undefined
}

async function look(): Promise<Looked> {
  const secure = isSecureContext
  const supported = isSupported()
  const subscription = await ownSubscription().catch(() => undefined)
  const answer = secure && supported ? await sendRequest(pushKey, {}).catch(() => undefined) : undefined
  return {
    subscription,
    publicKey: answer?.publicKey,
    facts: {
      secure,
      supported,
      permission: supported ? Notification.permission : 'default',
      fingerprint: subscription && (await fingerprintOf(subscription.endpoint)),
      known: answer?.subscriptions.map(({ fingerprint }) => fingerprint),
      wanted: localStorage.getItem(WANTED) !== null,
    },
  }
}

const show = ({ facts }: Looked) => become({ is: pushStateOf(facts), fingerprint: facts.fingerprint })

/** Looks again; what only a new subscription mends is mended. Never asks the person. */
export async function refreshPush(language: Language): Promise<void> {
  const looked = await look()
  show(looked)
  const { facts, subscription, publicKey } = looked
  if (publicKey === undefined || facts.permission !== 'granted') return
  // Known to the server, it still may be an older session's, or speak another language.
  if (subscription === undefined && !mayRenew(facts)) return
  await register(publicKey, language).catch(() => undefined)
  show(await look())
}

/** Asks for permission and subscribes. Works in a gesture only. */
export async function enablePush(language: Language): Promise<void> {
  if (view.busy) return
  become({ busy: true, failure: undefined })
  try {
    if ((await Notification.requestPermission()) === 'granted') {
      const { publicKey } = await sendRequest(pushKey, {})
      await register(publicKey, language)
      localStorage.setItem(WANTED, 'true')
    }
  } catch (error) {
    const failure = error instanceof DOMException && error.name !== 'NotAllowedError' ? 'noService' : 'failed'
    become({ failure })
  } finally {
    show(await look())
    become({ busy: false })
  }
}

/** Ends push to this browser, here and at the server. */
export async function disablePush(): Promise<void> {
  if (view.busy) return
  become({ busy: true, failure: undefined })
  localStorage.removeItem(WANTED)
  try {
    const subscription = await ownSubscription()
    if (subscription) {
      await subscription.unsubscribe()
      await sendRequest(unsubscribePush, { endpoint: subscription.endpoint })
    }
  } catch {
    become({ failure: 'failed' })
  } finally {
    show(await look())
    become({ busy: false })
  }
}

/** Answers the service worker's question whether this page rings by itself, and renews what the browser has dropped. */
export function answerWorker(rings: () => boolean, renew: () => void): () => void {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  const hear = ({ data, ports }: MessageEvent) => {
    const type: unknown = data?.type
    if (type === 'push') ports[0]?.postMessage(rings())
    if (type === 'push-renew') renew()
  }
  worker?.addEventListener('message', hear)
  return () => worker?.removeEventListener('message', hear)
}

async function register(publicKey: string, language: Language): Promise<void> {
  const subscription = await subscribeBrowser(publicKey)
  const { endpoint, keys } = subscription.toJSON()
  await sendRequest(subscribePush, {
    endpoint: endpoint ?? subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    label: browserLabel(navigator.userAgent),
    language,
  })
}

async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  const registration = await within(navigator.serviceWorker.ready)
  const wanted = bytesOf(publicKey)
  const present = await registration.pushManager.getSubscription()
  // Made for another installation's key, it can hear nothing of ours.
  if (present && !sameBytes(present.options.applicationServerKey, wanted)) await present.unsubscribe()
  return within(registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted }))
}

function within<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('No answer', 'TimeoutError')), SUBSCRIBE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, sign => sign.charCodeAt(0))
}

function sameBytes(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0))
  return bytes.length === other.length && bytes.every((byte, at) => byte === other[at])
}

async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)))
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)
}

/** What a browser is called in lists: its maker's name and the system. */
export function browserLabel(agent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([sign]) => sign.test(agent))?.[1]
  const browser = find([
    [/Edg/, 'Edge'],
    [/OPR|Opera/, 'Opera'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ])
  const system = find([
    [/Android/, 'Android'],
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/CrOS/, 'ChromeOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux/, 'Linux'],
  ])
  return [browser ?? 'Web', system].filter(Boolean).join(' · ')
}
