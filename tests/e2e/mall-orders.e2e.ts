// An order with two lines, from the shopper's order to the settled sale: paid, sent in two parcels, one piece returned.
import { Api, expect, first, type Row, test } from './console.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

interface Order {
  id: number
  state: string
  orderNumber: string
  amount: number
  refundedAmount: number
}

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('property')
})

const saved = async (entity: string, body: object): Promise<Row> => {
  const { code, data, id } = await admin.post(`mall/${entity}/save`, body)
  expect(code, id).toBe(0)
  return data
}

async function goods() {
  const mark = Date.now().toString(36)
  const merchant = await saved('merchant', {
    name: `Shop ${mark}`,
    phone: '13600000001',
    commissionPermille: 50,
  })
  const category = await saved('mallCategory', { name: `Safety ${mark}`, sort: 1, status: 'shown' })
  const article = async (name: string, price: number) => {
    const product = await saved('mallProduct', {
      ...{ name: `${name} ${mark}`, merchantId: merchant.id, categoryId: category.id },
      skus: [{ valueIds: [], price, weightGrams: 500, onHand: 50 }],
    })
    await admin.post('mall/mallProduct/putOn', { ids: [product.id] })
    const { data } = await admin.get<{ list: Row[] }>('mall/mallSku/page', { productId: product.id })
    return { skuId: first(data.list).id, price, quantity: 1 }
  }
  return [{ ...(await article('Smoke detector', 8900)), quantity: 3 }, await article('Extinguisher', 6800)]
}

const orderOf = async (orderNumber: string) =>
  first((await admin.get<{ list: Order[] }>('mall/mallOrder/page', { orderNumber })).data.list)

test('an order of two lines is paid, sent, and one piece comes back', async ({ consoles }) => {
  const lines = await goods()
  const placed = await admin.post('mall/order/place', {
    ...{ lines, name: 'Chen', phone: '13900000012', regionCode: '330106', address: 'Green Garden 3-2-501' },
  })
  expect(placed.code, placed.id).toBe(0)
  const { orderId, billId, orderNumber } = placed.data as unknown as {
    orderId: number
    billId: number
    orderNumber: string
  }

  const page = await consoles.open({ as: admin, at: `/paypal?bills=${billId}` })
  await page
    .locator('label')
    .filter({ hasText: /Sandbox/ })
    .click()
  await page
    .getByRole('region', { name: 'Payment' })
    .getByRole('button', { name: 'Pay', exact: true })
    .click()
  await page.getByRole('button', { name: 'Pay', exact: true }).last().click()
  await expect.poll(async () => (await orderOf(orderNumber)).state, { timeout: 60_000 }).toBe('paid')

  await page.goto(page.url().replace(/#.*/, `#/orderManagement?open=${orderId}`))
  const panel = page.getByRole('complementary').filter({ hasText: 'Smoke detector' })
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  const parcel = page.getByRole('dialog', { name: 'Send' })
  await parcel.getByRole('textbox', { name: 'Carrier' }).fill('SF')
  await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('SF1532')
  await parcel.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await orderOf(orderNumber)).state).toBe('shipped')

  const opened = await admin.get<{ lines: { id: number; name: string }[] }>('mall/order/opened', {
    id: orderId,
  })
  const asked = await admin.post('mall/order/afterSale', {
    ...{ orderId, kind: 'return', reason: 'The button fails' },
    lines: [{ lineId: first(opened.data.lines).id, quantity: 1 }],
  })
  expect(asked.code, asked.id).toBe(0)
  const { afterSaleId } = asked.data as unknown as { afterSaleId: number }
  await page.goto(page.url().replace(/#.*/, `#/AfterSalesOrders?open=${afterSaleId}`))
  const back = page.getByRole('complementary').filter({ hasText: 'The button fails' })
  await back.getByRole('button', { name: 'Approve', exact: true }).click()
  await back.getByRole('button', { name: 'Write down the return parcel' }).click()
  const returned = page.getByRole('dialog', { name: 'Write down the return parcel' })
  await returned.getByRole('textbox', { name: 'Carrier' }).fill('YT')
  await returned.getByRole('textbox', { name: 'Tracking number' }).fill('YT88')
  await returned.getByRole('button', { name: 'Write down the return parcel' }).click()
  await back.getByRole('button', { name: 'Goods received' }).click()
  await page
    .getByRole('dialog', { name: 'Goods received' })
    .getByRole('button', { name: 'Goods received' })
    .click()
  await back.getByRole('button', { name: 'Refund', exact: true }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true })
  await sure.click()
  await expect.poll(async () => (await orderOf(orderNumber)).refundedAmount, { timeout: 60_000 }).toBe(8900)
})
