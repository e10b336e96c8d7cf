// The alarm list in a real browser: urgent ones first and armed, triage by keyboard, a waiting handling says so.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { AlarmPage } from '../../../src/features/alarms/alarm-page.tsx'
import { readAlarmSearch } from '../../../src/features/alarms/alarm-search.ts'
import { configureHttp } from '../../../src/platform/http.ts'
import { enqueue, startQueue, stopQueue } from '../../../src/platform/queue.ts'
import { deleteQueue, queueNames } from '../../../src/platform/queue-store.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { signIn } from '../../resource/sign-in.ts'
import { alarmRow } from './alarm-row.ts'

const now = Date.now()
/** As the server sends it. */
const wire = (id: number, facts: Record<string, unknown> = {}) => ({
  ...alarmRow({
    id,
    type: 'fall',
    severity: 'warning',
    raisedAt: now - id * 1000,
    deviceName: `Helmet ${id}`,
    wearerName: `Person ${id}`,
    userPhone: '13800000012',
    place: 'Tower B',
  }),
  type: 13,
  ...facts,
})
const sos = wire(9, { type: 15, severity: 'critical' })
const second = wire(2, {
  assignedTo: 'Zhao Yong',
  assignedToId: 31,
  acknowledgedBy: 'Liu Na',
  acknowledgedAt: now,
  escalation: 2,
  onTest: true,
})
const line = (id: number, kind: string, facts: Record<string, unknown> = {}) => ({
  id,
  alarmId: 9,
  kind,
  userName: null,
  note: null,
  at: now - 9000 + id * 1000,
  recordedAt: now - 9000 + id * 1000,
  ...facts,
})
const story = [
  line(1, 'raised'),
  line(2, 'told', { note: 'console:4,push:2' }),
  line(3, 'repeated', { note: 'console:4' }),
  line(4, 'repeated', { note: 'console:4' }),
  line(5, 'escalated'),
  line(6, 'commented', { userName: 'Liu Na', note: 'I look', recordedAt: now + 300_000 }),
]
const sosFirst = (a: { type: unknown }, b: { type: unknown }) => Number(b.type === 15) - Number(a.type === 15)
const text = (id: number, facts: Record<string, unknown> = {}) => ({
  id,
  version: 1,
  createdAt: now,
  updatedAt: now,
  alarmId: 9,
  type: 15,
  status: 'open',
  deviceName: 'Helmet 9',
  wearerName: 'Person 9',
  personName: 'Liu Na',
  phone: '138****0012',
  content: '报警：紧急求救',
  way: 'aliyun',
  state: 'delivered',
  failure: null,
  reason: null,
  tries: 1,
  at: now,
  sentAt: now,
  settledAt: now,
  nextAt: null,
  againBy: null,
  replaced: false,
  ...facts,
})
const noReceipt = { settledAt: null, sentAt: now }
const failed = { state: 'failed', failure: 'phoneOff', reason: 'MOBILE_NOT_ON_SERVICE' }
let texts: ReturnType<typeof text>[]
let textsAnswer: (query: URLSearchParams) => Response

let asked: { path: string; body: Record<string, unknown> }[]

// Answers as the server would, to the little that this screen asks.
const server: typeof fetch = async (input, init) => {
  const url = new URL(String(input), location.href)
  const path = url.pathname.replace('/api/message/', '')
  asked.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : {} })
  const answer = (data: unknown) =>
    new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
  if (path === 'alarm/page') {
    const query = url.searchParams
    if (query.get('takenById')) return answer({ list: [], total: 2 })
    if (query.get('size') === '1')
      return answer({ list: [], total: 3, counts: { open: 2, taken: 1, handled: 9 } })
    // By urgency the oldest of them stands first, because it is an SOS.
    const list = [wire(1), second, sos]
    return answer({
      list: query.get('sort') === '-severity' ? list.toSorted(sosFirst) : list,
      total: 3,
      counts: {},
    })
  }
  if (path === 'alarm/get') return answer(sos)
  if (path === 'alarm/colleagues')
    return answer([{ id: 31, name: 'Zhao Yong', departmentName: 'Patrol', inHand: 2 }])
  if (path === 'alarm/timeline') return answer(story)
  if (path === 'alarmText/page') return textsAnswer(url.searchParams)
  return answer({ results: [{ id: 9, ok: true }] })
}

async function show(address = '/AlarmHistory') {
  const root = createRootRoute()
  const list = createRoute({
    getParentRoute: () => root,
    path: '/AlarmHistory',
    validateSearch: readAlarmSearch,
    component: () => <AlarmPage search={list.useSearch()} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([list]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  return render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="campus" direction="ltr">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>,
  )
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  asked = []
  texts = []
  textsAnswer = query => {
    const list = query.get('state') ? texts.filter(({ state }) => state === query.get('state')) : texts
    const data = { list, total: list.length, counts: {} }
    return new Response(JSON.stringify({ code: 0, data }), {
      headers: { 'Content-Type': 'application/json' },
    })
  }
  configureHttp({ fetch: server, token: () => 't' })
  signIn(['alarm.read', 'alarm.handle', 'alarm.assign', 'alarm.export'])
})

afterEach(async () => {
  await cleanup()
  stopQueue()
  for (const name of await queueNames()) await deleteQueue(name)
  endSession('logout')
})

describe('text messages of an alarm', () => {
  const story = () => page.getByRole('region', { name: 'Text messages' })
  const lineOf = (name: string) => story().getByRole('listitem').filter({ hasText: name })
  beforeEach(() => {
    signIn(['alarm.read', 'alarm.handle', 'alarmText.read', 'alarmText.send'])
    texts = [
      text(1),
      text(2, { personName: 'Wang Wu', state: 'sent', ...noReceipt }),
      text(3, { personName: 'Zhao Yong', ...failed }),
      text(4, { personName: 'Sun Li', ...failed, replaced: true, failure: 'number', reason: null }),
      text(5, { personName: 'He Ping', state: 'queued', failure: 'unreachable', ...noReceipt, sentAt: null }),
    ]
  })

  it('stand under its story: to whom, by which carrier, what became of each and why, and once more', async () => {
    await show('/AlarmHistory?alarm=9')
    const said = {
      'Liu Na': ['Delivered', 'Aliyun'],
      'Wang Wu': ['Sent, no receipt yet'],
      'Zhao Yong': ['Not delivered', 'The phone was off or out of reach', 'MOBILE_NOT_ON_SERVICE'],
      'Sun Li': ['Not delivered', 'The phone number is not valid'],
      'He Ping': ['Waiting to be sent', 'The carrier could not be reached'],
    }
    for (const [name, words] of Object.entries(said))
      for (const each of words)
        await expect.element(lineOf(name).getByText(each, { exact: false })).toBeVisible()
    const again = story().getByRole('button', { name: 'Send again' })
    expect(again.elements()).toHaveLength(1)
    expect(lineOf('Zhao Yong').element().contains(again.element())).toBe(true)
    await again.click()
    await expect
      .poll(() => asked.find(({ path }) => path === 'alarmText/again')?.body)
      .toMatchObject({ ids: [3] })
  })

  it('are all in one list, with the one that is opened beside it', async () => {
    await show('/AlarmHistory?tab=texts')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Text messages')
    await page.getByText('Zhao Yong').first().click()
    const panel = page.getByRole('complementary')
    for (const words of ['MOBILE_NOT_ON_SERVICE', '138****0012'])
      await expect.element(panel.getByText(words, { exact: true })).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Send again' })).toBeEnabled()
  })

  it('say nothing where none was sent, and why they cannot be shown where that fails', async () => {
    texts = []
    await show('/AlarmHistory?alarm=9')
    await expect.element(page.getByText('Raised by the device')).toBeVisible()
    await expect.poll(() => asked.some(({ path }) => path === 'alarmText/page')).toBe(true)
    expect(story().elements()).toHaveLength(0)
    await cleanup()
    textsAnswer = () =>
      new Response(JSON.stringify({ code: 1500, id: 'failed', msg: 'x' }), {
        headers: { 'Content-Type': 'application/json' },
      })
    await show('/AlarmHistory?alarm=9')
    await expect.element(page.getByText('Text messages: Something went wrong in the server')).toBeVisible()
  })

  it('are not asked for by who may not read them', async () => {
    signIn(['alarm.read'])
    await show('/AlarmHistory?alarm=9')
    await expect.element(page.getByText('Raised by the device')).toBeVisible()
    expect(asked.map(({ path }) => path)).not.toContain('alarmText/page')
    await cleanup()
    await show('/AlarmHistory?tab=texts')
    await expect.element(page.getByText('You may not see this page')).toBeVisible()
  })
})

const READS = ['alarm/page', 'alarm/get', 'alarm/timeline', 'alarm/colleagues']
const commands = () => asked.filter(({ path }) => path.startsWith('alarm/') && !READS.includes(path))

describe('alarm list', () => {
  it('keeps an untaken SOS on top, in words and with its buttons', async () => {
    const screen = await show()
    const first = screen.getByRole('listitem').first()
    await expect.element(first.getByText('SOS')).toBeVisible()
    await expect.element(first.getByText('Critical')).toBeVisible()
    await expect.element(first.getByText('Nobody yet')).toBeVisible()
    await expect.element(first.getByRole('button', { name: 'Take it' })).toBeVisible()
    await expect.element(first.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:13800000012')
    expect(screen.getByRole('listitem').elements()).toHaveLength(3)
  })

  it('counts open, own and handled ones', async () => {
    const screen = await show()
    await expect.element(screen.getByRole('radio', { name: 'Open 3' })).toBeInTheDocument()
    await expect.element(screen.getByRole('radio', { name: 'Mine 2' })).toBeInTheDocument()
    await expect.element(screen.getByRole('radio', { name: 'Handled 9' })).toBeInTheDocument()
  })

  it('is worked off by keyboard alone: J moves, T takes, R reads, E handles with a note', async () => {
    const screen = await show()
    await expect.element(screen.getByText('SOS')).toBeVisible()
    await userEvent.keyboard('jt')
    await expect.poll(() => commands().map(({ path }) => path)).toEqual(['alarm/take'])
    expect(commands()[0]?.body).toMatchObject({ ids: [9] })
    await userEvent.keyboard('jr')
    await expect.poll(() => commands().at(-1)?.path).toBe('alarm/read')
    expect(commands().at(-1)?.body).toMatchObject({ ids: [1] })
    await userEvent.keyboard('e')
    const note = screen.getByRole('textbox', { name: /What was found/ })
    await note.fill('jammed sensor')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => commands().at(-1)?.path).toBe('alarm/handle')
    expect(commands().at(-1)?.body).toMatchObject({ ids: [1], input: { note: 'jammed sensor' } })
  })

  it('acknowledges and chooses by keyboard, and shows all keys on a question mark', async () => {
    const screen = await show()
    await expect.element(screen.getByText('SOS')).toBeVisible()
    await userEvent.keyboard('ja')
    await expect.poll(() => commands().at(-1)?.path).toBe('alarm/acknowledge')
    expect(commands().at(-1)?.body).toMatchObject({ ids: [9] })
    await userEvent.keyboard('jxjxr')
    await expect.poll(() => commands().at(-1)?.body).toMatchObject({ ids: [1, 2] })
    await userEvent.keyboard('?')
    const help = screen.getByRole('dialog', { name: 'Keys of the alarm list' })
    await expect.element(help.getByText('Assign to somebody')).toBeVisible()
  })

  it('offers keys to who may use them, and to others only those that look', async () => {
    signIn(['alarm.read'])
    const screen = await show()
    await expect.element(screen.getByText('SOS')).toBeVisible()
    await userEvent.keyboard('?')
    const help = screen.getByRole('dialog', { name: 'Keys of the alarm list' })
    await expect.element(help.getByText('Next alarm')).toBeVisible()
    await expect.element(help.getByText('Mark as read')).toBeVisible()
    expect(help.getByText('Take it').elements()).toEqual([])
    expect(help.getByText('Assign to somebody').elements()).toEqual([])
  })

  it('says who has seen it, whom it is for, how far up it went and that it is a test', async () => {
    const screen = await show()
    const line = screen.getByRole('listitem').nth(2)
    await expect.element(line.getByText('For Zhao Yong')).toBeVisible()
    await expect.element(line.getByText('Seen by Liu Na')).toBeVisible()
    await expect.element(line.getByText('Level 2 of 3')).toBeVisible()
    await expect.element(line.getByText('On test')).toBeVisible()
  })

  it('assigns to one of those who may handle it, with a note', async () => {
    const screen = await show()
    await expect.element(screen.getByText('SOS')).toBeVisible()
    await userEvent.keyboard('js')
    const dialog = screen.getByRole('dialog', { name: 'Assign' })
    await dialog.getByRole('combobox', { name: /Assign to/ }).click()
    await screen.getByRole('option', { name: /Zhao Yong · Patrol · 2 alarms in hand/ }).click()
    await dialog.getByRole('textbox', { name: 'Note for them' }).fill('quickly')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expect.poll(() => commands().at(-1)?.path).toBe('alarm/assign')
    expect(commands().at(-1)?.body).toMatchObject({ ids: [9], input: { userId: 31, note: 'quickly' } })
  })

  it('an alarm has a page of its own that tells its story', async () => {
    const screen = await show('/AlarmHistory?alarm=9')
    await expect.element(screen.getByRole('heading', { name: /SOS/ })).toBeVisible()
    await expect.element(screen.getByText('Raised by the device')).toBeVisible()
    await expect.element(screen.getByText(/^Notified again 2 times/)).toBeVisible()
    await expect.element(screen.getByText('Escalated, because nobody acted')).toBeVisible()
    await expect.element(screen.getByText(/Reached the server at/)).toBeVisible()
    await screen.getByRole('textbox', { name: 'Comment' }).fill('on my way')
    await screen.getByRole('button', { name: 'Comment' }).last().click()
    await expect.poll(() => commands().at(-1)?.path).toBe('alarm/comment')
    expect(commands().at(-1)?.body).toMatchObject({ ids: [9], input: { note: 'on my way' } })
  })

  it('several at once', async () => {
    const screen = await show()
    await screen.getByRole('checkbox', { name: /Helmet 1/ }).click()
    await screen.getByRole('checkbox', { name: /Helmet 2/ }).click()
    await expect.element(screen.getByText('2 selected')).toBeVisible()
    await screen.getByRole('button', { name: 'Mark as read' }).click()
    await expect.poll(() => commands().at(-1)?.body).toMatchObject({ ids: [1, 2] })
  })

  it('says that a handling waits for the network', async () => {
    await startQueue(
      { tenantId: 1, userId: 7 },
      { seal: 'A'.repeat(43), tell: 'handle', mask: '王**' },
      { send: async () => ({ is: 'unreached' }), newKey: () => crypto.randomUUID() },
    )
    await enqueue({ entity: 'alarm', command: 'handle', ids: [2], input: { note: 'x' }, subject: 'Fall' })
    const screen = await show()
    await expect.element(screen.getByText('Handling pending until the network is back')).toBeVisible()
  })
})
