// Money, from the order to what was paid for: how payments go at the sandbox, and what they bring.
import type { Page } from 'playwright/test'
import { Api, address, consoleUrl, DEMO_PASSWORD, expect, first, type Row, test } from './console.ts'
import { bankAtWork, passTime } from './passing-time.ts'
import { cardOf, dropCards, makeCards, type OwnCard } from './sim-cards.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

/**
 * At four times the speed of life the sandbox's bank takes four seconds, late money and a carrier about two. A time that
 * was passed in the database is seen with the next round, up to a minute later.
 */
const MONEY_MS = 120_000
const ADD_ON = '流量加油包 50MB'
const BASE = '物联卡月包 100MB'

interface Bill extends Row {
  amount: number
  state: number
  reason: string | null
  paymentId: number | null
  orderNumber: string
  deliveredAt: number | null
  subject: string
}

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const cards: OwnCard[] = []
test.afterEach(() => dropCards(admin, cards.splice(0)))

async function ownCard(): Promise<OwnCard> {
  const made = await makeCards(admin, 1)
  cards.push(...made)
  return first(made)
}

/** A number of nobody; one that ends in four zeros is unknown to the embedded carrier. */
const freshPhone = (end = String(Date.now()).slice(-4).replace('0000', '0001')) =>
  `139${String(Math.floor(Date.now() / 10_000)).slice(-4)}${end}`

const billsOf = async (subject: string): Promise<Bill[]> =>
  (await admin.get<{ list: Bill[] }>('pay/bill/page', { subject })).data.list
const billOf = async (subject: string) => first(await billsOf(subject))

/** Orders without the pages that order, and opens the payment. */
async function ordered(amount = 100, subject = freshPhone()): Promise<{ bill: Bill; at: string }> {
  const answer = await admin.post('pay/pay/order', { kind: 'phoneTopUp', items: [{ subject, amount }] })
  if (answer.code !== 0) throw new Error(`order: ${JSON.stringify(answer)}`)
  const bill = await billOf(subject)
  return { bill, at: `/paypal?bills=${bill.id}` }
}

const says = (page: Page, words: string) =>
  expect(page.getByRole('heading', { name: words, exact: true })).toBeVisible({ timeout: MONEY_MS })
/** Begins to pay by the sandbox. */
async function begin(page: Page): Promise<void> {
  await page
    .locator('label')
    .filter({ hasText: /Sandbox/ })
    .click()
  await page
    .getByRole('region', { name: 'Payment' })
    .getByRole('button', { name: 'Pay', exact: true })
    .click()
  await expect(page.getByText('This is a sandbox', { exact: false })).toBeVisible()
}
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function shop(page: Page, offer: string): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: offer }).getByRole('button').click()
  await expect(page).toHaveURL(/#\/paypal\?bills=/)
}

test('a package for a card: the payment fails, is tried again, and the package runs', async ({
  consoles,
}) => {
  const { iccid } = await ownCard()
  const page = await consoles.open({ as: admin, at: '/packageList' })
  // Without a card there is nothing to buy for.
  await page.getByRole('listitem').filter({ hasText: BASE }).getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByText('No bound card number').first()).toBeVisible()

  await page.goto(address(`/packageList?iccid=%22${iccid}%22`))
  await expect(page.getByText('None in force')).toBeVisible()
  await shop(page, BASE)
  await expect(page.getByRole('list', { name: 'Bills' })).toContainText(iccid)
  await begin(page)
  await act(page, 'Simulate failure')
  await says(page, 'The payment failed')
  await expect(page.getByText('The payment was declined')).toBeVisible()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await act(page, 'Pay')
  await says(page, 'Paid')
  await expect(page.getByText('What was paid for is in force.')).toBeVisible({ timeout: MONEY_MS })
  expect(await cardOf(admin, iccid)).toMatchObject({ packageName: BASE })

  // The same bill as the platform and as its buyer see it.
  const { orderNumber } = await billOf(iccid)
  for (const list of ['Bill', 'bilList']) {
    await page.goto(address(`/${list}?orderNumber=%22${orderNumber}%22`))
    const row = page.getByRole('row').filter({ hasText: orderNumber })
    for (const word of ['Success', 'Package', BASE, iccid, 'Sandbox', '5.00', '林晓雯'])
      await expect(row).toContainText(word)
    await expect(row).toContainText('Success (SUCCESS)')
  }
  // What runs is not sold again before it ends.
  await page.goto(address(`/packageList?iccid=%22${iccid}%22`))
  const current = page.getByRole('listitem').filter({ hasText: BASE })
  await expect(current).toContainText('Current package')
  await current.getByRole('button', { name: 'Extend' }).click()
  await expect(current.getByText('This is the current package already')).toBeVisible()
})

test('called back twice, it is paid once', async ({ consoles }) => {
  const { iccid } = await ownCard()
  const page = await consoles.open({ as: admin, at: `/packageList?iccid=%22${iccid}%22` })
  await shop(page, ADD_ON)
  await begin(page)
  await act(page, 'Simulate duplicate callback')
  await says(page, 'Paid')
  await expect(page.getByText('What was paid for is in force.')).toBeVisible({ timeout: MONEY_MS })
  // Another payment goes through all of it meanwhile, later than the second call.
  const { at } = await ordered()
  await page.goto(address(at))
  await begin(page)
  await act(page, 'Pay')
  await says(page, 'Paid')
  expect(await billsOf(iccid)).toMatchObject([{ state: 1, reason: null }])
  const card = await admin.get<{ list: { quotaMegabytes: number }[] }>('iotCard/simCard/page', { iccid })
  expect(card.data.list).toMatchObject([{ quotaMegabytes: 50 }])
})

test('while the bank is at work the order is not paid yet; then it is', async ({ consoles }) => {
  const { at, bill } = await ordered()
  const page = await consoles.open({ as: admin, at })
  await begin(page)
  await act(page, 'Pay; the bank takes 15 seconds')
  const bank = await bankAtWork(bill.id)
  await act(page, 'I have paid')
  await expect(page.getByText('The order has not been paid yet').first()).toBeVisible()
  await bank.settles()
  await says(page, 'Paid')
  await expect(page.getByText('What was paid for is in force.')).toBeVisible({ timeout: MONEY_MS })
  expect(await billOf(bill.subject)).toMatchObject({ state: 1 })
})

test('closed by the person while the payment is open: its page says so at once', async ({ consoles }) => {
  const { at, bill } = await ordered()
  const page = await consoles.open({ as: admin, at })
  await begin(page)
  const list = await consoles.tab(page, `/bilList?orderNumber=%22${bill.orderNumber}%22`)
  await list.getByRole('row').filter({ hasText: bill.orderNumber }).click()
  await list.getByRole('button', { name: 'Close order' }).first().click()
  const question = list.getByRole('dialog').filter({ hasText: 'It can no longer be paid' })
  await question.getByRole('button', { name: 'Close order' }).click()
  await expect(list.getByText('The order is closed').first()).toBeVisible()
  await says(page, 'The order is closed')
  await expect(page.getByText('The buyer closed it')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Order again' })).toBeVisible()
  expect(await billOf(bill.subject)).toMatchObject({ state: 2, reason: 'closedByBuyer' })
})

test('closed by time: first the payment, which can be begun anew, then the order', async ({ consoles }) => {
  test.slow()
  const { at, bill } = await ordered()
  const page = await consoles.open({ as: admin, at })
  await begin(page)
  await expect(page.getByRole('timer')).toContainText('Time left')
  await passTime('payment', bill.id)
  await expect(page.getByText('The time to pay ran out')).toBeVisible({ timeout: MONEY_MS })
  await expect(page.getByText('The order is still open and can be paid.')).toBeVisible()
  await passTime('bill', bill.id)
  await says(page, 'The order is closed')
  await expect(page.getByText('Nobody paid it within 24 hours')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toHaveCount(0)
  expect(await billOf(bill.subject)).toMatchObject({ state: 2, reason: 'overdue' })
})

test('refunding, then refunded: the buyer sees both, and the package is taken back', async ({ consoles }) => {
  const { iccid } = await ownCard()
  const page = await consoles.open({ as: admin, at: `/packageList?iccid=%22${iccid}%22` })
  await shop(page, BASE)
  await begin(page)
  await act(page, 'Pay')
  await says(page, 'Paid')
  await expect(page.getByText('What was paid for is in force.')).toBeVisible({ timeout: MONEY_MS })
  const { id, orderNumber } = await billOf(iccid)
  const platform = await consoles.open({ as: 'root', at: `/Bill?orderNumber=%22${orderNumber}%22` })
  await platform.getByRole('row').filter({ hasText: orderNumber }).click()
  await platform.getByRole('button', { name: 'Refund' }).first().click()
  const question = platform.getByRole('dialog').filter({ hasText: 'Pay the money back?' })
  await question.getByRole('button', { name: 'Refund' }).click()
  const bank = await bankAtWork(id, 'refund')
  await says(page, 'The money is on its way back')
  await bank.settles()
  await says(page, 'The money was paid back')
  expect(await cardOf(admin, iccid)).toMatchObject({ packageName: null })
  await page.goto(address(`/bilList?orderNumber=%22${orderNumber}%22`))
  await expect(page.getByRole('row').filter({ hasText: orderNumber })).toContainText('Refunded')
})

test('money that comes after the order was closed goes back of itself', async ({ consoles }) => {
  const { at, bill } = await ordered()
  const page = await consoles.open({ as: admin, at })
  await begin(page)
  await act(page, 'Pay; the bank takes 15 seconds')
  const bank = await bankAtWork(bill.id)
  await expect(page.getByText('The provider is processing.', { exact: false })).toBeVisible()
  expect((await admin.post('pay/bill/close', { ids: [bill.id] })).data.results).toMatchObject([{ ok: true }])
  await says(page, 'The order is closed')
  await bank.settles()
  await expect(page.getByText('The money came after the order was closed; it goes back')).toBeVisible({
    timeout: MONEY_MS,
  })
  await says(page, 'The money was paid back')
  expect(await billOf(bill.subject)).toMatchObject({ reason: 'late', deliveredAt: null })
})

test('closed at the provider, paid all the same: late money pays what is still open', async ({
  consoles,
}) => {
  const { at, bill } = await ordered()
  const page = await consoles.open({ as: admin, at })
  await begin(page)
  await act(page, 'Close it, and let the money come later')
  const bank = await bankAtWork(bill.id)
  await expect(page.getByText('The order is still open and can be paid.')).toBeVisible({ timeout: MONEY_MS })
  await bank.settles()
  await says(page, 'Paid')
  await expect
    .poll(async () => (await billOf(bill.subject)).deliveredAt, { timeout: MONEY_MS })
    .not.toBeNull()
})

test('forged callbacks change nothing; the true one still counts', async ({ consoles }) => {
  const { at, bill } = await ordered()
  const page = await consoles.open({ as: admin, at })
  await begin(page)
  const { paymentId } = await billOf(bill.subject)
  const { data: payment } = await admin.get<{ tradeNumber: string; amount: number }>('pay/pay/state', {
    id: paymentId ?? 0,
  })
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    app: 'gatehouse-sandbox',
    type: 'payment',
    tradeNumber: payment.tradeNumber,
    state: 'paid',
    amount: payment.amount,
    currency: 'CNY',
    providerNumber: 'SB0000000000000000',
    paidAt: Date.now(),
  })
  const [nonce, signature] = ['0'.repeat(24), `${'A'.repeat(86)}==`]
  for (const header of [undefined, 'nonsense', `t=${Date.now()},n=${nonce},s=${signature}`]) {
    const answer = await fetch(`${consoleUrl()}/api/pay/callback/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(header && { 'sandbox-signature': header }) },
      body,
    })
    expect(answer.status).toBe(500)
  }
  expect(await billOf(bill.subject)).toMatchObject({ state: 3 })
  await page.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByText('The order has not been paid yet').first()).toBeVisible()
  await act(page, 'Pay')
  await says(page, 'Paid')
})

test('on a phone the way back lands in a fresh tab, or in a browser that nobody is signed in to', async ({
  consoles,
}) => {
  const { at } = await ordered()
  const page = await consoles.open({ as: admin, at, width: 'phone' })
  await begin(page)
  await expect(page).toHaveURL(/payment=\d+/)
  const id = /payment=(\d+)/.exec(page.url())?.[1]
  await act(page, 'Pay')
  // Providers lose what is behind the hash and add words of their own.
  const back = `${consoleUrl()}/paypal?payment=${id}&out_trade_no=GH1&trade_status=TRADE_SUCCESS`
  const tab = await page.context().newPage()
  await tab.goto(back)
  await says(tab, 'Paid')
  await says(page, 'Paid')
  const elsewhere = await consoles.open({ width: 'phone' })
  await elsewhere.goto(back)
  await elsewhere.getByRole('textbox', { name: 'Account' }).fill('admin')
  await elsewhere.getByRole('textbox', { name: 'Password', exact: true }).fill(DEMO_PASSWORD)
  await elsewhere.getByRole('button', { name: 'Log in' }).click()
  await says(elsewhere, 'Paid')
})

test('a wrong number is refused at its field; a right one is topped up', async ({ consoles }) => {
  const page = await consoles.open({ as: admin, at: '/topup' })
  const phone = page.getByRole('textbox', { name: 'Phone number' })
  const go = page.getByRole('button', { name: 'Continue to payment' })
  for (const [typed, words] of [
    ['', 'The phone number must not be empty'],
    ['1390000', 'Enter a mobile number of 11 digits'],
    ['12345678901', 'Enter a mobile number of 11 digits'],
  ] as const) {
    await phone.fill(typed)
    await go.click()
    await expect(phone).toHaveAccessibleDescription(words)
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(page).toHaveURL(/#\/topup$/)
  const number = freshPhone()
  await phone.fill(number)
  await page
    .locator('label')
    .filter({ hasText: /\D10\.00$/ })
    .click()
  await go.click()
  await expect(page).toHaveURL(/#\/paypal\?bills=/)
  await begin(page)
  await act(page, 'Pay')
  await says(page, 'Paid')
  await expect(page.getByText('What was paid for is in force.')).toBeVisible({ timeout: MONEY_MS })
  expect(await billOf(number)).toMatchObject({ amount: 1000, state: 1 })
})

test('three cards are topped up with one payment', async ({ consoles }) => {
  const own = await makeCards(admin, 3)
  cards.push(...own)
  const page = await consoles.open({ as: admin, at: '/topup2' })
  const unknown = '89860000000000000000'
  await page
    .getByRole('textbox', { name: /^ICCIDs/ })
    .fill([...own.map(({ iccid }) => iccid), unknown].join('\n'))
  const lines = page.getByRole('list', { name: 'Cards of this order' })
  await expect(lines.getByRole('listitem').filter({ hasText: unknown })).toContainText('No bound card number')
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove all of these' }).click()
  await expect(lines.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('list', { name: 'Bills' }).getByRole('listitem')).toHaveCount(3)
  await begin(page)
  await act(page, 'Pay')
  await says(page, 'Paid')
  await expect(page.getByText('What was paid for is in force.')).toBeVisible({ timeout: MONEY_MS })
  const bills = await Promise.all(own.map(({ iccid }) => billOf(iccid)))
  expect(bills.map(({ state, amount }) => [state, amount])).toEqual(own.map(() => [1, 3000]))
  expect(new Set(bills.map(({ paymentId }) => paymentId)).size).toBe(1)
})
