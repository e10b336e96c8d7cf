// An article from nothing to the shelf and back: options and prices in the editor, stock, the shop front, a review.
import { Api, expect, first, test } from './console.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

interface Found {
  id: number
  name: string
  state: string
  available: number
  onSale: boolean
}

let property: Api
test.beforeAll(async () => {
  property = await Api.logIn('property')
})

const fresh = (start: string) => `${start} ${Date.now().toString(36)}`
const made = async (entity: string, body: object) => {
  const { code, data, id } = await property.post(`mall/${entity}/save`, body)
  expect(code, id).toBe(0)
  return data
}
const rows = async (entity: string, query: Record<string, string | number>) =>
  (await property.get<{ list: Found[] }>(`mall/${entity}/page`, query)).data.list

test('an article is described, priced, put on the shelf, received and taken off again', async ({
  consoles,
}) => {
  const name = fresh('Lamp')
  const merchant = await made('merchant', {
    name: fresh('Shop'),
    phone: '13600000001',
    commissionPermille: 0,
  })
  const category = await made('mallCategory', { name: fresh('Lamps'), sort: 1, status: 'shown' })
  const draft = await made('mallProduct', { name, merchantId: merchant.id, categoryId: category.id })
  const page = await consoles.open({ as: property, at: `/AddProduct?id=${draft.id}` })
  await page.getByRole('button', { name: 'Add option' }).click()
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Colour')
  const values = page.getByRole('combobox', { name: 'Values' })
  await values.fill('Red')
  await values.press('Enter')
  await values.fill('Blue')
  await values.press('Enter')
  await page.getByRole('textbox', { name: 'Price of Red' }).fill('99')
  await page.getByRole('button', { name: 'Same price for all' }).click()
  await page.getByRole('textbox', { name: 'Weight of Red' }).fill('800')
  await page.getByRole('button', { name: 'Same weight for all' }).click()
  await page.getByRole('textbox', { name: 'Stock of Red' }).fill('3')
  await page.getByRole('button', { name: 'Save' }).click()

  const panel = page.getByRole('complementary').filter({ hasText: name })
  await panel.getByRole('button', { name: 'Put on the shelf' }).click()
  const article = async () => first(await rows('mallProduct', { name }))
  await expect.poll(async () => (await article()).onSale).toBe(true)
  expect((await article()).available).toBe(3)
  await panel.getByRole('link', { name: 'Receive, write off or count' }).click()
  await expect(page.getByText('Blue').first()).toBeVisible()

  await property.post('mall/mallProduct/takeOff', { ids: [draft.id] })
  expect((await article()).onSale).toBe(false)
})
