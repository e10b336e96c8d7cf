// The strip, the mute switch, the presence panel and the form in a real browser.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { PushClient } from '../../../src/contract/push-service.ts'
import type { SpokenAlarm, SpokenNotice } from '../../../src/contract/spoken-notices.ts'
import { department } from '../../../src/domain/access/access.ts'
import type { Heartbeat } from '../../../src/domain/notice/heartbeat.ts'
import { typeWords } from '../../../src/features/alarms/alarm-words.ts'
import { PresencePanel } from '../../../src/features/presence/presence-panel.tsx'
import { RoomBadge } from '../../../src/features/presence/room-badge.tsx'
import { muted } from '../../../src/features/spoken-notices/mute.ts'
import SpeakDrawer from '../../../src/features/spoken-notices/speak-drawer.tsx'
import { createSpokenBoard } from '../../../src/features/spoken-notices/spoken.driver.ts'
import { SpokenStatus } from '../../../src/features/spoken-notices/spoken-status.tsx'
import { SpokenStrip } from '../../../src/features/spoken-notices/spoken-strip.tsx'
import { StandingAlarms } from '../../../src/features/spoken-notices/standing-alarms.tsx'
import type { Presence } from '../../../src/platform/push-socket.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import type { SpeechState } from '../../../src/platform/speech.ts'
import { type FakeBackEnd, fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { signIn } from '../../resource/sign-in.ts'
import { renderUi, wrapUi } from '../../ui/render-ui.tsx'

let backEnd: FakeBackEnd
beforeEach(() => {
  backEnd = fakeBackEnd([{ entity: department, rows: [] }])
  signIn([], { tenantId: 3 })
})
afterEach(async () => {
  await cleanup()
  endSession('logout')
  localStorage.clear()
})

const still = <T,>(value: T) => ({ read: () => value, subscribe: () => () => {} })

describe('strip', () => {
  it('shows text and author, and goes when it is read', async () => {
    const board = createSpokenBoard({ now: Date.now, after: () => () => {}, hidden: () => true })
    board.take({ id: 'a', msgContent: '请到东门集合 <b>', author: '王队', at: Date.now() })
    const screen = await renderUi(<SpokenStrip board={board} names={typeWords} />)
    await expect.element(screen.getByText('请到东门集合 <b>')).toBeVisible()
    await expect.element(screen.getByText('王队')).toBeVisible()
    await screen.getByRole('button', { name: 'I have read it' }).click()
    await expect.element(screen.getByText('王队')).not.toBeInTheDocument()
  })

  it('one that was seen to come can be closed before its time', async () => {
    const board = createSpokenBoard({ now: Date.now, after: () => () => {}, hidden: () => false })
    board.take({ id: 'a', msgContent: '紧急求救：陈秀英', author: null })
    const screen = await renderUi(<SpokenStrip board={board} names={typeWords} />)
    await screen.getByRole('button', { name: 'Close' }).click()
    expect(board.read()).toEqual([])
  })

  const smoke = (more: Partial<SpokenAlarm> = {}): SpokenNotice => ({
    msgContent: '报警未确认：烟雾，张强，3栋 2 1204',
    author: null,
    at: Date.now(),
    alarm: {
      id: 7,
      type: 'smoke',
      severity: 'critical',
      why: 'repeated',
      who: '张强',
      where: ['3栋', '2', '1204'],
      times: 2,
      ...more,
    },
  })

  it('an alarm that is told again and again is one line with a counter, worded by the console', async () => {
    const board = createSpokenBoard({ now: Date.now, after: () => () => {}, hidden: () => false })
    const shown = vi.fn()
    const screen = await renderUi(
      <>
        <StandingAlarms board={board} names={typeWords} onShow={shown} />
        <SpokenStrip board={board} names={typeWords} />
        <h1>Devices</h1>
      </>,
    )
    board.take(smoke({ why: 'raised', times: 1 }))
    await expect.element(screen.getByText('Smoke · 张强 · 3栋 · 2 · 1204')).toBeVisible()
    for (let times = 2; times <= 37; times += 1) board.take(smoke({ times }))
    await expect.element(screen.getByText(/reported 37 times/)).toBeVisible()
    await expect.element(screen.getByText(/Still not handled: Smoke/)).toBeVisible()
    expect(document.body.innerText.match(/张强/g)).toHaveLength(1)
    expect(document.body.innerText).not.toContain('报警')
    // Over nothing: the title of the page is where a finger expects it.
    const title = screen.getByRole('heading', { name: 'Devices' }).element()
    const { x, y } = title.getBoundingClientRect()
    expect(document.elementFromPoint(x + 4, y + 4)).toBe(title)
    await screen.getByRole('button', { name: 'Show' }).click()
    expect(shown).toHaveBeenCalledWith(7)
    await screen.getByRole('button', { name: 'Close' }).click()
    board.take(smoke({ times: 38 }))
    expect(board.alarms()).toEqual([])
  })

  it('leaves when somebody has seen to it, and an SOS has its dialog instead', async () => {
    const board = createSpokenBoard({ now: Date.now, after: () => () => {}, hidden: () => false })
    board.take(smoke())
    expect(board.alarms()).toHaveLength(1)
    board.settle(7)
    expect(board.alarms()).toEqual([])
    // Said aloud all the same.
    expect(board.take(smoke({ id: 8, type: 'sos' }))).toBe(true)
    expect([...board.alarms(), ...board.read()]).toEqual([])
  })

  it('makes room above a page of a phone, and leaves the way out of a panel free', async () => {
    await page.viewport(390, 800)
    const board = createSpokenBoard({ now: Date.now, after: () => () => {}, hidden: () => false })
    board.take({ id: 'a', msgContent: '请到东门集合'.repeat(20), author: '王队', at: Date.now() })
    const strip = (drawer: boolean) => (
      <QueryClientProvider client={new QueryClient()}>
        <SpokenStrip board={board} names={typeWords} />
        <button type="button">of the page</button>
        {drawer && <SpeakDrawer onClose={() => {}} />}
      </QueryClientProvider>
    )
    const screen = await renderUi(strip(false))
    const reached = (button: Element) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    await expect.poll(() => reached(screen.getByRole('button', { name: 'of the page' }).element())).toBe(true)
    await screen.rerender(wrapUi(strip(true)))
    const drawer = screen.getByRole('dialog', { name: 'Speak a notice' })
    await expect.element(drawer).toBeVisible()
    await expect.poll(() => reached(drawer.getByRole('button', { name: 'Close' }).element())).toBe(true)
    expect(reached(drawer.getByRole('textbox', { name: 'Text' }).element())).toBe(true)
    await page.viewport(1280, 800)
  })
})

describe('mute', () => {
  const show = (state: SpeechState, line: Heartbeat['is'] = 'open') =>
    renderUi(<SpokenStatus speech={still(state)} socket={still(line)} />)

  it('is kept for the person in this browser', async () => {
    const screen = await show('ready')
    const control = screen.getByRole('switch', { name: 'Read notices aloud' })
    await expect.element(control).toBeChecked()
    await control.click()
    await expect.element(control).not.toBeChecked()
    await expect.element(screen.getByText(/Muted in this browser/)).toBeVisible()
    expect(muted.read()).toBe(true)
    endSession('logout')
    signIn([], { tenantId: 3, id: 8 })
    expect(muted.read()).toBe(false)
  })

  it('another tab’s press counts here', async () => {
    const screen = await show('ready')
    const [key] = ['gatehouse-kept-3-7-spoken-muted']
    localStorage.setItem(key, 'true')
    dispatchEvent(new StorageEvent('storage', { key }))
    await expect.element(screen.getByRole('switch')).not.toBeChecked()
  })

  it.each<[SpeechState, Heartbeat['is'], RegExp]>([
    ['ready', 'open', /Spoken in Chinese/],
    ['blocked', 'open', /until you press something/],
    ['noVoice', 'pinged', /no Chinese voice/],
    ['unsupported', 'open', /has no speech output/],
    ['ready', 'waiting', /Not connected/],
  ])('%s and %s is said in words', async (state, line, words) => {
    const screen = await show(state, line)
    await expect.element(screen.getByText(words)).toBeVisible()
  })
})

describe('presence', () => {
  const clients: PushClient[] = [
    { id: 'user_7', name: 'Admin' },
    { id: 'user_8', name: 'ba_nobody' },
    { id: 'door_2', name: 'ba_321204' },
    { id: 'door_1', name: 'ba_21203' },
    { id: 'door_3', name: 'ba_21203' },
  ]
  const show = (given: Partial<Presence>) =>
    renderUi(
      <PresencePanel
        presence={still<Presence>({ state: 'connected', ownId: 'user_7', clients, ...given })}
      />,
    )

  it('names colleagues and rooms without the prefix, the own name is no colleague', async () => {
    const screen = await show({})
    await expect.element(screen.getByText('1 colleague connected')).toBeVisible()
    await expect.element(screen.getByText('2 rooms connected')).toBeVisible()
    const lines = screen.getByRole('listitem').elements()
    expect(lines.map(line => line.textContent)).toEqual(['ba_nobody', 'Room 21203', 'Room 321204'])
  })

  it('says when nobody is there, and when the list is old', async () => {
    const screen = await show({ clients: clients.slice(0, 1) })
    await expect.element(screen.getByText('No colleague connected')).toBeVisible()
    await expect.element(screen.getByText('No room connected')).toBeVisible()
    await cleanup()
    const lost = await show({ state: 'waiting' })
    await expect.element(lost.getByText(/The connection is lost/)).toBeVisible()
  })

  it.each([
    ['2', 'Room client online'],
    ['9', 'Room client offline'],
  ])('the badge of door %s: %s', async (imei, words) => {
    const presence = still<Presence>({ state: 'connected', ownId: 'user_7', clients })
    const screen = await renderUi(<RoomBadge imei={imei} presence={presence} />)
    await expect.element(screen.getByText(words)).toBeVisible()
  })

  it('without a connection nobody knows', async () => {
    const presence = still<Presence>({ state: 'waiting', ownId: 'user_7', clients })
    const screen = await renderUi(<RoomBadge imei="2" presence={presence} />)
    await expect.element(screen.getByText(/Room client/)).not.toBeInTheDocument()
  })
})

describe('saying something', () => {
  const show = () =>
    renderUi(
      <QueryClientProvider client={new QueryClient()}>
        <SpeakDrawer onClose={() => {}} />
      </QueryClientProvider>,
    )

  it('sends the text and says how many heard it', async () => {
    backEnd.answer('spoken/send', { heardBy: 3 })
    const screen = await show()
    const button = screen.getByRole('button', { name: 'Speak the notice' })
    await expect.element(button).toBeDisabled()
    await screen.getByRole('textbox', { name: 'Text' }).fill('请到东门集合')
    await expect.element(screen.getByText('194 characters left')).toBeVisible()
    await button.click()
    await expect.element(screen.getByText('Spoken on the consoles of 3 people.')).toBeVisible()
    expect(backEnd.askedFor('spoken/send')).toEqual([{ msgContent: '请到东门集合' }])
  })

  it('a refusal is told and the text stays', async () => {
    backEnd.refuse('spoken/send', { id: 'throttled' })
    const screen = await show()
    await screen.getByRole('textbox', { name: 'Text' }).fill('你好')
    await screen.getByRole('button', { name: 'Speak the notice' }).click()
    await expect.element(screen.getByText(/Too many|Wait/i)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('你好')
  })
})
