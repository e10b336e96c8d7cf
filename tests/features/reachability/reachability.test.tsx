// The panel of this device and the board, in a real browser over a fake back end and a pretended push service.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { DevicePanel } from '../../../src/features/reachability/device-panel.tsx'
import { OwnBrowsers } from '../../../src/features/reachability/own-browsers.tsx'
import { PushWord } from '../../../src/features/reachability/push-pill.tsx'
import { ReachabilityBoard } from '../../../src/features/reachability/reachability-board.tsx'
import { getConnection, watchConnection } from '../../../src/platform/connection.ts'
import { refreshPush } from '../../../src/platform/web-push.ts'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const ENDPOINT = 'https://push.example.com/abc'
/** First 22 signs of the address's SHA-256. */
let fingerprint = ''
const PUBLIC_KEY = btoa(`\u0004${'k'.repeat(64)}`).replaceAll('=', '')

let backEnd: FakeBackEnd
let permission: NotificationPermission
let answer: NotificationPermission
let subscribed: boolean
let fails: DOMException | undefined

beforeEach(async () => {
  backEnd = fakeBackEnd([])
  permission = 'default'
  answer = 'granted'
  subscribed = false
  fails = undefined
  localStorage.removeItem('gatehouse-kept-push')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ENDPOINT))
  fingerprint = btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22)
  backEnd.answer('push/subscribe', { id: 1 })
  backEnd.answer('push/unsubscribe', null)
  knows()
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission)
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    permission = answer
    return answer
  })
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
    unsubscribe: async () => {
      subscribed = false
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      if (fails) throw fails
      subscribed = true
      knows([
        { id: 1, fingerprint, label: 'Chrome · Linux', lastProvenAt: null, failure: null, createdAt: 1 },
      ])
      return subscription
    },
  }
  const registration = { pushManager } as unknown as ServiceWorkerRegistration
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockImplementation(async () => registration)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockImplementation(async () => registration)
})
afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
})

const knows = (subscriptions: object[] = []) =>
  backEnd.answer('push/key', { publicKey: PUBLIC_KEY, subscriptions })
const showDevice = () =>
  renderScreen(
    <div>
      <PushWord />
      <DevicePanel />
    </div>,
  )

test('switching on asks once, subscribes, and the server is told in the reader’s language', async () => {
  await showDevice()
  await expect.element(page.getByText('Notifications are off on this device')).toBeVisible()
  await page.getByRole('button', { name: 'Switch notifications on' }).click()
  await expect.element(page.getByText('Notifications reach this device')).toBeVisible()
  await expect.element(page.getByText('Push on')).toBeVisible()
  await expect.element(page.getByText('This device')).toBeVisible()
  expect(Notification.requestPermission).toHaveBeenCalledOnce()
  expect(backEnd.askedFor('push/subscribe')).toMatchObject([{ endpoint: ENDPOINT, language: 'en' }])
  await page.getByRole('button', { name: 'Switch off here' }).click()
  knows()
  await expect.element(page.getByText('Push off')).toBeVisible()
  expect(backEnd.askedFor('push/unsubscribe')).toEqual([{ endpoint: ENDPOINT }])
})

test('a browser that does not reach its push service says so, and nothing is on', async () => {
  fails = new DOMException('Registration failed', 'AbortError')
  await showDevice()
  await page.getByRole('button', { name: 'Switch notifications on' }).click()
  await expect.element(page.getByText(/cannot reach its push service, so/)).toBeVisible()
  await expect.element(page.getByText('Push off')).toBeVisible()
  expect(backEnd.askedFor('push/subscribe')).toEqual([])
})

test('a refused permission leads to the browser’s settings, and is not asked again', async () => {
  answer = 'denied'
  await showDevice()
  await page.getByRole('button', { name: 'Switch notifications on' }).click()
  await expect.element(page.getByText('The browser blocks notifications')).toBeVisible()
  await expect.element(page.getByText('Push blocked')).toBeVisible()
  expect(page.getByRole('button', { name: 'Switch notifications on' }).elements()).toEqual([])
  permission = 'default'
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(page.getByText('Push off')).toBeVisible()
})

test('what the server has forgotten is subscribed again without a question', async () => {
  permission = 'granted'
  subscribed = true
  await refreshPush('de')
  expect(backEnd.askedFor('push/subscribe')).toMatchObject([{ endpoint: ENDPOINT, language: 'de' }])
  expect(Notification.requestPermission).not.toHaveBeenCalled()
})

test('other browsers are listed with what is known of them, and can be removed', async () => {
  knows([
    {
      id: 4,
      fingerprint: 'x',
      label: 'Safari · iPhone',
      lastProvenAt: null,
      failure: 'noService',
      createdAt: 1,
    },
    {
      id: 5,
      fingerprint: 'y',
      label: 'Edge · Windows',
      lastProvenAt: Date.now(),
      failure: null,
      createdAt: 1,
    },
  ])
  await showDevice()
  await expect.element(page.getByText('The server cannot reach its push service')).toBeVisible()
  await expect.element(page.getByText(/Last verified/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove Safari · iPhone' }).click()
  await expect.poll(() => backEnd.askedFor('push/unsubscribe')).toEqual([{ id: 4 }])
})

const person = (userId: number, name: string, ...states: string[]) => ({
  userId,
  name,
  departmentName: 'Security',
  hears: ['sos', 'call'],
  channels: states.map((state, at) => ({
    channel: at === 0 ? 'console' : 'push',
    label: at === 0 || state === 'none' ? '' : 'Chrome',
    state,
    lastProvenAt: null,
    failure: state === 'failing' ? 'noService' : null,
  })),
})

test('the board names whom nobody reaches first, why, and tests who has a browser', async () => {
  backEnd.answer('push/board', {
    pushService: 'unreachable',
    people: [
      person(1, 'Ann', 'connected', 'none'),
      person(2, 'Bob', 'none', 'failing'),
      person(3, 'Cid', 'none', 'none'),
    ],
    walls: [
      { id: 1, name: 'Gate wall', state: 'silent', seenAt: Date.now() - 3_600_000 },
      { id: 2, name: 'Duty wall', state: 'live', seenAt: Date.now() },
    ],
  })
  backEnd.answer('push/test', {
    results: [
      { channel: 'console', label: '', sent: false, failure: 'notConnected' },
      { channel: 'push', label: 'Chrome', sent: false, failure: 'noService' },
    ],
  })
  await renderScreen(<ReachabilityBoard />)
  await expect.element(page.getByText('2 of 3 people may not be reached')).toBeVisible()
  await expect.element(page.getByText(/The server reaches no push service/)).toBeVisible()
  const text = page.getByRole('list').first().element().textContent ?? ''
  expect(text.indexOf('Cid')).toBeLessThan(text.indexOf('Bob'))
  expect(text.indexOf('Bob')).toBeLessThan(text.indexOf('Ann'))
  await expect.element(page.getByText('1 of 2 walls may be dark')).toBeVisible()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Gate wall' }).getByText('Not heard of'))
    .toBeVisible()
  const tests = page.getByRole('button', { name: /^Send a test/ })
  expect(tests.elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Send a test to Bob' }).click()
  await expect
    .element(page.getByText('The server cannot reach the push service of this browser'))
    .toBeVisible()
  expect(backEnd.askedFor('push/test')).toEqual([{ userId: 2 }])
})

test('the board says why it is empty, what failed, and who may not see it', async () => {
  backEnd.answer('push/board', { pushService: null, people: [], walls: [] })
  await renderScreen(<ReachabilityBoard />)
  await expect.element(page.getByText('Nobody receives SOS or calls')).toBeVisible()
  await cleanup()
  backEnd.refuse('push/board', { id: 'failed' })
  await renderScreen(<ReachabilityBoard />)
  await expect.element(page.getByText('Something went wrong in the server')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nobody receives SOS or calls')).toBeVisible()
  await cleanup()
  await renderScreen(<ReachabilityBoard />, { permissions: ['alarm.read'] })
  await expect.element(page.getByText('You may not see this page')).toBeVisible()
})

test('without a network the own browsers and the board say so instead of waiting for ever', async () => {
  // Nor is the server found by asking anew, however long the page takes to come.
  const away = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  watchConnection('data:application/json,{"ok":true}')
  window.dispatchEvent(new Event('offline'))
  await renderScreen(
    <>
      <OwnBrowsers own={undefined} />
      <ReachabilityBoard />
    </>,
  )
  await expect.poll(() => page.getByText('No connection to the server').elements().length).toBe(2)
  away.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => getConnection().online).toBe(true)
})
