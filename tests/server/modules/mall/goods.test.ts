// Goods as they are kept: the matrix as a difference, when something is for sale, versions of freight, reviews that are read again, and the shop front.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { get, list, made, newProduct, oneSku, post, type Row, refusal } from './mall.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const value = (id: number, name: string) => ({ id, name, archived: false })
const size = (...values: { id: number; name: string; archived: boolean }[]) => ({
  id: 1,
  name: 'Size',
  values,
})
const sku = (valueIds: number[], price: number, more: object = {}) => ({
  ...{ valueIds, price, weightGrams: 100 },
  ...more,
})
const article = ({ id }: Row) => made(get(server, 'mallProduct/get', { id: String(id) }))
const change = (row: Row, more: object) => {
  const { id, version, name, merchantId, categoryId } = row
  return post(server, 'mallProduct/save', { id, version, name, merchantId, categoryId, ...more })
}
const shop = (path: string, query: Record<string, string>) =>
  server.call(`/api/mall/shop/${path}`, { query: { shop: String(server.here.tenantId), ...query } })

test('made anew the matrix keeps what is still meant, and archives what was used', async () => {
  const first = await newProduct(server, {
    options: [size(value(2, 'S'), value(3, 'L'))],
    skus: [sku([2], 100, { onHand: 7 }), sku([3], 200)],
  })
  const skus = await list(server, 'mallSku', { productId: String(first.id) })
  const changed = await made(
    change(first, {
      options: [size(value(3, 'Large'), value(4, 'XL'))],
      skus: [sku([3], 250), sku([4], 300, { onHand: 2 })],
    }),
  )
  expect(changed).toMatchObject({ price: 250, priceTo: 300, skuCount: 2, onHand: 9, available: 2 })
  expect(changed.options).toEqual([
    size(value(3, 'Large'), value(4, 'XL'), { ...value(2, 'S'), archived: true }),
  ])
  const after = await list(server, 'mallSku', { productId: String(first.id), sort: 'createdAt' })
  const byText = new Map(after.map(row => [row.optionText, row]))
  expect(byText.get('S')).toMatchObject({
    archived: true,
    onHand: 7,
    id: skus.find(s => s.price === 100)?.id,
  })
  expect(byText.get('Large')).toMatchObject({
    archived: false,
    price: 250,
    id: skus.find(s => s.price === 200)?.id,
  })
})

test('stock that was sold while the form stood open stays sold', async () => {
  const product = await newProduct(server, oneSku(10))
  const [row] = await list(server, 'mallSku', { productId: String(product.id) })
  await post(server, 'mallSku/writeOff', { ids: [row?.id], input: { quantity: 4, note: 'Broken' } })
  await made(change(await article(product), { skus: [sku([], 1000, { onHand: 15, seenOnHand: 10 })] }))
  expect(await article(product)).toMatchObject({ onHand: 11 })
})

test.each([
  [
    'a combination without a price',
    { options: [size(value(2, 'S'), value(3, 'L'))], skus: [sku([2], 100)] },
    'field.required',
    'skus',
  ],
  [
    'a price for what is no combination',
    { options: [], skus: [sku([], 100), sku([9], 100)] },
    'field.choice',
    'skus',
  ],
  [
    'one combination twice',
    { options: [size(value(2, 'S'))], skus: [sku([2], 1), sku([2], 2)] },
    'field.chosenTwice',
    'skus',
  ],
  [
    'a value twice',
    { options: [size(value(2, 'S'), value(3, 's'))], skus: [] },
    'field.chosenTwice',
    'options',
  ],
  ['nothing as a price', { skus: [sku([], 0)] }, 'field.tooSmall', 'skus.0.price'],
  ['half a fen', { skus: [sku([], 1.5)] }, 'field.type', 'skus.0.price'],
])('%s is refused by its field', async (_, more, id, field) => {
  const product = await newProduct(server)
  expect(await change(product, more)).toMatchObject({ id, field })
})

test('for sale is what is on the shelf, of an open merchant, in a category that is shown with all above it', async () => {
  const product = await newProduct(server)
  const shelf = (how: string) => post(server, `mallProduct/${how}`, { ids: [product.id] })
  expect(refusal(await shelf('putOn'))).toBe('mall.nothingToSell')
  await made(change(product, oneSku(5)))
  expect(refusal(await shelf('putOn'))).toBeUndefined()
  const isSold = async () => {
    const answer = await shop('article', { id: String(product.id) })
    expect((await article(product)).onSale).toBe(answer.code === 0)
    return answer.code === 0
  }
  expect(await isSold()).toBe(true)
  expect(refusal(await post(server, 'mallProduct/remove', { ids: [product.id] }))).toBe('mall.onShelf')
  await post(server, 'merchant/suspend', { ids: [product.merchantId] })
  expect(await isSold()).toBe(false)
  await post(server, 'merchant/open', { ids: [product.merchantId] })
  const above = await made(post(server, 'mallCategory/save', { name: 'Above', sort: 1, status: 'shown' }))
  const category = await made(get(server, 'mallCategory/get', { id: String(product.categoryId) }))
  const { id, version, name, sort, status } = category
  await made(post(server, 'mallCategory/save', { id, version, name, sort, status, parentId: above.id }))
  expect(await isSold()).toBe(true)
  await post(server, 'mallCategory/hide', { ids: [above.id] })
  expect(await isSold()).toBe(false)
  const circle = {
    id: above.id,
    version: above.version + 1,
    name: 'Above',
    sort: 1,
    status: 'hidden',
    parentId: id,
  }
  expect(await post(server, 'mallCategory/save', circle)).toMatchObject({
    id: 'field.cycle',
    field: 'parentId',
  })
})

test('changed freight rules are a version; a renamed template is none', async () => {
  const rule = {
    regions: [],
    served: true,
    firstGrams: 1000,
    firstFen: 800,
    stepGrams: 500,
    stepFen: 200,
    freeFromFen: null,
  }
  const first = await made(post(server, 'freightTemplate/save', { name: 'Parcels', rules: [rule] }))
  const save = (row: Row, name: string, firstFen: number) =>
    post(server, 'freightTemplate/save', {
      id: row.id,
      version: row.version,
      name,
      rules: [{ ...rule, firstFen }],
    })
  const renamed = await made(save(first, 'Parcels of old', 800))
  expect(renamed.versionNumber).toBe(1)
  const dearer = await made(save(renamed, 'Parcels of old', 900))
  expect(dearer.versionNumber).toBe(2)
  const twice = await post(server, 'freightTemplate/save', { name: 'Twice', rules: [rule, rule] })
  expect(twice).toMatchObject({ id: 'field.chosenTwice', field: 'rules' })
})

test('a basket is quoted with the freight of its region, and what is not served is not free', async () => {
  const rule = {
    served: true,
    firstGrams: 1000,
    firstFen: 800,
    stepGrams: 500,
    stepFen: 200,
    freeFromFen: null,
  }
  const rules = [
    { ...rule, regions: [] },
    { ...rule, regions: ['65'], served: false },
  ]
  const template = await made(post(server, 'freightTemplate/save', { name: 'Quoted', rules }))
  const product = await newProduct(server, { ...oneSku(3), freightTemplateId: template.id })
  await post(server, 'mallProduct/putOn', { ids: [product.id] })
  const [row] = await list(server, 'mallSku', { productId: String(product.id) })
  const quote = (region: string, quantity: number) =>
    server.call('/api/mall/shop/quote', {
      body: { shop: server.here.tenantId, region, lines: [{ skuId: row?.id, quantity }] },
    })
  expect((await quote('110101', 3)).data).toMatchObject({ goodsFen: 3000, served: true, freightFen: 1000 })
  expect((await quote('650100', 1)).data).toMatchObject({ served: false, freightFen: null })
  expect((await quote('110101', 4)).data).toMatchObject({ lines: [{ enough: false }] })
  expect((await quote('Beijing', 1)).field).toBe('region')
})

test('the shop front shows nothing of another tenant and no more than fifty at once', async () => {
  const product = await newProduct(server, oneSku(500))
  await post(server, 'mallProduct/putOn', { ids: [product.id] })
  const there = String(server.there.tenantId)
  expect((await shop('article', { id: String(product.id), shop: there })).id).toBe('row.unknown')
  expect((await shop('goods', { size: '51' })).id).toBe('field.tooBig')
  expect((await shop('goods', { shop: '999999' })).id).toBe('row.unknown')
  const { data } = await shop('goods', { categoryId: String(product.categoryId) })
  expect(data).toMatchObject({ total: 1, list: [{ id: product.id, available: 100 }] })
})

test('a review is pending until somebody judged it, and again once its words are changed', async () => {
  const product = await newProduct(server)
  const review = await made(
    post(server, 'mallReview/save', { productId: product.id, authorName: 'Li', rating: 4, content: 'Good' }),
  )
  expect(review.state).toBe('pending')
  const give = (how: string, version: number, input?: object) =>
    post(server, `mallReview/${how}`, {
      ids: [review.id],
      seen: [{ id: review.id, version }],
      ...(input && { input }),
    })
  expect(refusal(await give('show', 1))).toBeUndefined()
  expect(refusal(await give('hide', 1, { reason: 'Late' }))).toBe('row.overtaken')
  expect(refusal(await give('reply', 2, { reply: 'Thank you' }))).toBeUndefined()
  const edited = await made(
    post(server, 'mallReview/save', {
      ...{ id: review.id, version: 3, productId: product.id, authorName: 'Li', rating: 1, content: 'Bad' },
    }),
  )
  expect(edited).toMatchObject({ state: 'pending', reply: 'Thank you', judgedByName: null })
})

test('a banner ends after it begins', async () => {
  const save = (showUntil: number) =>
    post(server, 'mallBanner/save', { title: 'Sale', sort: 1, status: 'shown', showFrom: 2000, showUntil })
  expect(await save(2000)).toMatchObject({ id: 'field.periodOrder', field: 'showUntil' })
  expect((await made(save(3000))).phase).toBe('over')
})
