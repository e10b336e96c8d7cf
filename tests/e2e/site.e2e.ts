// A storekeeper's day, part of it without a network; and an inspection that finds something wrong, until it is put right.
import sharp from 'sharp'
import { Api, expect, first, test } from './console.ts'

interface Found {
  id: number
  state: string
  remaining: number
  used: number
  reserved: number
  title: string
  photos: string[]
}

let site: Api
test.beforeAll(async () => {
  site = await Api.logIn('site')
})

const fresh = (start: string) => `${start} ${Date.now().toString(36)}`
const made = async (entity: string, body: object) => {
  const { code, data, id } = await site.post(`user/${entity}/save`, body)
  expect(code, id).toBe(0)
  return data
}
const rows = async (entity: string, query: Record<string, string | number>) =>
  (await site.get<{ list: Found[] }>(`user/${entity}/page`, query)).data.list

test('a storekeeper receives, uses for a plan without a network, counts, and sees what runs low', async ({
  consoles,
}) => {
  const name = fresh('Cement')
  const plan = await made('workPlan', { name: fresh('Walls'), startOn: '2026-01-01', periodDays: 900 })
  const page = await consoles.open({ as: site, at: '/manageStorage' })
  await page.getByRole('button', { name: 'Add item' }).click()
  const form = page.getByRole('dialog', { name: 'New: Item of the store' })
  await form.getByRole('textbox', { name: 'Number' }).fill(name)
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Low below (tons)' }).fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  const panel = page.getByRole('complementary').filter({ hasText: name })
  await panel.getByRole('button', { name: 'Receive' }).click()
  const receive = page.getByRole('dialog', { name: 'Receive' })
  await receive.getByRole('textbox', { name: 'Tons' }).fill('1.005')
  await receive.getByRole('button', { name: 'Receive' }).click()
  await expect(receive.getByText('At most two decimals: 0.01 t is the least that is kept')).toBeVisible()
  await receive.getByRole('textbox', { name: 'Tons' }).fill('10.5')
  await receive.getByRole('button', { name: 'Receive' }).click()
  await expect(receive).toHaveCount(0)
  const item = async () => first(await rows('stockItem', { name }))
  await expect.poll(async () => (await item()).remaining).toBe(10.5)
  const { id } = await item()
  await made('stockReservation', { itemId: id, planId: plan.id, tons: 6 })

  // Nine tons are more than what is not kept for the plan.
  await page.reload()
  const use = async (tons: string) => {
    await panel.getByRole('button', { name: 'Use', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Use' })
    await dialog.getByRole('textbox', { name: 'Tons' }).fill(tons)
    await dialog.getByRole('button', { name: 'Use', exact: true }).click()
    return dialog
  }
  const refused = await use('9')
  await expect(page.getByText('Only 4.5 t are free: the rest is kept for work plans')).toBeVisible()
  if (await refused.isVisible()) await refused.getByRole('button', { name: 'Cancel' }).click()

  await page.context().setOffline(true)
  await use('4.25')
  await expect(page.getByText('Kept on this device. It is sent when the network is back.')).toBeVisible()
  expect((await item()).used).toBe(0)
  await page.context().setOffline(false)
  await expect.poll(async () => (await item()).used).toBe(4.25)
  expect(await rows('stockMovement', { itemId: id, kind: 'use' })).toHaveLength(1)

  // What is used for the plan takes from what is kept for it.
  const forPlan = { ids: [id], input: { tons: 2, planId: plan.id } }
  expect(first((await site.post('user/stockItem/use', forPlan)).data.results).ok).toBe(true)
  expect(await item()).toMatchObject({ remaining: 4.25, reserved: 4 })

  await page.reload()
  await panel.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Stocktaking' }).click()
  const count = page.getByRole('dialog', { name: 'Stocktaking' })
  await count.getByRole('textbox', { name: 'Tons' }).fill('3.9')
  await count.getByRole('button', { name: 'Stocktaking' }).click()
  await expect.poll(async () => (await item()).remaining).toBe(3.9)
  await expect(page.getByText('Running low').first()).toBeVisible()
  expect(await rows('stockMovement', { itemId: id })).toHaveLength(4)
})

test('an inspection on the phone finds something wrong, with a photo and without a network, and somebody puts it right', async ({
  consoles,
}) => {
  const name = fresh('Crane')
  const worker = await made('worker', { name: fresh('Inspector') })
  const inspection = await made('inspection', {
    ...{ name, workerId: worker.id, everyMonths: 12, anchorOn: '2026-01-31', basis: 'scheduled' },
    ...{ remindDays: [30], checklist: ['Brakes', 'Ropes'] },
  })
  const phone = await consoles.open({ as: site, width: 'phone', at: `/index4yearly?open=${inspection.id}` })
  await phone.getByRole('button', { name: 'Inspect', exact: true }).click()
  await phone.waitForLoadState('networkidle')
  await phone.context().setOffline(true)
  const dialog = phone.getByRole('dialog', { name: 'Inspect' })
  await dialog.getByRole('group', { name: 'Ropes' }).getByRole('button', { name: 'Not in order' }).click()
  await dialog.getByRole('textbox', { name: 'What is wrong: Ropes' }).fill('Worn')
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
  await dialog
    .locator('input[type=file][capture]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(dialog.getByText('1 of 9')).toBeVisible()
  await dialog.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expect(phone.getByText('Kept on this device. It is sent when the network is back.')).toBeVisible()
  const work = () => rows('workItem', { sourceId: inspection.id })
  expect(await work()).toEqual([])
  await phone.context().setOffline(false)
  await expect.poll(async () => (await work()).length).toBe(1)
  const item = first(await work())
  expect(item).toMatchObject({ title: `${name}: Ropes`, state: 'open' })
  expect(item.photos).toHaveLength(1)
  expect(first(await rows('inspection', { name }))).toMatchObject({ state: 'failed' })

  const desk = await consoles.open({ as: site, at: `/workItems?open=${item.id}` })
  await desk.getByRole('complementary').getByRole('button', { name: 'Finish', exact: true }).click()
  const finish = desk.getByRole('dialog', { name: 'Finish' })
  await finish.getByRole('textbox', { name: 'Outcome' }).fill('New ropes')
  await finish.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect.poll(async () => first(await work()).state).toBe('done')
})
