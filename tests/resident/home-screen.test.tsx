// The page of a resident against an invented server: what is of the home stands there, tab by tab, and a reader finds its way.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import axe from 'axe-core'
import { decodeQR } from 'qr/decode.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../../src/door-unit/page.css'
import { wearSkin } from '../../src/door-unit/wear-skin.ts'
import { configureHttp } from '../../src/platform/http.ts'
import { HomeScreen } from '../../src/resident/home-screen.tsx'
import { keepToken } from '../../src/resident/session.ts'

const AT = Date.UTC(2026, 10, 25, 2)
const home = {
  ...{
    occupancyId: 7,
    residentName: 'Lin',
    role: 'owner',
    tenantId: 1,
    tenantName: 'Green',
    communityName: 'Garden Court',
  },
  ...{ place: '3 · 1', roomNo: '1204', untilDay: null, mallAddress: 'https://mall.example.com/green' },
  doors: [{ deviceId: 1, name: 'North gate', online: true }],
  guestCodes: [
    {
      ...{ id: 3, digits: '482913', guestName: 'Aunt', validFrom: AT, validUntil: AT + 3_600_000 },
      ...{ mostUses: 2, used: 1, state: 'good' },
    },
  ],
}
const announced = (id: number, title: string, occupancyId: number) => ({
  ...{ id, title, content: `${title} in full`, at: AT + id, occupancyIds: [occupancyId] },
})
const answers: Record<string, unknown> = {
  '/api/user/home/state': {
    ...{ phone: '13922223333', homes: [home], asked: [] },
    announcements: [announced(2, 'Fire drill', 7), announced(1, 'Of another home', 8)],
  },
  '/api/pay/home/bills': [
    {
      ...{ id: 5, roomId: 1, roomName: '3 · 1 · 1204', communityName: 'Garden Court', month: '2026-11' },
      ...{ amount: 10660, dueOn: '2026-11-28', state: 'unpaid', paidAt: null, billId: 9 },
      ...{ tenantId: 1, paymentId: null },
      lines: [{ kind: 'water', amount: 3060, note: null }],
    },
  ],
  '/api/pay/home/payWays': ['wechat', 'alipay'],
  '/api/pay/home/pay': { paymentId: 21 },
  '/api/user/home/orders': [
    {
      ...{ id: 6, orderNumber: '2026', tenantName: 'Green', merchantName: 'Tea house', state: 'shipped' },
      ...{ amount: 1990, at: AT, lines: [{ name: 'Green tea', optionText: '50 g', quantity: 2 }] },
      parcels: [{ carrier: 'SF', trackingNumber: 'SF1' }],
    },
  ],
}

let rings: object[] = []
/** Ids of what is said instead of the next payments. */
let refusals: string[] = []
let asked: { path: string; body: unknown }[] = []
beforeEach(() => {
  location.hash = ''
  rings = []
  refusals = []
  asked = []
  configureHttp({
    fetch: async (request, init) => {
      const { pathname } = new URL(String(request), location.href)
      if (init?.body) asked.push({ path: pathname, body: JSON.parse(String(init.body)) })
      if (pathname === '/api/user/home/calls') return Response.json({ code: 0, data: rings })
      if (pathname === '/api/user/home/open') return Response.json({ code: 0, data: { result: 'sent' } })
      const refused = pathname === '/api/pay/home/pay' ? refusals.shift() : undefined
      if (refused) return Response.json({ code: 1, id: refused })
      return Response.json({ code: 0, data: answers[pathname] ?? null })
    },
  })
})
afterEach(() => {
  configureHttp({})
  keepToken(undefined)
  location.hash = ''
})

async function show() {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  wearSkin()
  return render(
    <I18nProvider i18n={i18n}>
      <HomeScreen />
    </I18nProvider>,
  )
}

const faults = async () => {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('at once: the doors, the code of a guest, what is owed, and the announcement of this home until it was read', async () => {
  const screen = await show()
  await expect.element(screen.getByRole('button', { name: /North gate/ })).toBeVisible()
  await expect.element(screen.getByText('482 913')).toBeVisible()
  await expect.element(screen.getByText(/106\.60/)).toBeVisible()
  await expect.element(screen.getByText('Of another home')).not.toBeInTheDocument()
  expect(await faults()).toEqual([])
  await screen.getByRole('link', { name: /Fire drill.*Unread/ }).click()
  await expect.element(screen.getByText('Fire drill in full')).toBeVisible()
  await screen.getByRole('link', { name: 'My home', exact: true }).click()
  await expect.element(screen.getByRole('link', { name: /Fire drill/ })).toBeVisible()
  await expect.element(screen.getByText('Unread')).not.toBeInTheDocument()
})

test('bills say what they consist of; orders what is in them, their parcels, and the way to the mall', async () => {
  const screen = await show()
  await screen.getByRole('link', { name: 'Bills' }).click()
  await expect.element(screen.getByText('Water')).toBeVisible()
  await expect.element(screen.getByText(/30\.60/)).toBeVisible()
  await screen.getByRole('link', { name: 'Mall' }).click()
  await expect.element(screen.getByText('Green tea · 50 g × 2')).toBeVisible()
  await expect.element(screen.getByText(/SF1/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Order in the mall' }))
    .toHaveAttribute('href', 'https://mall.example.com/green')
  expect(await faults()).toEqual([])
})

test('a camera reads the digits out of the picture of a code', async () => {
  const screen = await show()
  await screen.getByRole('link', { name: 'Guests' }).click()
  const picture = screen.getByRole('img', { name: 'Guest code as a picture' })
  await expect.element(picture).toBeVisible()
  // Of 21 modules and its border: four pixels each.
  expect(picture.element().getBoundingClientRect().width).toBeGreaterThan(110)
  const drawn = new Image()
  drawn.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture.element()))}`
  await drawn.decode()
  const canvas = new OffscreenCanvas(320, 320)
  const context = canvas.getContext('2d')
  context?.drawImage(drawn, 0, 0, 320, 320)
  const data = context?.getImageData(0, 0, 320, 320).data
  expect(data && decodeQR({ width: 320, height: 320, data })).toBe('482913')
})

test('on a phone nothing is wider than the screen', async () => {
  await page.viewport(390, 844)
  const screen = await show()
  await expect.element(screen.getByRole('navigation')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a call comes on top: the door is opened for it, or it is left to the property and rings here no more', async () => {
  rings = [
    {
      ...{ callId: 12, deviceId: 1, doorName: 'North gate', roomNo: '1204', ringsForMs: 20_000 },
      ...{ isHeld: true, taken: null },
    },
  ]
  const screen = await show()
  const call = screen.getByRole('alertdialog', { name: 'Somebody rings at the door' })
  await expect.element(call).toBeVisible()
  expect(await faults()).toEqual([])
  await call.getByRole('button', { name: 'Open the door' }).click()
  await expect.element(call.getByText('The door opens now')).toBeVisible()
  expect(asked.find(({ path }) => path === '/api/user/home/open')?.body).toMatchObject({
    deviceId: 1,
    callId: 12,
  })
  await call.getByRole('button', { name: 'Decline' }).click()
  await expect.element(call).not.toBeInTheDocument()
  expect(asked.at(-1)).toEqual({ path: '/api/user/home/calls/decline', body: { callId: 12 } })
})

test('a call that somebody else has taken is said with who, and rings no more', async () => {
  const call = { deviceId: 1, doorName: 'North gate', roomNo: '1204', ringsForMs: 0, isHeld: false }
  rings = [
    { ...call, callId: 12, taken: { by: 'Qin' } },
    { ...call, callId: 13, taken: { by: null } },
  ]
  const screen = await show()
  await expect.element(screen.getByText('Qin speaks with the visitor.')).toBeVisible()
  await expect.element(screen.getByText('The property management speaks with the visitor.')).toBeVisible()
  expect(screen.getByRole('alertdialog').elements()).toEqual([])
  expect(await faults()).toEqual([])
})

test('a bill is paid by a way: who else pays it is said, and what the provider shows, until the money is there', async () => {
  const payment = {
    ...{ id: 21, tradeNumber: 'GH1', way: 'alipay', amount: 10660, billIds: [9], reason: null, paidAt: null },
    expiresAt: Date.now() + 600_000,
  }
  answers['/api/pay/home/payment'] = { ...payment, state: 'paying', show: { kind: 'code', text: 'pay:GH1' } }
  refusals = ['pay.underWay']
  const screen = await show()
  await screen.getByRole('link', { name: 'Bills' }).click()
  await screen.getByRole('button', { name: /^Pay / }).click()
  await screen.getByLabelText('Method').selectOptions('alipay')
  await screen.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.element(screen.getByText('Somebody else is paying this bill right now')).toBeVisible()
  expect(await faults()).toEqual([])
  await screen.getByRole('button', { name: 'Close that payment and pay here' }).click()
  await expect.element(screen.getByRole('img', { name: 'Code for Alipay' })).toBeVisible()
  expect(asked.filter(({ path }) => path === '/api/pay/home/pay').map(({ body }) => body)).toEqual([
    { billIds: [9], way: 'alipay', amount: 10660, instead: false },
    { billIds: [9], way: 'alipay', amount: 10660, instead: true },
  ])
  expect(location.search).toContain('payment=21')
  expect(await faults()).toEqual([])
  answers['/api/pay/home/payment'] = { ...payment, state: 'paid', show: null, paidAt: AT }
  await screen.getByRole('button', { name: 'I have paid' }).click()
  await expect.element(screen.getByText('Paid', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Back to the bills' }).click()
  await expect.element(screen.getByText('Water')).toBeVisible()
  expect(location.search).not.toContain('payment')
})
