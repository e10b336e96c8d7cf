// The life of one device, step by step with what its page offers, and a role that may not end it.
import type { Page } from 'playwright/test'
import { connectClient } from '../mqtt-client.ts'
import { Api, address, expect, first, live, test } from './console.ts'
import { fresh, logIn, makePerson, makeRole } from './people.ts'
import { dropDevices, makeDevices } from './stock.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const made: string[] = []
test.afterEach(async () => {
  for (const prefix of made.splice(0)) await dropDevices(admin, prefix)
})

const lifeOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Life', exact: true }) })

/** The page comes to offer exactly these, the usual step first. */
const offers = (page: Page, ...steps: string[]) =>
  expect.poll(() => lifeOf(page).getByRole('button').allInnerTexts()).toEqual(steps)

const take = (page: Page, step: string) =>
  lifeOf(page).getByRole('button', { name: step, exact: true }).click()

const standsAt = (page: Page, stage: string) =>
  expect(lifeOf(page).locator('[aria-current="step"]')).toHaveText(stage)

interface Step {
  step: string
  userName: string | null
  note: string | null
}

test('a device is stocked in, handed out, bound, unbound and recycled, with who did what', async ({
  consoles,
}) => {
  const { prefix, devices } = await makeDevices(admin, 1, { startIn: 'pendingStockIn' })
  made.push(prefix)
  const { id, imei, name } = first(devices)
  const page = await consoles.open({ as: admin, at: `/DeviceDtail?imei=${imei}` })
  await standsAt(page, 'Pending stock-in')
  await offers(page, 'Stock in', 'Decommission')

  await take(page, 'Stock in')
  await standsAt(page, 'In stock')
  await offers(page, 'Stock out', 'Take back the stock-in', 'Decommission', 'Allocate')

  // The page where devices are handed out has it chosen already.
  await take(page, 'Allocate')
  await expect(page).toHaveURL(/#\/Allocate/)
  const panel = page.getByRole('complementary')
  await expect(panel.getByText(name)).toBeVisible()
  await panel.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: '工程部' }).click()
  await panel.getByRole('button', { name: 'Allocate 1 device' }).click()
  await expect(panel.getByRole('heading', { name: '1 device was allocated' })).toBeVisible()

  await page.goto(address(`/DeviceDtail?imei=${imei}`))
  await standsAt(page, 'Allocated but unbound')
  await expect(page.getByLabel('About the device')).toContainText('工程部')
  await offers(page, 'Bind', 'Take back into stock', 'Decommission', 'Allocate')

  await take(page, 'Bind')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Bind' }).click()
  await expect(dialog.getByText('Must not be empty')).toBeVisible()
  await dialog.getByLabel('To whom or where').fill('Kitchen of house 7')
  await dialog.getByRole('button', { name: 'Bind' }).click()
  await standsAt(page, 'Bound')
  await expect(lifeOf(page)).toContainText('Kitchen of house 7')
  await offers(page, 'Unbind')

  // What is bound is not recycled, whatever is called.
  const refused = await admin.post('device/device/recycle', { ids: [id], input: { note: 'no' } })
  expect(refused.data.results).toEqual([expect.objectContaining({ ok: false })])

  await take(page, 'Unbind')
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await standsAt(page, 'Unbound')
  await offers(page, 'Bind', 'Put back into stock', 'Decommission', 'Allocate')

  await take(page, 'Decommission')
  await dialog.getByLabel('Reason').fill('The case is broken')
  await dialog.getByRole('button', { name: 'Decommission' }).click()
  await expect(lifeOf(page).getByText('It is decommissioned')).toBeVisible()
  await offers(page)
  for (const gone of ['Speak', 'Locate', 'Restart'])
    await expect(page.getByRole('button', { name: gone, exact: true })).toHaveCount(0)

  const steps = (await admin.get<Step[]>('device/device/steps', { imei })).data
  expect(steps.map(({ step }) => step)).toEqual(['recycle', 'unbind', 'bind', 'allocate', 'stockIn'])
  expect(steps.map(({ userName }) => userName)).toEqual(steps.map(() => '林晓雯'))
  const written = lifeOf(page).getByRole('list').last().getByRole('listitem')
  await expect(written).toHaveCount(steps.length)
  await expect(written.first()).toContainText('The case is broken')
  for (const line of await written.all()) await expect(line).toContainText('林晓雯')
})

test('the first message activates a bound device, and a recycled one is not let in again', async ({
  consoles,
}) => {
  const { prefix, devices } = await makeDevices(admin, 1)
  made.push(prefix)
  const { id, imei } = first(devices)
  const bound = [
    await admin.post('device/device/stockOut', { ids: [id] }),
    await admin.post('device/device/bind', { ids: [id], input: { boundTo: 'Gate 3' } }),
  ]
  expect(bound.map(answer => answer.data.results)).toEqual(bound.map(() => [{ id, ok: true }]))

  const page = await consoles.open({ as: admin, at: `/DeviceDtail?imei=${imei}` })
  await live(page)
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  const shown = page.getByRole('dialog', { name: 'The new secret' })
  const password = await shown.locator('bdi, code').first().innerText()
  await shown.getByRole('button', { name: 'I have copied it' }).click()

  const enter = () =>
    connectClient(process.env.CONSOLE_MQTT ?? '', { username: imei, password, clientId: imei })
  const device = await enter()
  const hello = JSON.stringify({ code: '1001', seq: 1, time: Date.now() })
  await device.publishAsync(`sfwatch/${imei}/server`, hello, { qos: 1 })
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible()

  // Nobody recycles what is in use: it is unbound first, and loses its way in at once.
  const left = new Promise<void>(resolve => device.once('close', () => resolve()))
  await take(page, 'Unbind')
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await take(page, 'Decommission')
  await page.getByRole('dialog').getByLabel('Reason').fill('Lost')
  await page.getByRole('dialog').getByRole('button', { name: 'Decommission' }).click()
  await expect(lifeOf(page).getByText('It is decommissioned')).toBeVisible()
  await left
  await expect(enter()).rejects.toThrow()
})

test('a role without the button for recycling neither sees it nor may call it', async ({ consoles }) => {
  const { prefix, devices } = await makeDevices(admin, 1)
  made.push(prefix)
  const { id, imei, name } = first(devices)
  const rights = {
    permissions: ['device.read', 'device.save', 'device.stock', 'device.bind', 'deviceCategory.read'],
    routes: ['DeviceList', 'DeviceDtail'],
  }
  const lacking = await makeRole(admin, rights)
  const storekeeper = await logIn(await makePerson(admin, [lacking.id], fresh('Storekeeper ')))
  const page = await consoles.open({ as: storekeeper, at: `/DeviceDtail?imei=${imei}` })
  await standsAt(page, 'In stock')
  // Handing out is another permission that the role lacks.
  await offers(page, 'Stock out', 'Take back the stock-in')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Stock out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Decommission' })).toHaveCount(0)
  await page.goto(address(`/DeviceList?q=${encodeURIComponent(name)}`))
  const row = page.getByRole('grid', { name: 'Devices' }).getByRole('row').filter({ hasText: name })
  await row.getByRole('checkbox').check()
  const line = page.getByRole('toolbar', { name: 'Selected rows' })
  await expect(line.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decommission' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Decommission' })).toHaveCount(0)

  const request = { ids: [id], input: { note: 'No right to do so' } }
  expect((await storekeeper.post('device/device/recycle', request)).code).toBe(1403)
  const start = { deviceIds: [id], targetDepartmentId: 1 }
  expect((await storekeeper.post('device/allocation/start', start)).code).toBe(1403)
  const now = await admin.get<{ lifecycle: string }>('device/device/get', { id })
  expect(now.data.lifecycle).toBe('inStock')

  // The same person with the button: it is there, and asks for a reason.
  const whole = await makeRole(admin, { ...rights, permissions: [...rights.permissions, 'device.recycle'] })
  const { data: account } = await admin.get('user/user/get', { id: storekeeper.user.id })
  const { version, username } = account
  const changed = { id: account.id, version, username, name: account.name, roleIds: [whole.id] }
  expect((await admin.post('user/user/save', changed)).code).toBe(0)
  await page.goto(address(`/DeviceDtail?imei=${imei}`))
  await page.reload()
  await take(page, 'Decommission')
  await expect(page.getByRole('dialog').getByText('this cannot be undone', { exact: false })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Decommission' }).click()
  await expect(page.getByRole('dialog').getByText('Must not be empty')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})
