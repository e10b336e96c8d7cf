// The incoming call in a real browser: the drawer, the dialog, what they say, what closes them and what does not.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { QUIET_MS } from '../../../src/features/intercom/call-keys.ts'
import { callStage, ME, ringOf } from './call-stage.tsx'

let stage: ReturnType<typeof callStage>

beforeEach(async () => {
  stage = callStage()
  await page.viewport(1180, 820)
})

afterEach(async () => {
  stage.driver.stop()
  await cleanup()
  vi.useRealTimers()
  document.dir = 'ltr'
})

const drawer = () => page.getByRole('alertdialog')
const status = (words: string | RegExp) => drawer().getByText(words).first()
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const pressing = (name: string) => page.getByRole('button', { name })
const armed = () => drawer().element().querySelector('[data-keys]')?.getAttribute('data-keys')

async function rung(...args: Parameters<typeof ringOf>) {
  await stage.show()
  stage.driver.hear(ringOf(...args))
  await expect.element(drawer()).toBeVisible()
}

async function talking() {
  await rung(1)
  await press(/^Answer/)
  await expect.poll(() => stage.world.did).toContain('answer 1')
  await expect.poll(() => stage.driver.read().calls.phase).toMatchObject({ line: 'connected' })
  stage.world.pass(1_000)
  await expect.element(page.getByRole('dialog')).toBeVisible()
}

const confirm = () =>
  stage.driver.hear({
    code: '5091',
    type: 3,
    imei: ringOf(1).imei,
    result: 'opened',
    callId: 1,
    userId: ME,
    userName: '我',
    at: Date.now(),
  })

const notice = (facts: object) =>
  stage.driver.hear({
    code: 'call',
    callId: 1,
    kind: 'door',
    imei: null,
    state: 'answered',
    answeredById: 9,
    answeredBy: '李芳',
    endReason: null,
    at: Date.now(),
    ...facts,
  })

describe('the drawer', () => {
  it('says a unit as it is named', async () => {
    await rung(1, { building: '1号楼', unit: '2单元' })
    await expect.element(drawer().getByRole('heading', { name: '1号楼 · 2单元' })).toBeVisible()
  })

  it('says where and for whom it rings, and rings', async () => {
    await rung(1)
    await expect.element(drawer().getByRole('heading', { name: 'Block 3, unit 2' })).toBeVisible()
    await expect.element(status('calls room 1204')).toBeVisible()
    await expect.element(status('North gate 1')).toBeVisible()
    await expect.element(status('The door unit is initiating a call request...')).toBeVisible()
    expect(stage.world.ringing).toBe(true)
  })

  it('counts mm:ss down and closes at the end', async () => {
    await rung(1)
    const shown = () => drawer().getByRole('timer').element().textContent
    await expect.poll(shown).toMatch(/^00:(30|[12]\d)$/)
    const first = shown() ?? ''
    await expect.poll(() => (shown() ?? '') < first).toBe(true)
    expect(shown()).toMatch(/^00:[0-2]\d$/)
    stage.world.pass(30_000)
    await expect.element(drawer()).not.toBeInTheDocument()
    expect(stage.world.ringing).toBe(false)
    await expect.element(page.getByText('1 missed call')).toBeVisible()
    await press('Close')
    await expect.element(page.getByText('1 missed call')).not.toBeInTheDocument()
  })

  it('neither Escape nor a click outside closes it', async () => {
    await rung(1)
    for (let at = 0; at < 3; at += 1) await userEvent.keyboard('{Escape}')
    document.elementFromPoint(4, 400)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(drawer()).toBeVisible()
    expect(stage.driver.read().calls.phase.is).toBe('ringing')
  })

  it('stands at the end of the line, 30 % wide on every tablet', async () => {
    await rung(1)
    const dialog = () => drawer().element().getBoundingClientRect()
    await expect.poll(() => Math.round(dialog().right)).toBe(1180)
    expect(Math.round(dialog().width)).toBe(354)
    for (const width of [641, 768, 900, 1024]) {
      await page.viewport(width, 768)
      await expect.poll(() => Math.round(dialog().width)).toBe(Math.round(width * 0.3))
      // Its buttons are whole all the same.
      const { left, right } = dialog()
      for (const name of ['Answer', 'Unlock', 'Ignore']) {
        const button = pressing(name).element()
        const box = button.getBoundingClientRect()
        expect([box.left >= left, box.right <= right], `${name} at ${width}`).toEqual([true, true])
        expect(button.scrollWidth, `${name} at ${width}`).toBeLessThanOrEqual(button.clientWidth)
      }
    }
  })

  it('takes the whole width of a phone', async () => {
    await page.viewport(390, 844)
    await rung(1)
    await expect.poll(() => Math.round(drawer().element().getBoundingClientRect().width)).toBe(390)
    const answer = pressing('Answer').element().getBoundingClientRect()
    expect(answer.bottom).toBeLessThanOrEqual(844)
  })

  it('stands at the left in Arabic', async () => {
    await stage.show({ direction: 'rtl', language: 'ar' })
    document.dir = 'rtl'
    stage.driver.hear(ringOf(1))
    await expect.element(drawer()).toBeVisible()
    await expect.poll(() => Math.round(drawer().element().getBoundingClientRect().left)).toBe(0)
  })

  it('takes the focus to Answer and keeps it inside', async () => {
    await rung(1)
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Answer/)
    for (let at = 0; at < 6; at += 1) {
      await userEvent.keyboard('{Tab}')
      const inside = drawer().element().contains(document.activeElement)
      expect(inside || document.activeElement === document.body).toBe(true)
    }
  })

  it('is answered by nobody who was in the middle of a word', async () => {
    // Whoever types makes no pauses, however slow the machine.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await stage.show()
    await page.getByLabelText('Behind').click()
    stage.driver.hear(ringOf(1))
    await expect.element(drawer()).toBeVisible()
    vi.advanceTimersByTime(QUIET_MS - 1)
    await userEvent.keyboard('a u i {Enter}')
    vi.advanceTimersByTime(QUIET_MS - 1)
    await userEvent.keyboard('a')
    expect(stage.driver.read().calls.phase).toMatchObject({ is: 'ringing', door: { unlock: { is: 'no' } } })
    vi.advanceTimersByTime(QUIET_MS)
    await expect.poll(armed).toBe('armed')
    expect(stage.driver.read().calls.phase).toMatchObject({ is: 'ringing', door: { unlock: { is: 'no' } } })
  })

  it('hears the letter that comes the moment the drawer says that letters count', async () => {
    await rung(1)
    const root = drawer().element().querySelector('[data-keys]')
    if (!root) throw new Error('there is no drawer')
    // Before the browser draws, and before React has taken up what it does afterwards.
    const pressed = new Promise<void>(resolve => {
      new MutationObserver((_, watching) => {
        watching.disconnect()
        const key = { key: 'a', code: 'KeyA', bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
        resolve()
      }).observe(root, { attributeFilter: ['data-keys'] })
    })
    await pressed
    await expect.poll(() => stage.world.did).toContain('answer 1')
  })

  it('has a letter for each button once the keys are quiet', async () => {
    await rung(1)
    await expect.poll(armed).toBe('armed')
    await userEvent.keyboard('u')
    await expect.poll(() => stage.world.unlocks.length).toBe(1)
    await userEvent.keyboard('i')
    await expect.element(status('Ignored')).toBeVisible()
  })

  it('says that it was ignored, then closes', async () => {
    await rung(1)
    await press(/^Ignore/)
    await expect.element(status('Ignored')).toBeVisible()
    expect(stage.world.ringing).toBe(false)
    stage.world.pass(1_000)
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('says that the browser keeps the bell silent, with a button', async () => {
    await rung(1)
    await expect.element(drawer().getByText('The browser blocks the ringtone')).toBeVisible()
    await press('Enable sound')
    await expect
      .element(drawer().getByText(/The browser blocks the ringtone|Sound refused by the browser/))
      .not.toBeInTheDocument()
  })

  it('names the others that wait', async () => {
    await rung(1)
    stage.driver.hear(ringOf(2))
    stage.driver.hear(ringOf(3))
    await expect.element(drawer().getByText('2 more waiting')).toBeVisible()
    await expect.element(drawer().getByText('North gate 3')).toBeVisible()
    await press(/^Ignore/)
    stage.world.pass(1_000)
    await expect.element(drawer().getByText('North gate 2')).toBeVisible()
    await expect.element(drawer().getByText('1 more waiting')).toBeVisible()
  })

  it('ignores a call that lacks what it needs', async () => {
    await stage.show()
    stage.driver.hear(ringOf(1, { channel: '', deviceToken: null }))
    await expect.element(drawer()).not.toBeInTheDocument()
    expect(stage.world.did).toEqual(['log channel deviceToken', 'tell invalid data'])
  })
})

describe('with little room', () => {
  it('keeps all buttons in reach, with everything that can be said', async () => {
    await page.viewport(720, 400)
    await rung(1)
    stage.driver.hear(ringOf(2))
    await expect.element(drawer().getByText('1 more waiting')).toBeVisible()
    for (const name of [/^Answer/, /^Unlock/, /^Ignore/]) {
      const { top, bottom } = page.getByRole('button', { name }).element().getBoundingClientRect()
      expect(top).toBeGreaterThan(0)
      expect(bottom).toBeLessThanOrEqual(400)
    }
  })

  it('leaves the picture of the visitor most of it', async () => {
    await page.viewport(720, 400)
    await talking()
    const stageBox = page.getByRole('dialog').element().querySelector('video')?.parentElement
    await expect.poll(() => stageBox?.getBoundingClientRect().height ?? 0).toBeGreaterThan(200)
  })
})

describe('answering', () => {
  it('says so, then opens the dialog and closes the drawer', async () => {
    await rung(1)
    await press(/^Answer/)
    await expect.element(status('Answering...')).toBeVisible()
    expect(stage.world.ringing).toBe(false)
    await expect.poll(() => stage.driver.read().calls.phase).toMatchObject({ line: 'connected' })
    stage.world.pass(1_000)
    await expect.element(page.getByRole('dialog', { name: 'Block 3, unit 2' })).toBeVisible()
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('says that the data is invalid', async () => {
    stage.world.answer = async () => ({ join: undefined })
    await rung(1)
    await press(/^Answer/)
    await expect.element(status('Invalid data, please check the service')).toBeVisible()
    expect(stage.world.did).toContain('tell invalid data')
    stage.world.pass(1_000)
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('names the colleague who was faster, by the server’s answer', async () => {
    stage.world.answer = async () => ({ refusal: { id: 'call.takenBy', params: { name: '李芳' } } })
    await rung(1)
    await press(/^Answer/)
    await expect.element(status('李芳 has answered')).toBeVisible()
  })

  it('names the colleague who answers, and closes', async () => {
    await rung(1)
    notice({})
    await expect.element(status('李芳 has answered')).toBeVisible()
    stage.world.pass(3_000)
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('says that one answered in another tab', async () => {
    await rung(1)
    notice({ answeredById: ME })
    await expect.element(status(/You have answered in another tab/)).toBeVisible()
  })

  it('says that the visitor gave up', async () => {
    await rung(1)
    notice({ state: 'missed', answeredById: null, answeredBy: null, endReason: 'cancelled' })
    await expect.element(status('The visitor has given up')).toBeVisible()
  })

  it('rings on without a network, and says so', async () => {
    stage.world.answer = async () => ({ refusal: { id: 'offline' } })
    await rung(1)
    await press(/^Answer/)
    await expect.element(status(/No network: the call was not answered/)).toBeVisible()
    expect(stage.world.ringing).toBe(true)
  })
})

describe('unlocking', () => {
  it('by a colleague: names them, then closes', async () => {
    await rung(1)
    notice({
      state: 'ended',
      endReason: 'unlocked',
      answeredById: null,
      answeredBy: null,
      unlockedBy: '李芳',
    })
    await expect.element(status('李芳 has opened the door')).toBeVisible()
    expect(stage.world.ringing).toBe(false)
    stage.world.pass(3_000)
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('keeps the focus on the button while the door is asked', async () => {
    await talking()
    const button = page.getByRole('button', { name: 'Unlock' })
    await button.click()
    await expect.element(page.getByText('Unlocking…')).toBeVisible()
    expect(document.activeElement).toBe(button.element())
    await button.click({ force: true })
    expect(stage.world.unlocks.length).toBe(1)
  })

  it('before answering: asks, is confirmed, says so, closes', async () => {
    await rung(1)
    await press(/^Unlock/)
    await expect.element(status('Unlocking…')).toBeVisible()
    expect(stage.world.did.slice(-2)).toEqual([
      `listen ${ringOf(1).imei}`,
      `unlock ${ringOf(1).imei} 1 ${ME}`,
    ])
    confirm()
    await expect.element(status('Unlocked')).toBeVisible()
    expect(stage.world.did.at(-2)).toBe(`unlisten ${ringOf(1).imei}`)
    stage.world.pass(1_000)
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('in the dialog: the title says so and the call goes on', async () => {
    await talking()
    await press('Unlock')
    confirm()
    await expect.element(page.getByText('Unlocked').first()).toBeVisible()
    stage.world.pass(1_000)
    await expect.element(page.getByRole('dialog', { name: 'Unlocked' })).toBeVisible()
    expect(stage.driver.read().calls.phase.is).toBe('talking')
  })

  it.each([
    ['offline', 'Not unlocked: the door unit is offline'],
    ['forbidden', 'Not unlocked: you may not open this door'],
    ['tooOften', 'Not unlocked: too many attempts. Wait a moment.'],
  ] as const)('refused as %s, the drawer stays and says why', async (result, words) => {
    await rung(1)
    await press(/^Unlock/)
    await expect.poll(() => stage.world.unlocks.length).toBe(1)
    const nonce = stage.world.unlocks[0]?.nonce ?? ''
    stage.driver.hear({ code: '5082', imei: ringOf(1).imei, userId: ME, nonce, result })
    await expect.element(status(words)).toBeVisible()
  })

  it('without the broker it is refused at once, and never sent', async () => {
    await rung(1)
    stage.driver.send({ on: 'broker', live: false })
    await press(/^Unlock/)
    await expect.element(status(/never kept for later/)).toBeVisible()
    stage.driver.send({ on: 'broker', live: true })
    expect(stage.world.unlocks).toEqual([])
  })

  it('that the broker does not take is refused too', async () => {
    stage.world.publishFails = true
    await rung(1)
    await press(/^Unlock/)
    await expect.element(status(/never kept for later/)).toBeVisible()
  })

  it('says that nothing was confirmed', async () => {
    await rung(1)
    await press(/^Unlock/)
    await expect.poll(() => stage.world.unlocks.length).toBe(1)
    stage.world.pass(10_000)
    await expect.element(status(/did not confirm within 10 seconds/)).toBeVisible()
  })
})

describe('the dialog', () => {
  it('mutes, and says that there is no camera', async () => {
    await talking()
    await page.getByRole('button', { name: /Microphone/ }).click()
    expect(stage.world.did).toContain('microphone false')
    await expect.element(page.getByRole('button', { name: /Camera/ })).toBeDisabled()
  })

  it('says in words how the line is', async () => {
    await talking()
    await expect.element(page.getByText('Connected')).toBeVisible()
    stage.world.line.onQuality({ level: 'poor', roundTripMs: 900, lossPercent: 12 })
    await expect.element(page.getByText('Poor connection')).toBeVisible()
    stage.world.line.onState('reconnecting')
    await expect.element(page.getByText('Reconnecting…')).toBeVisible()
    stage.world.line.onState('connected')
    await expect.element(page.getByText('Connected')).toBeVisible()
  })

  it('is not closed by Escape', async () => {
    await talking()
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('hangs up: leaves the line and tells the server', async () => {
    await talking()
    await press('Hang up')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(stage.world.did).toContain('leave')
    expect(stage.world.did).toContain(`hangUp ${ringOf(1).imei} 1204`)
  })

  it('says that the visitor has hung up, then closes', async () => {
    await talking()
    stage.world.line.onState('ended')
    await expect.element(page.getByText('The visitor has hung up')).toBeVisible()
    expect(stage.world.did).toContain(`hangUp ${ringOf(1).imei} null`)
    stage.world.pass(3_000)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('says what the browser lacks, and stays until it was read', async () => {
    stage.world.obstacle = 'insecure'
    await rung(1)
    await press(/^Answer/)
    await expect.element(page.getByText('Your browser is neither on localhost nor on https')).toBeVisible()
    stage.world.pass(10_000)
    await press('Close')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('a colleague', () => {
  const call = () =>
    stage.driver.hear({
      code: '5088',
      callId: 5,
      callerId: 9,
      callerName: '王队',
      calleeId: ME,
      pushTime: Date.now(),
      expiresAt: Date.now() + 30_000,
    })

  it('calls by name; answering leads to the call', async () => {
    await stage.show()
    call()
    await expect.element(drawer().getByRole('heading', { name: '王队' })).toBeVisible()
    await expect.element(status('A colleague calls')).toBeVisible()
    await expect.element(pressing('Unlock')).not.toBeInTheDocument()
    await press(/^Answer/)
    expect(stage.world.did).toContain('goTo 5')
  })

  it('is declined', async () => {
    await stage.show()
    call()
    await press(/^Decline/)
    expect(stage.world.did).toContain('decline 5')
  })
})

it('everything goes with the session', async () => {
  await talking()
  stage.driver.stop()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(stage.world.did).toContain('leave')
  expect(stage.world.waits()).toEqual([])
})

describe('a ring into a conference room', () => {
  const ring = (over = false, until = Date.now() + 30_000) =>
    stage.driver.hear({
      code: '5097',
      ringId: 77,
      over,
      roomId: '1234',
      roomName: '塔吊2',
      by: '王队',
      until,
    })

  it('rings in the drawer; answering leads into the room', async () => {
    await stage.show()
    ring()
    await expect.element(drawer().getByRole('heading', { name: '塔吊2' })).toBeVisible()
    await expect.element(status('王队 calls you into this room')).toBeVisible()
    await expect.element(pressing('Unlock')).not.toBeInTheDocument()
    await press(/^Answer/)
    expect(stage.world.did).toContain('goTo -77')
  })

  it('is declined', async () => {
    await stage.show()
    ring()
    await press(/^Decline/)
    expect(stage.world.did).toContain('declineRoom 1234')
  })

  it('stops when the person has answered elsewhere, and is no missed call', async () => {
    await stage.show()
    ring()
    await expect.element(drawer()).toBeVisible()
    ring(true)
    await expect.element(status('You have answered elsewhere, or the call is over')).toBeVisible()
    expect(stage.driver.read().calls.missed).toEqual([])
  })

  it('goes on ringing when the calls of doors and colleagues are asked for anew', async () => {
    await stage.show()
    ring()
    stage.driver.pending([], Date.now() + 1_000)
    await expect.element(drawer()).toBeVisible()
    expect(stage.driver.read().calls.phase).toMatchObject({ is: 'ringing' })
  })

  it('does not ring when its time is over', async () => {
    await stage.show()
    ring(false, Date.now() - 1)
    expect(stage.driver.read().calls.phase).toMatchObject({ is: 'idle' })
  })
})
