// SIM cards in bulk, with a result per card as it comes, and which card is in which device.
import type { Page } from 'playwright/test'
import { Api, address, expect, first, test } from './console.ts'
import { type CardRow, cardOf, dropCards, makeCards, type OwnCard, workingCards } from './sim-cards.ts'
import { dropDevices, makeDevices } from './stock.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

/** The embedded carrier answers after two to nine seconds, and is asked every few. */
const CARRIER_MS = 90_000

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const cards: OwnCard[] = []
const devices: string[] = []
test.afterEach(async () => {
  await dropCards(admin, cards.splice(0))
  for (const prefix of devices.splice(0)) await dropDevices(admin, prefix)
})

const rowOf = (page: Page, list: string, text: string) =>
  page.getByRole('grid', { name: list }).getByRole('row').filter({ hasText: text })

/** Chooses cards wherever they are: each is looked for by its number, and stays chosen. Waits for its state first. */
async function choose(page: Page, chosen: readonly CardRow[], state: string | RegExp): Promise<void> {
  for (const [at, { iccid }] of chosen.entries()) {
    await page.goto(address(`/SIMCard?iccid=%22${iccid}%22`))
    await expect(rowOf(page, 'SIM cards', iccid)).toContainText(state)
    await rowOf(page, 'SIM cards', iccid).getByRole('checkbox').check()
    const line = page.getByRole('toolbar', { name: 'Selected rows' })
    await expect(line.getByText(`${at + 1} selected`)).toBeVisible()
  }
}

const orders = (page: Page) => page.getByRole('region', { name: 'Orders to the carrier' })
const resultOf = (page: Page, iccid: string) => orders(page).getByRole('listitem').filter({ hasText: iccid })

/** Lays the results open; until the new orders are there, those of before are shown. */
async function cardByCard(page: Page, one: CardRow): Promise<void> {
  await expect(async () => {
    const closed = orders(page).getByRole('button', { name: 'Card by card' })
    if (await closed.isVisible()) await closed.click()
    await expect(resultOf(page, one.iccid)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: CARRIER_MS })
}

test('cards are suspended and resumed in bulk, each with a result of its own', async ({ consoles }) => {
  test.slow()
  const { willing, unknown } = await workingCards(admin, 2)
  const page = await consoles.open({ as: admin, at: '/SIMCard' })
  const line = page.getByRole('toolbar', { name: 'Selected rows' })

  await choose(page, [...willing, unknown], 'In service')
  await line.getByRole('button', { name: 'Suspend' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText(/it can raise no alarm/)).toBeVisible()
  await expect(question).toContainText(unknown.iccid)
  await question.getByRole('button', { name: 'Suspend' }).click()
  await cardByCard(page, unknown)
  await expect(orders(page).getByText('Suspending 3 cards')).toBeVisible()
  for (const { iccid } of willing)
    await expect(resultOf(page, iccid)).toContainText('Done', { timeout: CARRIER_MS })
  await expect(resultOf(page, unknown.iccid)).toContainText('Refused', { timeout: CARRIER_MS })
  await expect(resultOf(page, unknown.iccid)).toContainText('has not registered by name')
  await expect(orders(page)).toContainText('2 done')
  await expect(orders(page)).toContainText('1 refused')

  // The carrier's word and ours, side by side: what was suspended is stopped, what was refused says so.
  const [one, two] = [first(willing), first(willing.slice(1))]
  await page.goto(address(`/SIMCard?iccid=%22${one.iccid}%22`))
  await expect(rowOf(page, 'SIM cards', one.iccid)).toContainText('Stopped')
  await page.goto(address(`/SIMCard?iccid=%22${unknown.iccid}%22`))
  await expect(rowOf(page, 'SIM cards', unknown.iccid)).toContainText('In service')
  expect(await cardOf(admin, unknown.iccid)).toMatchObject({ intent: 'suspended', orderState: 'failed' })

  // What is stopped is resumed; what was refused is called off and was never away.
  await choose(page, [one, two, unknown], /Stopped|refused to suspend/)
  await line.getByRole('button', { name: 'Resume' }).click()
  await expect(orders(page).getByText('Resuming 2 cards')).toBeVisible()
  await cardByCard(page, one)
  for (const { iccid } of willing)
    await expect(resultOf(page, iccid)).toContainText('Done', { timeout: CARRIER_MS })
  for (const { iccid } of [...willing, unknown])
    expect(await cardOf(admin, iccid)).toMatchObject({ intent: 'active', orderState: 'none' })
})

test('what stands wrong for the order is not offered, and refused when called', async ({ consoles }) => {
  const [card] = await makeCards(admin, 1)
  const own = first(card ? [card] : [])
  cards.push(own)
  const page = await consoles.open({ as: admin, at: `/SIMCard?iccid=%22${own.iccid}%22` })
  await rowOf(page, 'SIM cards', own.iccid).getByRole('checkbox').check()
  const line = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(line.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  const refused = await admin.post('iotCard/simCard/suspend', { ids: [own.id] })
  expect(refused.data.results).toEqual([
    { id: own.id, ok: false, error: expect.objectContaining({ id: 'state.transition' }) },
  ])
})

/** Chooses in a field that searches while one types. */
async function pick(page: Page, field: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: field })
  await box.click()
  await box.fill(text)
  await page.getByRole('option').filter({ hasText: text }).click()
}

test('a card is bound to a device, a taken one is refused by name, and it is unbound', async ({
  consoles,
}) => {
  const own = await makeCards(admin, 2)
  cards.push(...own)
  const store = await makeDevices(admin, 2)
  devices.push(store.prefix)
  const [card, other] = [first(own), first(own.slice(1))]
  const [device, second] = [first(store.devices), first(store.devices.slice(1))]

  const page = await consoles.open({ as: admin, at: '/DeviceSim' })
  await page.getByRole('button', { name: 'Bind a card' }).click()
  const form = page.getByRole('dialog')
  await pick(page, 'ICCID', card.iccid)
  await pick(page, 'Device', device.imei)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await page.goto(address(`/DeviceSim?iccid=%22${card.iccid}%22`))
  await expect(rowOf(page, 'Device and card bindings', device.name)).toContainText('Bound')
  expect(await cardOf(admin, card.iccid)).toMatchObject({ deviceName: device.name })

  // The device has a card: another is refused by the number of the one that is in it.
  await page.getByRole('button', { name: 'Bind a card' }).click()
  await pick(page, 'ICCID', other.iccid)
  await pick(page, 'Device', device.imei)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(`Already bound to ${card.iccid}`)).toBeVisible()
  // The refusal is not hidden behind a list that opens by itself.
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Discard|Leave/ })
    .click()
  await expect(form).toHaveCount(0)

  // The card is in a device: whoever names it for another one hears which.
  const taken = await admin.post('iotCard/simBinding/save', { iccid: card.iccid, imei: second.imei })
  expect(taken).toMatchObject({ id: 'sim.alreadyBound', field: 'iccid', params: { name: device.name } })

  const row = rowOf(page, 'Device and card bindings', device.name)
  await row.getByRole('checkbox').check()
  const line = page.getByRole('toolbar', { name: 'Selected rows' })
  await line.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect(row).toContainText('Unbound')
  expect(await cardOf(admin, card.iccid)).toMatchObject({ deviceName: null })
  // Both are free again.
  expect((await admin.post('iotCard/simBinding/save', { iccid: card.iccid, imei: second.imei })).code).toBe(0)
})
