// What the service worker does with push messages, in a world of its own: no browser, no network, no waiting.
import { expect, test } from 'vitest'
import type { PushPayload } from '../../src/contract/endpoints/push.ts'
import { ANSWER_MS, createNotifications, type World } from '../../sw/notifications.ts'

const sos: PushPayload = {
  kind: 'sos',
  tag: 'sos-7',
  title: 'SOS emergency',
  body: 'Chen · Block 3',
  actions: [
    { action: 'acknowledge', title: "I'll take it" },
    { action: 'open', title: 'Open' },
  ],
  open: '/#/AlarmHistory?open=7',
  receipt: 'r'.repeat(43),
  receiptUrl: '/api/message/push/receipt',
  answers: { taken: 'You have taken it.', faster: '{name} was faster.', notSent: 'Not sent.' },
  lang: 'en',
  direction: 'ltr',
  at: 1_790_000_000_000,
}

interface Shown {
  title: string
  body?: string | undefined
  tag?: string | undefined
  silent?: boolean | null | undefined
  requireInteraction?: boolean | undefined
  actions?: { action: string }[] | undefined
  data?: unknown
}

/** A phone: what lies on its screen, which pages are open, and what the server answers. */
function phone(
  is: {
    /** Open pages, with what they answer when a message comes; undefined: nothing. */
    pages?: { visible: boolean; answers?: boolean; address?: string }[]
    server?: unknown
    maySkip?: boolean
  } = {},
) {
  const said: Shown[] = []
  const receipts: string[] = []
  const opened: string[] = []
  let onScreen: Shown[] = []
  const allAnswer = (is.pages ?? []).every(({ answers }) => answers !== undefined)
  const pages = (is.pages ?? []).map(page => ({
    visibilityState: page.visible ? 'visible' : 'hidden',
    focused: page.visible,
    postMessage: (_: unknown, ports: MessagePort[]) => {
      if (page.answers !== undefined) ports[0]?.postMessage(page.answers)
      ports[0]?.close()
    },
    focus: async () => {},
    navigate: async (address: string) => void opened.push(`here ${address}`),
  }))
  const world: World = {
    origin: 'https://console.example',
    registration: {
      showNotification: async (title, options) => {
        const shown = { title, ...options }
        said.push(shown)
        onScreen = [...onScreen.filter(each => each.tag !== options.tag), shown]
      },
      getNotifications: async ({ tag } = {}) =>
        onScreen
          .filter(each => tag === undefined || each.tag === tag)
          .map(each => ({
            close: () => {
              onScreen = onScreen.filter(other => other !== each)
            },
          })),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async address => void opened.push(`new ${address}`),
    },
    fetch: async (address, init) => {
      expect(String(address)).toBe('https://console.example/api/message/push/receipt')
      receipts.push((JSON.parse(String(init?.body)) as { what: string }).what)
      if (is.server === 'away') throw new TypeError('Failed to fetch')
      return Response.json({ code: 0, data: is.server ?? { done: true, takenBy: null } })
    },
    // Patience ends only where a page does not answer; nothing else is waited for longer than a turn.
    wait: ms => (ms === ANSWER_MS && allAnswer ? new Promise(() => {}) : Promise.resolve()),
    maySkip: is.maySkip ?? true,
  }
  const notifications = createNotifications(world)
  const click = (action: string, data: unknown = sos) =>
    notifications.clicked({ action, notification: { close: () => {}, data } })
  return { notifications, click, said, receipts, opened, onScreen: () => onScreen }
}

const push = (payload: PushPayload) => JSON.stringify(payload)

test('an SOS stays on the screen with its buttons, and its arrival is told', async () => {
  const { notifications, said, receipts } = phone()
  await notifications.received(push(sos))
  expect(said).toMatchObject([
    {
      title: 'SOS emergency',
      body: 'Chen · Block 3',
      tag: 'sos-7',
      requireInteraction: true,
      silent: false,
      actions: sos.actions,
    },
  ])
  expect(receipts).toEqual(['shown'])
})

test.each([
  ['a visible console that rings itself', { pages: [{ visible: true, answers: true }] }, 0],
  ['a visible page without a live session', { pages: [{ visible: true, answers: false }] }, 1],
  ['a visible page that does not answer', { pages: [{ visible: true }] }, 1],
  ['a console in the background', { pages: [{ visible: false, answers: true }] }, 1],
  [
    'one of two pages that rings',
    {
      pages: [
        { visible: true, answers: false },
        { visible: true, answers: true },
      ],
    },
    0,
  ],
])('with %s', async (_, is, shown) => {
  const { notifications, said, receipts } = phone(is)
  await notifications.received(push(sos))
  expect(said).toHaveLength(shown)
  expect(receipts).toEqual(['shown'])
})

test('a browser that must show something shows it without a sound when the console rings', async () => {
  const { notifications, said } = phone({ pages: [{ visible: true, answers: true }], maySkip: false })
  await notifications.received(push(sos))
  expect(said).toMatchObject([{ silent: true }])
  expect(said[0]?.requireInteraction).toBeUndefined()
})

test('a test is always shown', async () => {
  const { notifications, said } = phone({ pages: [{ visible: true, answers: true }] })
  await notifications.received(push({ ...sos, kind: 'test', tag: 'test-1', actions: [] }))
  expect(said).toHaveLength(1)
})

test('what was taken by somebody replaces the notification quietly and leaves', async () => {
  const { notifications, said, onScreen, receipts } = phone()
  await notifications.received(push(sos))
  await notifications.received(push({ ...sos, kind: 'gone', title: 'Li has taken it', actions: [] }))
  expect(said.at(-1)).toMatchObject({ title: 'Li has taken it', tag: 'sos-7', silent: true })
  expect(onScreen()).toEqual([])
  expect(receipts).toEqual(['shown', 'shown'])
})

test('acknowledging takes it without opening the console, and says so', async () => {
  const { click, said, receipts, opened, onScreen } = phone()
  await click('acknowledge')
  expect(receipts).toEqual(['acknowledged'])
  expect(said).toMatchObject([{ title: 'You have taken it.', body: 'Chen · Block 3', silent: true }])
  expect(opened).toEqual([])
  expect(onScreen()).toEqual([])
})

test('a faster colleague is named', async () => {
  const { click, said } = phone({ server: { done: false, takenBy: '$& Li' } })
  await click('acknowledge')
  expect(said).toMatchObject([{ title: '$& Li was faster.' }])
})

test('without a network it says that nothing was sent, and stays with its buttons', async () => {
  const { click, said, onScreen } = phone({ server: 'away' })
  await click('acknowledge')
  expect(said).toMatchObject([
    { title: 'SOS emergency', body: 'Not sent.', requireInteraction: true, actions: sos.actions },
  ])
  expect(onScreen()).toHaveLength(1)
})

test('what may not be taken any more opens the console', async () => {
  const { click, said, opened } = phone({ server: { done: false, takenBy: null } })
  await click('acknowledge')
  expect(said).toEqual([])
  expect(opened).toEqual(['new https://console.example/#/AlarmHistory?open=7'])
})

test('opening goes to a console that is open, else to a new one, and never to another site', async () => {
  const open = phone({ pages: [{ visible: false }] })
  await open.click('')
  expect(open.opened).toEqual(['here https://console.example/#/AlarmHistory?open=7'])
  expect(open.receipts).toEqual(['opened'])
  const closed = phone()
  await closed.click('open')
  expect(closed.opened).toEqual(['new https://console.example/#/AlarmHistory?open=7'])
  const foreign = phone()
  await foreign.click('open', { ...sos, open: 'https://elsewhere.example/' })
  expect(foreign.opened).toEqual(['new https://console.example'])
})

test('a dismissal is told, and nonsense shows something that leads home', async () => {
  const { notifications, click, said, receipts, opened } = phone()
  await notifications.closed({ data: sos })
  expect(receipts).toEqual(['dismissed'])
  for (const text of [undefined, 'x', '{}', '[]', push({ ...sos, kind: 'other' as 'sos' })])
    await notifications.received(text)
  expect(said.map(({ title }) => title)).toEqual(Array(5).fill('Gatehouse'))
  await click('acknowledge', null)
  await notifications.closed({ data: 'x' })
  expect(opened).toEqual(['new https://console.example/'])
  expect(receipts).toEqual(['dismissed'])
  const there = phone({ pages: [{ visible: false }] })
  await there.click('', null)
  expect(there.opened).toEqual([])
})

test('a logout clears the screen', async () => {
  const { notifications, onScreen } = phone()
  await notifications.received(push(sos))
  expect(onScreen()).toHaveLength(1)
  await notifications.clear()
  expect(onScreen()).toEqual([])
})
