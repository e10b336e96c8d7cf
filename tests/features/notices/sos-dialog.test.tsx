// The SOS dialog and the card notice in a real browser: who is shown, what closes it, what is said.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Sos, TakeRefusal } from '../../../src/domain/notice/sos-queue.ts'
import { createNotices, type Notices, type Pending } from '../../../src/features/notices/notices.driver.ts'
import { PutAside } from '../../../src/features/notices/notices-bar.tsx'
import { NoticesHost } from '../../../src/features/notices/notices-host.tsx'
import { SosBar } from '../../../src/features/notices/sos-bar.tsx'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { sosOf } from './sos-stage.ts'

const sos = (alarmId: number, name = '陈秀英'): Sos => sosOf(alarmId, { name })

let notices: Notices
let refusal: TakeRefusal | undefined
let pending: Pending
let ringing: boolean
let taken: number[]
let confirmed: number[][]
let mapped: Sos[]
let timers: (() => void)[]

async function show() {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="blue" direction="ltr">
        <PutAside notices={notices} />
        <SosBar notices={notices} />
        <input aria-label="Behind" />
        <NoticesHost notices={notices} onMap={each => mapped.push(each)} />
      </UiProvider>
    </I18nProvider>,
  )
}

beforeEach(() => {
  refusal = undefined
  pending = { sos: [], cards: [] }
  ringing = false
  taken = []
  confirmed = []
  mapped = []
  timers = []
  notices = createNotices({
    take: async ids => {
      taken.push(...ids)
      const why = refusal
      return new Map(why ? ids.map(id => [id, why] as const) : [])
    },
    fetchPending: async () => pending,
    confirmCards: async ids => {
      confirmed.push([...ids])
    },
    siren: {
      ring: () => {
        ringing = true
      },
      silence: () => {
        ringing = false
      },
    },
    announce: () => {},
    lead: onChange => {
      onChange(true)
      return () => onChange(false)
    },
    now: () => Date.now(),
    after: (_, run) => {
      timers.push(run)
      return () => {}
    },
  })
  notices.start()
})

afterEach(async () => {
  await cleanup()
  notices.stop()
})

describe('SOS dialog', () => {
  it('says who, where and since when, and rings', async () => {
    const screen = await show()
    notices.send({ on: 'raised', sos: sos(1) })
    const dialog = screen.getByRole('alertdialog', { name: 'SOS emergency' })
    await expect.element(dialog).toBeVisible()
    for (const text of ['陈秀英', '138 0000 0012', 'Block 3', '2, 1204', 'Wristband 1107'])
      await expect.element(dialog.getByText(text, { exact: true }).first()).toBeVisible()
    await expect.element(dialog.getByText('battery 64%')).toBeVisible()
    await expect
      .element(dialog.getByRole('link', { name: 'Call' }))
      .toHaveAttribute('href', 'tel:13800000012')
    expect(ringing).toBe(true)
  })

  it('neither Escape nor a click outside closes it, and a typed Enter takes nothing', async () => {
    const screen = await show()
    await screen.getByLabelText('Behind').click()
    notices.send({ on: 'raised', sos: sos(1) })
    const dialog = screen.getByRole('alertdialog')
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Enter}{Escape}{Escape}{Escape}')
    document.elementFromPoint(4, 4)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(dialog).toBeVisible()
    expect(taken).toEqual([])
  })

  it('keeps the focus inside', async () => {
    const screen = await show()
    notices.send({ on: 'raised', sos: sos(1) })
    const dialog = screen.getByRole('alertdialog')
    await expect.element(dialog).toBeVisible()
    for (let at = 0; at < 6; at += 1) {
      await userEvent.keyboard('{Tab}')
      const inside = dialog.element().contains(document.activeElement)
      // The browser's own chrome may take one step of the round; the page behind never does.
      expect(inside || document.activeElement === document.body).toBe(true)
    }
  })

  it('one press takes it, then it can be closed, and closes by itself', async () => {
    const screen = await show()
    notices.send({ on: 'raised', sos: sos(1) })
    await screen.getByRole('button', { name: "I'll take it" }).click()
    await expect.element(screen.getByText(/You have taken it/)).toBeVisible()
    expect(taken).toEqual([1])
    expect(ringing).toBe(false)
    await expect.element(screen.getByRole('button', { name: 'Close' })).toBeVisible()
    for (const run of timers) run()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('four are taken with one press, and nothing is left to close', async () => {
    const screen = await show()
    for (const id of [1, 2, 3, 4]) notices.send({ on: 'raised', sos: sos(id, `Person ${id}`) })
    await screen.getByRole('button', { name: 'Take all 4' }).click()
    await expect.element(screen.getByText(/You have taken it. The others/)).toBeVisible()
    expect(taken).toEqual([1, 2, 3, 4])
    expect(ringing).toBe(false)
    for (const run of timers) run()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('four taken one by one ask for four presses and no more, and a double click takes one', async () => {
    const screen = await show()
    for (const id of [1, 2, 3, 4]) notices.send({ on: 'raised', sos: sos(id, `Person ${id}`) })
    await screen.getByRole('button', { name: "I'll take it" }).dblClick()
    await expect.element(screen.getByText('1 of 3')).toBeVisible()
    expect(taken).toEqual([1])
    for (const id of [2, 3, 4]) {
      await expect.element(screen.getByText(`Person ${id}`, { exact: true }).first()).toBeVisible()
      await screen.getByRole('button', { name: "I'll take it" }).click()
      await expect.poll(() => taken.at(-1)).toBe(id)
    }
    for (const run of timers) run()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('leafs through the queue, and takes the one that is shown', async () => {
    const screen = await show()
    for (const id of [1, 2, 3]) notices.send({ on: 'raised', sos: sos(id, `Person ${id}`) })
    await screen.getByRole('button', { name: 'Newer SOS' }).click()
    await expect.element(screen.getByText('2 of 3')).toBeVisible()
    await expect.element(screen.getByText('Person 2')).toBeVisible()
    await screen.getByRole('button', { name: "I'll take it" }).click()
    await expect.element(screen.getByText('1 of 2')).toBeVisible()
    await expect.element(screen.getByText('Person 1')).toBeVisible()
    expect(taken).toEqual([2])
    // A finger that stays on Enter takes no other.
    expect(document.activeElement?.textContent).toBe('SOS emergency')
  })

  it('counts those that wait and shows the next', async () => {
    const screen = await show()
    for (const id of [1, 2, 3]) notices.send({ on: 'raised', sos: sos(id, `Person ${id}`) })
    await expect.element(screen.getByText('1 of 3')).toBeVisible()
    await expect.element(screen.getByText('Person 1')).toBeVisible()
    await screen.getByRole('button', { name: "I'll take it" }).click()
    await expect.element(screen.getByText('Person 2')).toBeVisible()
    await expect.element(screen.getByText('1 of 2')).toBeVisible()
  })

  it('names the colleague who was faster and closes by itself', async () => {
    const screen = await show()
    refusal = { id: 'alarm.takenBy', params: { name: '王队' } }
    notices.send({ on: 'raised', sos: sos(1) })
    await screen.getByRole('button', { name: "I'll take it" }).click()
    await expect.element(screen.getByText('王队 has taken it.')).toBeVisible()
    for (const run of timers) run()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('without a network it says so and goes on ringing', async () => {
    const screen = await show()
    refusal = { id: 'offline' }
    notices.send({ on: 'raised', sos: sos(1) })
    await screen.getByRole('button', { name: "I'll take it" }).click()
    await expect.element(screen.getByRole('alert').and(screen.getByText(/No network/))).toBeVisible()
    expect(ringing).toBe(true)
  })

  it('three that wait ask for one press before any work; the bar names them and brings them back', async () => {
    const screen = await show()
    pending = { sos: [1, 2, 3].map(id => ({ sos: sos(id), version: 1 })), cards: [] }
    notices.send({ on: 'connected' })
    await expect.element(screen.getByText('1 of 3')).toBeVisible()
    await screen.getByRole('button', { name: 'Later', exact: true }).click()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(ringing).toBe(false)
    const bar = screen.getByRole('button', { name: /^SOS: 3 wait/ })
    await expect.element(bar.getByText('陈秀英 · Block 3 · 2 · 1204')).toBeVisible()
    await bar.click()
    await expect.element(screen.getByText('1 of 3')).toBeVisible()
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('in the bar it is heard again by the clock, for a moment', async () => {
    const screen = await show()
    notices.send({ on: 'raised', sos: sos(1) })
    await screen.getByRole('button', { name: 'Later', exact: true }).click()
    expect(ringing).toBe(false)
    timers.at(-1)?.()
    expect(ringing).toBe(true)
    timers.at(-1)?.()
    expect(ringing).toBe(false)
    await expect.element(screen.getByRole('button', { name: /^SOS: 1 waits/ })).toBeVisible()
  })

  it('the map leads there and leaves it in the bar', async () => {
    const screen = await show()
    notices.send({ on: 'raised', sos: sos(1) })
    await screen.getByRole('button', { name: 'Map' }).click()
    expect(mapped.map(({ alarmId }) => alarmId)).toEqual([1])
    await expect.element(screen.getByRole('button', { name: /^SOS: 1 waits/ })).toBeVisible()
  })

  it('what was missed comes with the next connection', async () => {
    const screen = await show()
    pending = { sos: [{ sos: sos(5, 'Missed'), version: 1 }], cards: [] }
    notices.send({ on: 'connected' })
    await expect.element(screen.getByText('Missed')).toBeVisible()
  })
})

describe('card notice', () => {
  const notice = { code: '5084' as const, imei: '866040053214418', cardInfo: '0A1B2C3D', noticeId: 4 }

  it('of an order that another screen shows waits in the bar, and opens for every other', async () => {
    const screen = await show()
    const dialog = screen.getByRole('dialog', { name: 'Message' })
    const release = notices.watchWriting(21)
    notices.cardIssued({ ...notice, orderId: 21 })
    expect(notices.read().cards).toMatchObject([{ key: '4', later: true }])
    await expect.element(screen.getByRole('button', { name: '1 message waits' })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    notices.cardIssued({ ...notice, noticeId: 5, orderId: 22 })
    await expect.element(dialog).toBeVisible()
    expect(notices.read().cards[1]).toMatchObject({ key: '5', later: false })
    release()
    notices.cardIssued({ ...notice, noticeId: 6, orderId: 21 })
    expect(notices.read().cards[2]).toMatchObject({ key: '6', later: false })
    expect(confirmed).toEqual([])
  })

  it('shows card and device and is confirmed once', async () => {
    const screen = await show()
    notices.cardIssued(notice)
    notices.cardIssued(notice)
    const dialog = screen.getByRole('dialog', { name: 'Message' })
    await expect.element(dialog.getByText('0A1B2C3D')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(confirmed).toEqual([[4]])
    notices.cardIssued(notice)
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('put aside, it stays in the bar and comes back from there', async () => {
    const screen = await show()
    notices.cardIssued(notice)
    const dialog = screen.getByRole('dialog', { name: 'Message' })
    await dialog.getByRole('button', { name: 'Later', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await screen.getByRole('button', { name: '1 message waits' }).click()
    await expect.element(dialog.getByText('0A1B2C3D')).toBeVisible()
    expect(confirmed).toEqual([])
  })

  it('an SOS goes first', async () => {
    const screen = await show()
    notices.cardIssued(notice)
    await expect.element(screen.getByRole('dialog', { name: 'Message' })).toBeVisible()
    notices.send({ on: 'raised', sos: sos(1) })
    await expect.element(screen.getByRole('alertdialog')).toBeVisible()
    await expect.element(screen.getByRole('dialog', { name: 'Message' })).not.toBeInTheDocument()
  })
})
