// The screens of the door unit: pressed by hand, by keyboard, and read by a screen reader.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { EnrolScreen } from '../../src/door-unit/enrol-screen.tsx'
import type { Enrolled } from '../../src/door-unit/enrolled.ts'
import { GuestCodeScreen } from '../../src/door-unit/guest-code-screen.tsx'
import { IdleScreen } from '../../src/door-unit/idle-screen.tsx'
import '../../src/door-unit/page.css'
import { OpenedNotice, ResultScreen } from '../../src/door-unit/result-screens.tsx'
import { wearSkin } from '../../src/door-unit/wear-skin.ts'
import { configureHttp } from '../../src/platform/http.ts'

const door: Enrolled = {
  imei: '860000000000042',
  name: 'North gate',
  secret: 's',
  tenantId: 1,
  url: '/mqtt',
  community: 'Green Park',
  building: '1',
  unit: null,
  roomNo: null,
}

function show(content: ReactNode) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  wearSkin()
  return render(<I18nProvider i18n={i18n}>{content}</I18nProvider>)
}

const faults = async () => {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** A camera before which a code is held. */
function cameraShowing(textNow: () => string): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const draw = () => {
    const { data, size } = encode(textNow(), { border: 4 })
    const module = Math.floor(480 / size)
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 480, 480)
    context.fillStyle = '#000'
    for (const [y, row] of data.entries())
      for (const [x, dark] of row.entries())
        if (dark) context.fillRect(x * module, y * module, module, module)
  }
  draw()
  drawing.push(setInterval(draw, 50))
  return canvas.captureStream(20)
}

const drawing: ReturnType<typeof setInterval>[] = []
const nothing = () => {}
afterEach(() => {
  configureHttp({})
  for (const timer of drawing.splice(0)) clearInterval(timer)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the keypad dials, and the large button calls the room', async () => {
  const onRing = vi.fn(() => true)
  const screen = await show(
    <IdleScreen
      enrolled={door}
      wire="online"
      problem={undefined}
      onRing={onRing}
      onGuestCode={() => false}
      onLook={nothing}
      onForget={nothing}
    />,
  )
  for (const key of ['1', '2', '0', '4']) await screen.getByRole('button', { name: key, exact: true }).click()
  await screen.getByRole('button', { name: 'Delete the last digit' }).click()
  await screen.getByRole('button', { name: '3', exact: true }).click()
  await screen.getByRole('button', { name: 'Call' }).click()
  expect(onRing).toHaveBeenCalledWith('1203')
  expect(await faults()).toEqual([])
})

test('typed digits and Enter do the same; letters are nothing; without digits it is the property office', async () => {
  const onRing = vi.fn(() => true)
  const screen = await show(
    <IdleScreen
      enrolled={door}
      wire="online"
      problem={undefined}
      onRing={onRing}
      onGuestCode={() => false}
      onLook={nothing}
      onForget={nothing}
    />,
  )
  await screen.getByRole('button', { name: 'Call' }).click()
  expect(onRing).toHaveBeenLastCalledWith('000000')
  await screen.getByLabelText('Room number').click()
  await userEvent.keyboard('8x02{Enter}')
  expect(onRing).toHaveBeenLastCalledWith('802')
})

test('without a connection it cannot ring, and says so', async () => {
  const screen = await show(
    <IdleScreen
      enrolled={door}
      wire="offline"
      problem="insecure"
      onRing={() => false}
      onGuestCode={() => false}
      onLook={nothing}
      onForget={nothing}
    />,
  )
  await expect.element(screen.getByRole('button', { name: 'Call' })).toBeDisabled()
  await expect.element(screen.getByText(/No connection/)).toBeVisible()
  await expect.element(screen.getByText(/secure address/)).toBeVisible()
  expect(await faults()).toEqual([])
})

test('a short press on the name does nothing; held, it asks; kept, it stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onForget = vi.fn()
  const screen = await show(
    <IdleScreen
      enrolled={door}
      wire="online"
      problem={undefined}
      onRing={() => true}
      onGuestCode={() => false}
      onLook={nothing}
      onForget={onForget}
    />,
  )
  const name = screen.getByRole('button', { name: 'North gate' })
  const asks = () => document.querySelector('dialog')?.open
  const hold = (milliseconds: number) => {
    name.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    vi.advanceTimersByTime(milliseconds)
    return asks()
  }
  await name.click()
  vi.advanceTimersByTime(10_000)
  expect(asks()).toBe(false)
  expect(hold(1_999)).toBe(false)
  name.element().dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }))
  vi.advanceTimersByTime(10_000)
  expect(asks()).toBe(false)
  expect(hold(2_000)).toBe(true)
  await screen.getByRole('button', { name: 'Keep' }).click()
  await expect.poll(asks).toBe(false)
  expect(onForget).not.toHaveBeenCalled()
  expect(hold(2_000)).toBe(true)
  await screen.getByRole('button', { name: 'Forget' }).click()
  expect(onForget).toHaveBeenCalledOnce()
})

const answers = (body: object) =>
  configureHttp({ fetch: async () => new Response(JSON.stringify(body), { status: 200 }) })

test('a wrong code is told; the right one names the door before it starts', async () => {
  const onEnrolled = vi.fn()
  const screen = await show(<EnrolScreen problem={undefined} onEnrolled={onEnrolled} />)
  await userEvent.keyboard('1234{Enter}')
  await expect.element(screen.getByRole('alert').getByText(/eight digits/)).toBeVisible()
  answers({ code: 1400, id: 'door.codeInvalid' })
  await userEvent.keyboard('5678{Enter}')
  await expect.element(screen.getByRole('alert').getByText(/wrong, used or too old/)).toBeVisible()
  expect(await faults()).toEqual([])
  answers({ code: 0, data: door })
  await userEvent.keyboard('12345678{Enter}')
  await expect.element(screen.getByText('North gate')).toBeVisible()
  await screen.getByRole('button', { name: 'Start' }).click()
  await vi.waitFor(() => expect(onEnrolled).toHaveBeenCalledWith(door), 10_000)
})

test('the outcomes are told aloud', async () => {
  const screen = await show(<ResultScreen result="nobody" onDone={nothing} />)
  await expect.element(screen.getByText(/Nobody answered/)).toBeVisible()
  expect(await faults()).toEqual([])
  await screen.rerender(
    <I18nProvider i18n={i18n}>
      <OpenedNotice name="North gate" />
    </I18nProvider>,
  )
  await expect.element(screen.getByRole('alert').getByText(/The door is open/)).toBeVisible()
  expect(await faults()).toEqual([])
})

test('a guest holds the picture of their code to the camera: digits are sent once, anything else is said to be none', async () => {
  vi.stubGlobal('BarcodeDetector', undefined)
  let shown = 'https://elsewhere.example/ticket/1'
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => cameraShowing(() => shown))
  const sendGuestCode = vi.fn(() => true)
  const lookForCode = vi.fn()
  const screen = await show(<GuestCodeScreen door={{ sendGuestCode, lookForCode }} />)
  await expect.element(screen.getByText('This is no guest code.')).toBeVisible()
  expect(sendGuestCode).not.toHaveBeenCalled()
  shown = '482913'
  await expect.element(screen.getByText(/The code was read/)).toBeVisible()
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(sendGuestCode.mock.calls).toEqual([['482913']])
  expect(await faults()).toEqual([])
  await screen.getByRole('button', { name: 'Close' }).click()
  expect(lookForCode).toHaveBeenCalledWith(false)
})

test('where the camera is refused, the guest is told to type', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
    new DOMException('no', 'NotAllowedError'),
  )
  const screen = await show(<GuestCodeScreen door={{ sendGuestCode: () => true, lookForCode: nothing }} />)
  await expect.element(screen.getByText('The camera cannot be used. Type the digits instead.')).toBeVisible()
})
